// says: vfork: a second process is not controlled
#define _DEFAULT_SOURCE
#include <unistd.h>

int main(void)
{
	if (vfork() == 0)
		_exit(0);
	return 0;
}
