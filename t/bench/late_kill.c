/* Preloaded into the tool by instructions.pl: valgrind prints its counts when a process ends by SIGTERM, and cannot do so by SIGKILL. */
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int kill(pid_t pid, int signal)
{
	if (signal == SIGKILL) {
		syscall(SYS_kill, pid, SIGTERM);
		usleep(500000);
	}
	return syscall(SYS_kill, pid, signal);
}
