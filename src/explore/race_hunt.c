#include "race_hunt.h"

#include "interrupt.h"
#include "replay.h"

static struct td_job job_of(const struct td_race_hunt *self, uint64_t first)
{
	struct td_job job = *self->like;

	job.kind = TD_JOB_EXPLORE;
	job.policy_count = 1;
	job.policies[0] = (struct td_policy){ .kind = TD_POLICY_HUNT };
	job.systematic = job.restart = job.protected = 0;
	job.races = job.learn = 1;
	job.first = first;
	job.count = self->most - first;
	return job;
}

static uint64_t relative(const struct td_channel *channel, uint64_t pc)
{
	return td_relative_address(pc, channel->modules, channel->module_count);
}

static void aim(const struct td_race_hunt *self, struct td_channel *channel, const uint64_t pcs[2])
{
	channel->hunt.count = 2;
	channel->hunt.stop = 0; /* it is the race that counts */
	for (int i = 0; i < 2; i++)
		channel->hunt.targets[i] = (struct td_target){ .site = relative(self->seen, pcs[i]) };
}

/* The race of the last execution that was hunted for. */
static const struct td_data_race *caught(const struct td_race_hunt *self, const struct td_channel *channel,
					 const uint64_t pcs[2])
{
	const struct td_race_book *book = &channel->races;

	for (uint32_t i = 0; i < book->race_count && i < TD_MAX_RACES; i++) {
		const struct td_data_race *race = &book->races[i];
		uint64_t first = relative(channel, race->pc[0]), second = relative(channel, race->pc[1]);
		uint64_t one = relative(self->seen, pcs[0]), other = relative(self->seen, pcs[1]);

		if (((first == one && second == other) || (first == other && second == one)) &&
		    race->execution == channel->ended.number && (race->adjacent || self->apart))
			return race;
	}
	return NULL;
}

/* A race is noted once: for another chance it has to be forgotten, with what is known of the pair. */
static void forget(struct td_channel *channel)
{
	channel->races.race_count = 0;
	for (uint32_t i = 0; i < TD_MAX_PAIRS; i++)
		channel->races.pairs[i].met = 0;
}

/* Nonzero: there are executions left to make. */
static int goes_on(const struct td_channel *channel)
{
	return channel->done.executions && channel->ended.end != TD_END_UNSUPPORTED &&
	       channel->ended.end != TD_END_DIVERGED;
}

struct td_schedule *td_race_hunt(const struct td_race_hunt *self, const uint64_t pcs[2], struct td_data_race *race)
{
	struct td_session *session = td_session_new(self->command, TD_OUTPUT_DROP, self->watchdog);
	struct td_channel *channel = session->channel;
	struct td_schedule *schedule = NULL;
	const struct td_data_race *found;

	for (uint64_t made = 0; made < self->most && !schedule && !td_is_late(); made += channel->done.executions) {
		struct td_job job = job_of(self, made);

		aim(self, channel, pcs);
		if (td_session_run(session, &job) < 0 || !goes_on(channel))
			break;
		found = caught(self, channel, pcs);
		if (found) {
			*race = *found;
			schedule = td_schedule_copy(channel);
		}
		forget(channel);
	}
	td_session_free(session);
	return schedule;
}
