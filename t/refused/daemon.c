// daemon makes a second process, which would be the one that goes on.
// says: daemon: a second process is not controlled
#include <unistd.h>

int main(void)
{
	return daemon(1, 1);
}
