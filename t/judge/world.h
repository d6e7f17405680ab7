/* What the parts of the world (judge.h) and the code that t/lib/Outside.pm writes for a program share.
 *
 *   habits   how the world behaves in one run: when threads run, whether creating fails, what is given, what is answered where.
 *            They are drawn for each run, or are those of an earlier one that came further than others, with changes (habits.c).
 *   fibre    a thread of the program, or the program itself, number 0.  Only one runs at a time.
 *   step     where a fibre calls the world: another one may run, if the habits say so.
 *   linger   a thread that is in a function outside may stay there as long as others can run.
 *
 * How many are alive is counted after all that have begun were let go on to where they linger, wait, or have ended (threads.c):
 * a thread that only has its end before it is not kept from it, for then no live count would ever be right.  One that has not begun
 * is alive.
 */
#ifndef WORLD_H
#define WORLD_H

#include <stddef.h>

/* Who creates MANY has no limit, unless fewer than MANY_ALIVE are ever there at a time.  Limits of programs are far below. */
enum { MANY = 1500, MANY_ALIVE = 600, FIBRES = 4096 };

/* A run is over after so many steps, or blocks of code, without a creation; or after so many in all. */
enum { STEPS = 3000, ALL_STEPS = 100000, BLOCKS = 300000, ALL_BLOCKS = 20000000 };

/* How many places that ask, blocks, and earlier runs are told apart or remembered. */
enum { SITES = 256, PLACES = 4096, KEPT = 16 };

enum { JUDGE_THREADS, JUDGE_SOCKETS, JUDGE_MEMORY };
enum { OLDEST, NEWEST, ANY };
enum answering { VARYING, MOSTLY, FIXED };

struct answer {
	enum answering kind;
	long value;
};

struct habits {
	unsigned long seed;
	int pausing; /* how often the program lets others run where it could go on: 0 never, 1 now and then, 2 always */
	int thread_pausing; /* how often a thread does, the same */
	int block; /* a thread lets others run when it comes to so many blocks of its code; 0 never */
	int lingering; /* how often a thread stays in functions outside, the same */
	int order; /* who is next: OLDEST, NEWEST, ANY */
	int main_first; /* the program itself goes on as soon as it can */
	int backwards; /* the program's functions are called from the last to the first */
	int meddling; /* others call functions of the program that take locks at any time */
	int failing; /* creating may fail */
	int by_site; /* answers are chosen for each place that asks; otherwise for each function */
	int sharing; /* objects that are given are the same for all of a type */
	struct answer answers[SITES];
};

/* What outlives a run. */
struct outcome {
	int most_created, most_alive;
	int faults; /* runs that ended because something was not there */
	long best_score;
	struct habits best, kept[KEPT];
	int kept_count;
	unsigned char is_seen[PLACES]; /* blocks of the program's code that some run has come to */
	unsigned long sites[SITES];
};

extern struct outcome *judge_outcome;
extern struct habits judge_habits;

/* habits.c */
unsigned judge_below(unsigned n);
void judge_draw_habits(unsigned long number);
void judge_keep_habits(long score, int is_new);
long judge_any_answer(void);

/* answers.c: what function WHO says where it was called; PART tells the questions of one call apart. */
long judge_answer_at(unsigned long who, const void *where, int part);

/* threads.c; what a program has more or less of counts if it is what is looked for. */
void judge_gain(int resource);
void judge_lose(int resource);
void judge_begin_threads(void);
void judge_step(void);
void judge_linger(void);
void judge_wait_for(int (*can_go_on)(const void *what), const void *what);
void judge_run_all(void);
int judge_current(void);
void judge_add_outside(void *(*function)(void *), void *argument);
int judge_create_somehow(void);
_Noreturn void judge_end(void *result);
_Noreturn void judge_leave(void);

/* given.c */
int judge_small(void);
int judge_bit(void);
int judge_given(void);
int judge_kind(void);
long judge_amount(void);
int judge_length(void);
void *judge_room(void);
void *judge_numbers(void);
char **judge_names(void);
char *judge_text(void);
void *judge_poll(void);
void *judge_or(void *one, void *other);
void *judge_pointer_to(void *object);
void *judge_object(int type, void (*fill)(void *object, int depth), int depth);
void *judge_one_of(int number, void *const *things);
long judge_function(void);
void *judge_function_for_objects(void);

/* Whether a function is what PLACE points to; it can be asked where both are known. */
#define JUDGE_IF_FITS(place, function) \
	(__builtin_types_compatible_p(__typeof__(place), __typeof__(&(function))) ? (void *)&(function) : NULL)

/* outside.c: functions of the program that others may call at any time. */
void judge_outside_may_call(void (*function)(void));
void judge_outside_may_call_in(void (**place)(void));
void judge_outside_may_call_entry(int number);
void judge_poll_again(void *polled, const void *where);
int judge_queue(const void *queue, int change);

/* Written for each program: where its code is, what is counted, what others' variables begin with, and calls of its functions. */
extern const unsigned long judge_program;
extern const int judge_resource;
extern const int judge_entry_count;
void judge_begin(void);
void judge_entry(int number);

#endif
