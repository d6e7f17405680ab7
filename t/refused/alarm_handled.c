// says: alarm: time is not real here, and the kernel's timers do not know that
#include <signal.h>
#include <unistd.h>

static void ring(int number)
{
	(void)number;
}

int main(void)
{
	signal(SIGALRM, ring);
	alarm(1);
	return 0;
}
