#include "tokens.h"

#include "dependence.h"
#include "reversal.h"
#include "search.h"
#include "rt/state.h"
#include "rt/sys.h"

/* What a wait finds when it looks back. */
struct tokens {
	uint32_t last_take;      /* the last wait before it */
	uint32_t barrier;        /* the last operation of another kind: everything depends on that */
	uint64_t count;          /* after the barrier */
	uint64_t takes, posts;   /* since then: waits, this one included, and posts that happen before it anyhow */
	uint32_t first_post;     /* the first one that need not */
};

static int is_past(uint32_t step, uint32_t post, uint32_t last_take)
{
	return td_is_before_thread(post, td_search_step(step)->thread) ||
	       (last_take != TD_NO_STEP && td_happens_before(post, last_take));
}

static void count_post(struct tokens *self, uint32_t step, uint32_t post)
{
	if (is_past(step, post, self->last_take)) {
		self->posts++;
		return;
	}
	self->first_post = post;
}

static struct tokens count_tokens(uint32_t step, const struct td_touch *take, uint32_t last)
{
	struct tokens self = {TD_NO_STEP, TD_NO_STEP, take->found, 1, 0, TD_NO_STEP};
	for (uint32_t at = last; at != TD_NO_STEP;) {
		const struct td_touch *touch = td_touch_of(at, take->address);
		if (!touch || !touch->group) {
			self.barrier = at;
			break;
		}
		self.count = touch->found;
		if (touch->group == TD_GROUP_POSTS) {
			count_post(&self, step, at);
		} else {
			self.takes++;
			self.last_take = self.last_take == TD_NO_STEP ? at : self.last_take;
		}
		at = touch->before;
	}
	return self;
}

/* Is there another post that could do as well as this one, and does not come after it? */
static int is_replaceable(uint32_t step, const struct td_touch *take, uint32_t last, const struct tokens *tokens)
{
	for (uint32_t at = last; at != tokens->barrier && at != tokens->first_post; at = td_touch_of(at, take->address)->before)
		if (td_touch_of(at, take->address)->group == TD_GROUP_POSTS && !is_past(step, at, tokens->last_take) &&
		    !td_happens_before(tokens->first_post, at))
			return 1;
	return 0;
}

static void meet_take(uint32_t step, struct td_touch *take, uint32_t last)
{
	struct tokens tokens = count_tokens(step, take, last);
	if (tokens.last_take != TD_NO_STEP)
		td_conflicts_with(tokens.last_take);
	else if (tokens.barrier != TD_NO_STEP)
		td_meet_object(take->address, tokens.barrier, take->kind);
	if (tokens.count + tokens.posts >= tokens.takes)
		return;
	if (tokens.first_post == TD_NO_STEP)
		td_panic("a wait for a semaphore went on without a post");
	td_happens_after(tokens.first_post);
	take->with = tokens.first_post + 1;
	if (is_replaceable(step, take, last, &tokens))
		td_races_with(tokens.first_post);
}

/* A wait that came earlier by chance could have had this post instead of the one it needed. */
static void offer_post(uint32_t step, uint32_t take)
{
	uint64_t needed = td_touches(&td_search_step(take)->footprint)->with;
	if (needed && !is_past(step, take, TD_NO_STEP) && !is_past(step, (uint32_t)needed - 1, TD_NO_STEP))
		td_add_race((uint32_t)needed - 1, take, step);
}

void td_tokens_meet(uint32_t step, struct td_touch *touch, uint32_t last)
{
	const struct td_touch *other;
	if (!td_is_looking())
		return;
	if (touch->group == TD_GROUP_TAKES) {
		meet_take(step, touch, last);
		return;
	}
	for (; last != TD_NO_STEP && (other = td_touch_of(last, touch->address)) && other->group; last = other->before) {
		if (touch->group != TD_GROUP_POSTS)
			td_conflicts_with(last);
		else if (other->group == TD_GROUP_TAKES)
			offer_post(step, last);
	}
	if (last != TD_NO_STEP)
		td_meet_object(touch->address, last, touch->kind);
}
