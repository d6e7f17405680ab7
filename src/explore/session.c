#include "session.h"

#include "interrupt.h"
#include "lock_rows.h"
#include "watchdog.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const double longest_execution = 3; /* seconds, after Ctrl-C or at half time */
static const double longest_overtime = 0.6; /* seconds for all that is under way when time is up */
static const double slowest_start = 60; /* seconds until main */
static const double answer_time = 2;    /* seconds for the runtime to say where a hung execution stands ... */
static const double late_answer_time = 0.2; /* ... when time is up */

static struct td_channel *map_channel(int fd)
{
	void *memory;

	if (ftruncate(fd, (off_t)(TD_SEARCH_OFFSET + TD_SEARCH_SIZE)) < 0)
		die("cannot make the channel: %s", strerror(errno));
	memory = mmap(NULL, sizeof(struct td_channel), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (memory == MAP_FAILED)
		die("cannot map the channel: %s", strerror(errno));
	return memory;
}

/* The lines were checked when they were read from the user's file; those of a trace may be anything. */
static void tell_locks(struct td_channel *channel, char *const *lines)
{
	for (; lines && *lines && channel->lock_row_count < TD_MAX_LOCK_ROWS; lines++) {
		char *problem = td_lock_row_parse(*lines, &channel->lock_rows[channel->lock_row_count]);

		if (problem)
			die("the trace's locks: %s", problem);
		channel->lock_row_count++;
	}
}

struct td_session *td_session_new(const struct td_command *command, enum td_output_mode output, double watchdog)
{
	struct td_session *self = td_alloc(sizeof *self);

	self->command = command;
	self->output = output;
	self->watchdog = watchdog;
	self->output_fd = -1;
	self->input_fd = command->input ? td_memory_file("stdin", command->input, command->input_size) : -1;
	self->channel_fd = td_memory_file("treadle", NULL, 0);
	self->channel = map_channel(self->channel_fd);
	self->channel->magic = TD_CHANNEL_MAGIC;
	self->channel->version = TD_CHANNEL_VERSION;
	self->channel->size = sizeof *self->channel;
	tell_locks(self->channel, command->locks);
	return self;
}

void td_session_stop(struct td_session *self)
{
	if (!self->pid)
		return;
	kill(-self->pid, SIGKILL);
	kill(self->pid, SIGKILL);
	while (waitpid(self->pid, NULL, 0) < 0 && errno == EINTR)
		;
	self->pid = 0;
}

void td_session_free(struct td_session *self)
{
	td_session_stop(self);
	munmap(self->channel, sizeof *self->channel);
	close(self->channel_fd);
	if (self->input_fd >= 0)
		close(self->input_fd);
	if (self->output_fd >= 0)
		close(self->output_fd);
	free(self);
}

/* Returns early when the state changes, or a signal (a child's death, Ctrl-C) comes. */
static void wait_while(struct td_channel *channel, uint32_t state)
{
	struct timespec slice = { .tv_nsec = 50 * 1000 * 1000 };

	syscall(SYS_futex, &channel->state, FUTEX_WAIT, state, &slice, NULL, 0);
}

static uint32_t state_of(const struct td_channel *channel)
{
	return __atomic_load_n(&channel->state, __ATOMIC_ACQUIRE);
}

/* Whether the process has ended; then it is reaped and `status` says how. */
static int has_ended(struct td_session *self, int *status)
{
	pid_t pid = self->pid;

	if (waitpid(pid, status, WNOHANG) != pid)
		return 0;
	self->pid = 0;
	kill(-pid, SIGKILL); /* what it may have forked */
	return 1;
}

static int open_output(struct td_session *self)
{
	if (self->output == TD_OUTPUT_DROP)
		return open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (self->output_fd >= 0)
		close(self->output_fd);
	self->output_fd = td_memory_file("output", NULL, 0);
	fcntl(self->output_fd, F_SETFL, O_APPEND);
	return dup(self->output_fd);
}

static void child_main(const struct td_session *self, pid_t parent, int output_fd, int error_fd)
{
	int code;

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() == parent)
		td_session_become(self->command, self->channel_fd, self->input_fd, output_fd);
	code = errno;
	if (write(error_fd, &code, sizeof code) < 0)
		_exit(126);
	_exit(127);
}

/* The process exists and has become the program when this returns. */
static void launch(struct td_session *self)
{
	int output_fd = open_output(self), pipe_fds[2], code = 0;
	pid_t parent = getpid();
	ssize_t got;

	if (output_fd < 0 || pipe2(pipe_fds, O_CLOEXEC) < 0)
		die("cannot start %s: %s", self->command->program, strerror(errno));
	fflush(NULL);
	self->pid = fork();
	if (self->pid < 0)
		die("cannot start %s: %s", self->command->program, strerror(errno));
	if (self->pid == 0)
		child_main(self, parent, output_fd, pipe_fds[1]);
	setpgid(self->pid, self->pid);
	close(output_fd);
	close(pipe_fds[1]);
	while ((got = read(pipe_fds[0], &code, sizeof code)) < 0 && errno == EINTR)
		;
	close(pipe_fds[0]);
	if (got > 0)
		die("cannot start %s in %s: %s", self->command->program, self->command->directory, strerror(code));
}

static char *describe_status(int status)
{
	if (WIFSIGNALED(status))
		return td_format("killed by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
	return td_format("exit status %d", WEXITSTATUS(status));
}

/* The reason that a process gives for not coming to main (a library that is missing, say) is in its output. */
static _Noreturn void die_before_main(struct td_session *self, int status)
{
	uint64_t size = 0;
	char *output;

	if (self->output == TD_OUTPUT_DROP) {
		self->output = TD_OUTPUT_KEEP;
		launch(self);
		while (waitpid(self->pid, &status, 0) < 0 && errno == EINTR)
			;
	}
	output = td_session_output(self, &size);
	while (size && output[size - 1] == '\n')
		size--;
	die("%s ended before main (%s)%s%.*s", self->command->program, describe_status(status), size ? ": " : "",
	    (int)size, output);
}

/* Nonzero: the time was up before the program came to main. */
static int start(struct td_session *self)
{
	struct td_channel *channel = self->channel;
	double begin = td_now();
	int status;

	channel->pid = 0;
	channel->module_count = 0;
	__atomic_store_n(&channel->state, TD_STARTING, __ATOMIC_RELEASE);
	launch(self);
	while (state_of(channel) != TD_READY) {
		wait_while(channel, TD_STARTING);
		if (state_of(channel) != TD_READY && has_ended(self, &status))
			die_before_main(self, status);
		if (td_overtime() > longest_overtime) {
			td_session_stop(self);
			return -1;
		}
		if (td_now() - begin > slowest_start || td_interrupt_count() > 1) {
			td_session_stop(self);
			die("%s did not come to main", self->command->program);
		}
	}
	if (channel->magic != TD_CHANNEL_MAGIC || channel->version != TD_CHANNEL_VERSION) {
		td_session_stop(self);
		die("%s was compiled with another version of Treadle; compile it again", self->command->program);
	}
	return 0;
}

/* What can be said about an execution that did not come to its end: written where the runtime would have. */
static struct td_ended *write_end(struct td_session *self, enum td_end end)
{
	struct td_ended *ended = &self->channel->ended;

	ended->end = end;
	ended->number = self->channel->job.first + self->channel->done.executions;
	return ended;
}

static void explain_death(struct td_session *self, int status)
{
	char *how = describe_status(status);
	struct td_ended *ended;

	if (self->channel->ended.end != TD_END_RUNNING)
		return;
	if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL) {
		ended = write_end(self, TD_END_CRASH);
		ended->signal = WTERMSIG(status);
		snprintf(ended->message, sizeof ended->message, "the process was %s", how);
	} else {
		ended = write_end(self, TD_END_UNSUPPORTED);
		if (self->channel->panic[0])
			snprintf(ended->message, sizeof ended->message, "%.127s", self->channel->panic);
		else
			snprintf(ended->message, sizeof ended->message, "the process ended by itself (%s)", how);
	}
	free(how);
}

/* The runtime's handler of TD_WATCHDOG_SIGNAL ends the execution as hung and notes the stack, also when it interrupts a
 * system call. */
static int ask_where(struct td_session *self, pid_t pid)
{
	double begin = td_now(), longest = td_overtime() > 0 ? late_answer_time : answer_time;
	int status;

	kill(pid, TD_WATCHDOG_SIGNAL);
	while (state_of(self->channel) == TD_GO && td_now() - begin < longest) {
		wait_while(self->channel, TD_GO);
		if (state_of(self->channel) == TD_GO && has_ended(self, &status))
			return 0;
	}
	return state_of(self->channel) != TD_GO;
}

/* No event has come for so many seconds. */
static void end_hung(struct td_session *self, double seconds)
{
	pid_t pid = self->channel->job.isolate == TD_ISOLATE_FORK ? td_process_child(self->pid) : self->pid;
	char call[64] = "";
	enum td_activity activity = td_process_activity(pid, call, sizeof call);
	int answered = ask_where(self, pid);
	struct td_ended *ended = &self->channel->ended;

	td_session_stop(self);
	if (answered && ended->end != TD_END_HANG)
		return; /* it had come to an end of its own meanwhile */
	self->lost = !answered;
	if (!answered)
		ended = write_end(self, TD_END_HANG);
	if (activity == TD_BLOCKED) {
		ended->end = TD_END_UNSUPPORTED;
		snprintf(ended->message, sizeof ended->message,
			 "the program has been blocked for %g seconds in the system call %s, which Treadle does not "
			 "control",
			 seconds, call);
	} else if (!ended->message[0]) {
		snprintf(ended->message, sizeof ended->message, "no event for %g seconds", seconds);
	}
}

static void prepare(struct td_session *self, const struct td_job *job)
{
	struct td_channel *channel = self->channel;
	uint64_t longest = channel->done.longest;

	channel->job = *job;
	memset(&channel->done, 0, sizeof channel->done);
	channel->done.longest = longest;
	memset(&channel->ended, 0, sizeof channel->ended);
	channel->interrupt = 0;
}

static void go(struct td_channel *channel)
{
	__atomic_store_n(&channel->state, TD_GO, __ATOMIC_RELEASE);
	syscall(SYS_futex, &channel->state, FUTEX_WAKE, 1, NULL, NULL, 0);
}

void td_session_preset(struct td_session *self, const struct td_job *job)
{
	td_session_stop(self);
	prepare(self, job);
	__atomic_store_n(&self->channel->state, TD_GO, __ATOMIC_RELEASE);
}

/* It may still be making events: then it is not hung, just long.  In either case it is no execution that counts. */
static void give_up(struct td_session *self, double last_beat)
{
	double silence = floor(10 * (td_now() - last_beat)) / 10;
	uint64_t executions = self->channel->done.executions;

	end_hung(self, silence);
	self->channel->done.executions = executions;
	if (silence < longest_overtime && self->channel->ended.end == TD_END_HANG)
		self->channel->ended.message[0] = 0;
	self->given_up = 1;
}

/* A session that has no tick, since it is not the exploration's own, is to stop all the same. */
static void stop_if_late(const struct td_session *self)
{
	if (!self->tick && self->channel->job.kind == TD_JOB_EXPLORE && td_is_late())
		self->channel->interrupt = 1;
}

/* When time is up, what is under way has a moment, whatever it is.  When the user has interrupted, it has some seconds.
 */
static int is_beyond_hope(double asked_at, double last_beat)
{
	double now = td_now();

	if (td_overtime() > longest_overtime)
		return 1;
	return (asked_at > 0 && now - asked_at > longest_execution) ||
	       (td_is_late() && now - last_beat > longest_execution);
}

/* Returns 0 when the job has ended in whatever way, -1 when the user does not want to wait for it, or it was asked to
 * end and the execution under way does not. */
static int wait_for_end(struct td_session *self)
{
	struct td_channel *channel = self->channel;
	uint64_t beat = channel->done.beat;
	double last_beat = td_now(), asked_at = 0;
	int status;

	while (state_of(channel) == TD_GO) {
		wait_while(channel, TD_GO);
		if (self->tick)
			self->tick(self->context);
		stop_if_late(self);
		if (channel->interrupt && asked_at == 0)
			asked_at = td_now();
		if (td_interrupt_count() > 1)
			return -1;
		if (is_beyond_hope(asked_at, last_beat)) {
			give_up(self, last_beat);
			return -1;
		}
		if (state_of(channel) != TD_GO)
			break;
		if (has_ended(self, &status)) {
			explain_death(self, status);
			self->lost = 1;
			break;
		}
		if (__atomic_load_n(&channel->done.beat, __ATOMIC_RELAXED) != beat) {
			beat = channel->done.beat;
			last_beat = td_now();
		} else if (self->watchdog > 0 && td_now() - last_beat > self->watchdog) {
			end_hung(self, self->watchdog);
			break;
		}
	}
	if (self->tick)
		self->tick(self->context);
	return 0;
}

int td_end_spoils_process(enum td_end end)
{
	switch (end) {
	case TD_END_CRASH:
	case TD_END_ABORT:
	case TD_END_HANG:
	case TD_END_USE_AFTER_FREE:
	case TD_END_DOUBLE_FREE:
	case TD_END_BAD_FREE:
	case TD_END_HEAP_OVERFLOW:
	case TD_END_USE_AFTER_RETURN:
	case TD_END_UNSUPPORTED:
		return 1;
	default:
		return 0;
	}
}

int td_session_run(struct td_session *self, const struct td_job *job)
{
	int status;

	if (td_overtime() > longest_overtime)
		return -1;
	if (self->pid && has_ended(self, &status))
		self->pid = 0;
	self->lost = self->given_up = 0;
	prepare(self, job);
	if (!self->pid && start(self) < 0)
		return -1;
	go(self->channel);
	if (wait_for_end(self) < 0) {
		td_session_stop(self);
		return -1;
	}
	if (td_end_spoils_process(self->channel->ended.end) && job->isolate != TD_ISOLATE_FORK)
		td_session_stop(self);
	return 0;
}

char *td_session_output(const struct td_session *self, uint64_t *size)
{
	off_t end = self->output_fd < 0 ? 0 : lseek(self->output_fd, 0, SEEK_END);
	char *bytes = td_alloc((size_t)end + 1);
	off_t done = 0;

	while (done < end) {
		ssize_t got = pread(self->output_fd, bytes + done, (size_t)(end - done), done);

		if (got <= 0)
			break;
		done += got;
	}
	*size = (uint64_t)done;
	return bytes;
}
