#include "replay.h"

#include <stdlib.h>
#include <string.h>

/* One execution in a fresh process that learns for the next one.  0: the user killed it. */
static int learn(struct td_session *session, const struct td_schedule *schedule, const struct td_job *like)
{
	struct td_job job = td_schedule_job(schedule, like);

	job.learn = 1;
	td_schedule_give(schedule, session->channel);
	if (td_session_run(session, &job) < 0)
		return 0;
	td_session_stop(session);
	return 1;
}

struct td_session *td_replay_prepare(const struct td_command *command, const struct td_job *like,
				     const struct td_schedule *schedule, double watchdog)
{
	struct td_session *session = td_session_new(command, TD_OUTPUT_KEEP, watchdog);
	/* to see what is contended, it is to be known what is shared */
	int passes = like->followed == TD_FOLLOWED_CONTENDED ? 2 : 1;

	for (int pass = 0; pass < passes; pass++)
		if (!learn(session, schedule, like)) {
			td_session_free(session);
			return NULL;
		}
	td_schedule_give(schedule, session->channel);
	return session;
}

/* One execution in a fresh process, which leaves out what cannot be followed, and learns.  0: the user killed it. */
static int follow_leniently(struct td_session *session, const struct td_schedule *schedule, const struct td_job *like,
			    uint8_t followed)
{
	struct td_job job = td_schedule_job(schedule, like);

	job.lenient = job.learn = 1;
	job.followed = followed;
	job.gives_up = followed != TD_FOLLOWED_NONE;
	td_schedule_give(schedule, session->channel);
	if (td_session_run(session, &job) < 0)
		return 0;
	td_session_stop(session);
	return 1;
}

/* The first execution learns what is shared.  What is an event makes no difference to the schedule that comes of it. */
struct td_schedule *td_replay_leniently(const struct td_command *command, const struct td_job *like,
					const struct td_schedule *schedule, double watchdog)
{
	struct td_session *session = td_session_new(command, TD_OUTPUT_DROP, watchdog);
	const struct td_channel *channel = session->channel;
	struct td_schedule *made = NULL;
	int is_made = follow_leniently(session, schedule, like, TD_FOLLOWED_NONE) &&
		      follow_leniently(session, schedule, like, TD_FOLLOWED_ALL) &&
		      (!channel->done.too_many || follow_leniently(session, schedule, like, TD_FOLLOWED_NONE));

	if (is_made && td_end_is_finding(channel->ended.end))
		made = td_schedule_copy(channel);
	td_session_free(session);
	return made;
}

/* A trace keeps the schedule that was followed, not the one that was recorded on the way: after the end of a schedule
 * threads go on by themselves, and checks such as that for endless loops begin only there.  The same input gives the
 * same events. */
static void keep_schedule(struct td_trace *trace, const struct td_schedule *schedule)
{
	free(trace->segments);
	free(trace->choices);
	trace->segments = td_copy(schedule->segments, schedule->segment_count * sizeof *schedule->segments);
	trace->segment_count = schedule->segment_count;
	trace->choices = td_copy(schedule->choices, schedule->choice_count * sizeof *schedule->choices);
	trace->choice_count = schedule->choice_count;
}

static struct td_trace *take_trace(struct td_session *session, const struct td_schedule *schedule)
{
	uint64_t size;
	char *output;
	struct td_trace *trace;

	td_session_stop(session);
	output = td_session_output(session, &size);
	trace = td_trace_capture(session->channel, session->command, output, size);
	keep_schedule(trace, schedule);
	free(output);
	return trace;
}

/* As `like` has it: what is an event, and whether there can be too many (then *too_many is set, and there is no trace).
 */
static struct td_trace *capture(const struct td_command *command, const struct td_job *like,
				const struct td_schedule *schedule, double watchdog, int *too_many)
{
	struct td_session *session = td_replay_prepare(command, like, schedule, watchdog);
	struct td_job job = td_schedule_job(schedule, like);
	struct td_trace *trace = NULL;

	*too_many = 0;
	if (!session)
		return NULL;
	job.detail = 1;
	job.gives_up = like->gives_up;
	if (td_session_run(session, &job) == 0) {
		*too_many = session->channel->done.too_many != 0;
		trace = *too_many ? NULL : take_trace(session, schedule);
	}
	td_session_free(session);
	return trace;
}

struct td_trace *td_replay_capture(const struct td_command *command, const struct td_job *like,
				   const struct td_schedule *schedule, double watchdog)
{
	struct td_job job = *like;
	int too_many;

	job.gives_up = 0;
	return capture(command, &job, schedule, watchdog, &too_many);
}

struct td_trace *td_replay_finding(const struct td_command *command, const struct td_job *like,
				   const struct td_schedule *schedule, double watchdog)
{
	struct td_job job = *like;

	for (job.followed = TD_FOLLOWED_ALL;; job.followed++) {
		struct td_trace *trace;
		int too_many;

		job.gives_up = job.followed != TD_FOLLOWED_NONE;
		trace = capture(command, &job, schedule, watchdog, &too_many);
		if (!too_many)
			return trace;
	}
}

uint64_t td_relative_address(uint64_t address, const struct td_module *modules, uint32_t count)
{
	for (uint32_t i = 0; i < count && i < TD_MAX_MODULES; i++)
		if (address >= modules[i].low && address < modules[i].high)
			return address - modules[i].base + ((uint64_t)i << 56);
	return address;
}

uint64_t td_absolute_address(uint64_t relative, const struct td_module *modules, uint32_t count)
{
	uint64_t number = relative >> 56, offset = relative & ((1ull << 56) - 1);

	if (relative && number < count && offset < modules[number].high - modules[number].base)
		return modules[number].base + offset;
	return relative;
}

int td_same_end(const struct td_ended *a, const struct td_module *modules_a, uint32_t count_a, const struct td_ended *b,
		const struct td_module *modules_b, uint32_t count_b)
{
	if (a->end != b->end)
		return 0;
	/* What goes round for ever may be caught anywhere on its way. */
	if (a->end == TD_END_HANG || a->end == TD_END_ENDLESS)
		return 1;
	/* The thread that runs last notices that one is left behind: that thread itself, if the search let it go on
	 * after the end. */
	return (a->thread == b->thread || a->end == TD_END_LEAKED_THREAD) &&
	       td_relative_address(a->pc, modules_a, count_a) == td_relative_address(b->pc, modules_b, count_b);
}
