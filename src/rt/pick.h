/* The policies: which of the enabled fibres goes on. */
#ifndef TD_RT_PICK_H
#define TD_RT_PICK_H

#include "fiber.h"

/* A new TD_JOB_FOLLOW: keep its schedule. */
void td_pick_take_schedule(void);

/* A new execution, its policy and its seed taken from the job.  For TD_JOB_FOLLOW the given schedule comes first. */
void td_pick_reset(uint64_t number);

/* The next fibre to run; NULL if none is enabled.  `current` has an operation pending or has ended. */
struct td_fiber *td_pick(struct td_fiber *current);

uint32_t td_pick_choice(uint32_t n);
uint32_t td_pick_below(uint32_t n);                 /* 0..n-1, drawn from the policy's seed */

void td_pick_new_fiber(struct td_fiber *fiber);
void td_pick_new_operation(struct td_fiber *fiber); /* its pending operation is another one now */
void td_pick_done(const struct td_event *event);    /* an event has happened */

void td_pick_changed(void);                         /* something is not as it was before */
void td_pick_quiet(void);                           /* some fibre is spinning, going round, yielding or could only time out */
/* It sleeps or yields: for how many more events others are to run first.  Who does so again and again waits for somebody, who may need
 * long (a client tries to connect until the server is there), and gives way for longer each time, where turns are drawn. */
uint32_t td_pick_nap(struct td_fiber *fiber);

/* After an execution: the next leaf of a depth-first policy's tree. */
void td_pick_advance(void);

/* Instead, when it could not go on: it is made once more. */
void td_pick_retry(void);

/* How much of its tree a search has behind it: at each decision on its way all alternatives count alike (Knuth's estimate).
 * 0 if it is not known. */
double td_pick_fraction(void);

/* Is every access to be an event, whether known to be shared or not?  For the first executions, which find out what
 * is shared, and for a depth-first policy that is no systematic search: its word that everything was tried must hold. */
int td_pick_sees_all(void);

/* A systematic search is on: the policies that try every order, every one within a bound, or one of each class. */
int td_pick_is_systematic(void);
int td_pick_schedule_goes_on(void);                 /* FOLLOW: there are segments left */
int td_pick_is_tracing(void);                       /* ... one of each class: they want to know what follows */
int td_pick_is_by_trace(void);                      /* ... by the order of dependent steps: search.h */
int td_pick_is_by_reads_from(void);
struct td_touch;
void td_pick_touch(const struct td_fiber *fiber, struct td_touch *touch);
void td_pick_order(const struct td_fiber *before, const struct td_fiber *after);
void td_pick_in_stretch(const struct td_fiber *fiber); /* it has another operation in its atomic stretch */
void td_pick_nobody_goes_on(void);                  /* but by giving up waiting, see patience.h */
void td_pick_end(void);                             /* of the execution, while its fibres are still there */

/* Loops may go round for a while before they count as spinning: in a systematic search, and where a schedule lets some threads run
 * only when no other can. */
int td_pick_is_patient(void);

int td_pick_goes_on(const struct td_fiber *fiber);  /* nobody notices its operation: it need not be picked */
int td_pick_is_following(void);                     /* along a given schedule */

/* The fibre may go on; so far, if it makes no events. */
void td_pick_grant(struct td_fiber *fiber);

/* The fibre has come to the end of its segment, or of what it was granted. */
void td_pick_segment_over(struct td_fiber *fiber);

#endif
