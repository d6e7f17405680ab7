// says: clone3: a thread that pthread_create did not make is not controlled
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
	return syscall(SYS_clone3, NULL, 0L) > 0;
}
