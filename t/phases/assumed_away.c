/* What it assumes never holds. */
#include <treadle/treadle.h>

int main(void)
{
	treadle_assume(0);
	return 0;
}
