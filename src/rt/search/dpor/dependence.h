/* Which steps of an execution are dependent, and which of them race.
 *
 * Every step has a vector clock: for each thread, how many of its steps happen before this one or are it.  A table
 * keeps the last steps that touched a place (places.h); it is made anew in each execution.  search.c calls the
 * functions below as events come; places.c, tokens.c and joint.c report conflicts. */
#ifndef TD_RT_DEPENDENCE_H
#define TD_RT_DEPENDENCE_H

#include "search.h"

void td_dependence_setup(void);
void td_dependence_belong(uint32_t worker);
void td_dependence_reset(void);                     /* no races are known */
void td_dependence_begin(uint32_t kept);            /* an execution; so many of its steps are as in the one before */
void td_dependence_resume(uint32_t kept);           /* the same, when it goes on from a mark */
void td_dependence_mark(void);                      /* see mark.h */
void td_dependence_back(void);
void td_dependence_begin_step(const struct td_fiber *fiber, uint32_t step, int is_new);
void td_dependence_go_on(const struct td_fiber *fiber); /* an atomic stretch has another operation, and is the same step */
void td_dependence_touch(uint32_t step, struct td_touch *touch, int is_new);
void td_dependence_end_step(uint32_t step, int is_new);
/* What `before` has done happens before what `after` will do; in_step: the step under way is of one of them, so this holds
 * from its end on. */
void td_dependence_order(const struct td_fiber *before, const struct td_fiber *after, int in_step);
void td_dependence_order_step(uint32_t step, const struct td_fiber *after, int in_step); /* the same for a step and all before it */

/* The step under way comes after that one, or after all that this fibre has done; neither is a race. */
void td_dependence_after(uint32_t step);
void td_dependence_after_thread(const struct td_fiber *before);

/* The execution ended with `step` while this fibre could still run. */
void td_dependence_pending(uint32_t step, const struct td_fiber *fiber);

/* The step takes from the fibre, which could have given up its wait, the possibility to do so. */
void td_dependence_missed(uint32_t step, const struct td_fiber *fiber);

/* The execution ended with `last`: a thread that waits for an object might have had it before the one that has it. */
void td_dependence_blocked(uint32_t last);

/* No thread can go on after `last`, but by giving up waiting: what comes now comes after everything. */
void td_dependence_nobody_goes_on(uint32_t last, int is_new);

/* Put what the execution's new races ask for into the wake-up trees. */
void td_dependence_reverse_races(uint32_t length, uint32_t kept);


/* Two touches of the same memory or object that come to the same in either order, wherever both are possible. */
int td_touches_commute(const struct td_touch *a, const struct td_touch *b);
int td_several_depend(const struct td_footprint *a, const struct td_footprint *b);

static inline int td_touches_depend(const struct td_touch *a, const struct td_touch *b)
{
	uint64_t a_end = a->address + (a->size ? a->size : 1), b_end = b->address + (b->size ? b->size : 1);
	return (a->writes | b->writes) && a->address < b_end && b->address < a_end && (!a->group || !td_touches_commute(a, b));
}

/* The usual case is quick. */
static inline int td_footprints_depend(const struct td_footprint *a, const struct td_footprint *b)
{
	if (likely(a->count == 1 && b->count == 1))
		return td_touches_depend(td_touches(a), td_touches(b));
	return td_several_depend(a, b);
}
void td_footprint_copy(struct td_footprint *to, const struct td_footprint *from);
void td_footprint_add(struct td_footprint *self, const struct td_touch *touch);
void td_footprint_drop(struct td_footprint *footprint);

/* The step under way comes after this one; it might have come before it; both. */
void td_happens_after(uint32_t step);
void td_races_with(uint32_t step);
void td_conflicts_with(uint32_t step);
void td_meet_object(uint64_t address, uint32_t last, enum td_kind kind); /* ... and those before `last` that touched the object */
void td_meet_jointly(uint32_t step);                 /* ... as far as its touches are joint: see joint.c */
int td_is_looking(void);                             /* it is new: what it depends on is to be found out */
uint32_t td_threads_used(void);                      /* name numbers from this on have had no step */
int td_is_before_thread(uint32_t step, uint32_t thread); /* it happens before what that thread does next */
const struct td_touch *td_touch_of(uint32_t step, uint64_t address); /* of an object; NULL if it does not */

/* Could a step with these touches, which is to come next, have come before `early`?  Where not to be found: TD_NO_STEP, otherwise
 * the latest step on the object of one of them that it could have come before. */
uint32_t td_joint_race_partner(const struct td_footprint *footprint, const struct td_touch *at);

struct td_race;
void td_add_race(uint32_t first, uint32_t second, uint32_t known_at);

/* For the parts of the search among themselves. */
struct td_step *td_search_step(uint32_t index);
int td_search_is_shared(uint32_t index);             /* with other workers: the step's node */

#endif
