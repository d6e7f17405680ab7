#include "watchdog.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* System calls that wait. */
static const struct {
	long number;
	const char *name;
} waiting_calls[] = {
	{ SYS_read, "read" }, { SYS_write, "write" }, { SYS_readv, "readv" }, { SYS_writev, "writev" },
	{ SYS_pread64, "pread" }, { SYS_pwrite64, "pwrite" }, { SYS_open, "open" }, { SYS_openat, "openat" },
	{ SYS_poll, "poll" }, { SYS_ppoll, "ppoll" }, { SYS_select, "select" }, { SYS_pselect6, "pselect" },
	{ SYS_epoll_wait, "epoll_wait" }, { SYS_epoll_pwait, "epoll_pwait" }, { SYS_epoll_pwait2, "epoll_pwait2" },
	{ SYS_accept, "accept" }, { SYS_accept4, "accept4" }, { SYS_connect, "connect" },
	{ SYS_recvfrom, "recv" }, { SYS_recvmsg, "recvmsg" }, { SYS_recvmmsg, "recvmmsg" },
	{ SYS_sendto, "send" }, { SYS_sendmsg, "sendmsg" }, { SYS_sendmmsg, "sendmmsg" },
	{ SYS_wait4, "wait" }, { SYS_waitid, "waitid" }, { SYS_pause, "pause" },
	{ SYS_futex, "futex" }, { SYS_nanosleep, "nanosleep" }, { SYS_clock_nanosleep, "clock_nanosleep" },
	{ SYS_flock, "flock" }, { SYS_fcntl, "fcntl" }, { SYS_ioctl, "ioctl" }, { SYS_fsync, "fsync" },
	{ SYS_rt_sigsuspend, "sigsuspend" }, { SYS_rt_sigtimedwait, "sigwait" },
	{ SYS_msgrcv, "msgrcv" }, { SYS_msgsnd, "msgsnd" }, { SYS_semop, "semop" }, { SYS_semtimedop, "semtimedop" },
	{ SYS_mq_timedreceive, "mq_receive" }, { SYS_mq_timedsend, "mq_send" },
	{ SYS_io_getevents, "io_getevents" }, { SYS_io_uring_enter, "io_uring_enter" },
	{ SYS_splice, "splice" }, { SYS_tee, "tee" }, { SYS_vmsplice, "vmsplice" }, { SYS_sendfile, "sendfile" },
};

/* The first line of /proc/PID/FILE; 0 if it cannot be read. */
static int read_line(pid_t pid, const char *file, char *text, size_t size)
{
	char path[64];
	ssize_t got;
	int fd;

	snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, file);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	got = read(fd, text, size - 1);
	close(fd);
	text[got > 0 ? got : 0] = 0;
	return got > 0;
}

static void name_call(long number, char *call, size_t size)
{
	for (size_t i = 0; i < sizeof waiting_calls / sizeof *waiting_calls; i++) {
		if (waiting_calls[i].number == number) {
			snprintf(call, size, "%s", waiting_calls[i].name);
			return;
		}
	}
	snprintf(call, size, "number %ld", number);
}

enum td_activity td_process_activity(pid_t pid, char *call, size_t size)
{
	char text[1024], *state, *end;
	long number;

	if (!read_line(pid, "stat", text, sizeof text))
		return TD_GONE;
	state = strrchr(text, ')'); /* the name before it may hold anything */
	if (!state || strlen(state) < 3 || state[2] == 'Z' || state[2] == 'X')
		return TD_GONE;
	if (state[2] != 'S' && state[2] != 'D')
		return TD_BUSY;
	snprintf(call, size, "that cannot be named");
	if (!read_line(pid, "syscall", text, sizeof text))
		return TD_BLOCKED;
	number = strtol(text, &end, 10);
	if (end == text || number < 0)
		return TD_BUSY; /* it has just gone on */
	name_call(number, call, size);
	return TD_BLOCKED;
}

pid_t td_process_child(pid_t pid)
{
	char file[64], text[256];
	pid_t child = 0;

	snprintf(file, sizeof file, "task/%d/children", (int)pid);
	if (read_line(pid, file, text, sizeof text))
		child = (pid_t)strtol(text, NULL, 10);
	return child ? child : pid;
}
