/* Plays the runtime's part on the channel, badly if asked to: for tests of the tool's side.
 *
 *   actor ROLE NUMBER    behaves as ROLE says in execution NUMBER; all others pass
 *
 * There are no threads and no events; the schedule of an execution is one segment that holds its number. */
#define _GNU_SOURCE
#include "wire/channel.h"

#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

const char treadle_rt_version[] = "an actor";

static struct td_channel *channel;
static const char *role = "pass";
static uint64_t when;

static int plays(const char *name)
{
	return !strcmp(role, name);
}

static void set_state(uint32_t state)
{
	__atomic_store_n(&channel->state, state, __ATOMIC_RELEASE);
	syscall(SYS_futex, &channel->state, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static void on_question(int number)
{
	(void)number;
	channel->ended.end = TD_END_HANG;
	set_state(TD_READY);
	while (1)
		pause();
}

static void end(enum td_end how, const char *message)
{
	channel->ended.end = how;
	snprintf(channel->ended.message, sizeof channel->ended.message, "%s", message);
}

static void block(void)
{
	int ends[2];
	char byte;

	if (pipe(ends) == 0 && read(ends[0], &byte, 1) == 1)
		abort();
}

/* Two accesses that race, seen in an execution that passes; to make it again takes for ever. */
static void race(void)
{
	if (channel->job.kind != TD_JOB_EXPLORE || channel->hunt.count)
		while (1)
			;
	for (uint32_t i = 0; i < 3; i++)
		channel->races.races[i] = (struct td_data_race){ .execution = when, .pc = { 2 * i + 1, 2 * i + 2 } };
	channel->races.race_count = 3;
	channel->done.raced = 1;
}

/* The execution that is not like the others. */
static void misbehave(void)
{
	if (plays("find"))
		end(TD_END_ASSERT, "found");
	else if (plays("flaky") && channel->job.kind == TD_JOB_EXPLORE)
		end(TD_END_ASSERT, "found once");
	else if (plays("die"))
		kill(getpid(), SIGSEGV);
	else if (plays("leave"))
		_exit(4);
	else if (plays("unsupported"))
		end(TD_END_UNSUPPORTED, "the program did something strange");
	else if (plays("exhaust"))
		channel->done.exhausted = 1;
	else if (plays("block") || plays("block-deaf"))
		block();
	else if (plays("race"))
		race();
	else if (plays("burn") || plays("burn-deaf"))
		while (1)
			;
}

static void execute(uint64_t number, int is_plainest)
{
	channel->ended = (struct td_ended){ .number = number, .segment_count = 1, .thread_count = 1 };
	channel->segments[0] = (struct td_segment){ .until = number };
	channel->ended.op_hash = plays("vary") || plays("vary-in-place") ? (uint64_t)rand() : 1;
	if (plays("vary-in-place") && channel->job.isolate == TD_ISOLATE_FORK)
		channel->ended.op_hash = 1;
	if (plays("slow"))
		usleep(10000);
	if (number == when && !is_plainest)
		misbehave();
	if (channel->ended.end == TD_END_RUNNING)
		channel->ended.end = TD_END_PASSED;
	channel->done.file_writes |= plays("write");
	channel->done.executions++;
	channel->done.beat++;
	channel->fingerprints[channel->done.fingerprints++ % TD_MAX_FINGERPRINTS] = number + 1;
}

static void work(void)
{
	const struct td_job *job = &channel->job;

	if (job->kind == TD_JOB_FOLLOW) {
		execute(job->segment_count ? channel->segments[0].until : 0, !job->segment_count);
		return;
	}
	for (uint64_t i = 0; i < job->count && !channel->interrupt; i++) {
		execute(job->first + i, 0);
		if (channel->ended.end != TD_END_PASSED || channel->done.raced || channel->done.exhausted)
			break;
	}
}

int main(int argc, char **argv)
{
	const char *fd = getenv(TD_CHANNEL_ENV);

	if (argc > 2) {
		role = argv[1];
		when = strtoull(argv[2], NULL, 10);
	}
	if (plays("early")) {
		fprintf(stderr, "a library is missing\n");
		return 3;
	}
	channel = mmap(NULL, sizeof *channel, PROT_READ | PROT_WRITE, MAP_SHARED, fd ? atoi(fd) : -1, 0);
	if (channel == MAP_FAILED)
		return 1;
	signal(TD_WATCHDOG_SIGNAL, strstr(role, "deaf") ? SIG_IGN : on_question);
	set_state(TD_READY);
	while (1) {
		while (__atomic_load_n(&channel->state, __ATOMIC_ACQUIRE) == TD_READY)
			syscall(SYS_futex, &channel->state, FUTEX_WAIT, TD_READY, NULL, NULL, 0);
		work();
		set_state(TD_READY);
	}
}
