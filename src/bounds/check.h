/* One loop on the way from a creation, and the question whether it can create without limit.
 *
 * The way leads from the creation outwards: places[0] is the creation in its function, places[1] the call of that function, and so
 * on up to the function that has the loop, places[level].  A way round (struct td_loop) is a loop of the source, a label and a goto
 * back to it, or a function that comes to call itself, be it by starting a thread.
 *
 * What must hold for a creation to happen once more, round after round, is a formula over comparisons (conditions.c).  It is
 * judged (judge.c): a comparison bounds if it matches a pattern; "and" bounds if one side does, "or" if both do.  There are
 * three answers.  BOUNDED: only so many are ever created.  ALIVE: only so many are there at any time.  UNBOUNDED: nothing that
 * was looked at sets a limit.
 *
 * A scope is a function with the call that led into it, so that a parameter can be looked up where it was passed.  The scope
 * of the loop's own function has no caller: its parameters do not change while the loop runs.
 */
#ifndef TD_BOUNDS_CHECK_H
#define TD_BOUNDS_CHECK_H

#include "commands.h"
#include "creators.h"
#include "graph.h"

enum td_bound { TD_UNBOUNDED, TD_ALIVE, TD_BOUNDED, TD_SUPPRESSED };

enum td_loop_kind { TD_LOOP_STATEMENT, TD_LOOP_GOTO, TD_LOOP_RECURSION, TD_LOOP_THREADS };

struct td_loop {
	enum td_loop_kind kind;
	uint32_t node;           /* the statement, the label, or the function's root */
	uint32_t first, last;    /* what is done again and again: without what a for does at its beginning */
	uint32_t back;           /* GOTO: the jump */
	size_t inner;            /* RECURSION, THREADS: the place on the way that has the function already */
};

/* Questions about real programs may lead anywhere, and round in circles: where they get too deep, the answer is "not
 * known". */
enum { TD_MOST_PLACES = 32, TD_DEEPEST = 40, TD_MOST_ASKED = 400, TD_MOST_TRENDS = 4000 };

struct td_scope {
	uint32_t function;
	uint32_t call;           /* in the caller's function */
	const struct td_scope *caller;
	struct td_scope *next;   /* of those that were made, to be freed */
};

/* left `op` right; right 0 stands for the number 0. */
struct td_comparison {
	enum td_operator op;
	uint32_t left, right;
	const struct td_scope *scope;
	uint32_t shown;          /* the condition as it stands in the source */
	uint32_t witness;        /* what is known to be done where the comparison is known to hold; 0: nothing */
};

/* A condition that was looked at, for the report. */
struct td_condition {
	uint32_t node;
	const char *pattern;     /* NULL: it does not bound */
	char *why;
	enum td_bound verdict;
};

struct td_conditions {
	struct td_condition *items;
	size_t count, room;
};

enum td_formula_kind { TD_IS_TRUE, TD_IS_FALSE, TD_IS_ALL, TD_IS_ANY, TD_IS_COMPARISON };

struct td_formula {
	enum td_formula_kind kind;
	struct td_comparison comparison;
	struct td_formula **parts;
	size_t part_count, part_room;
	struct td_formula *next;  /* of all that were made, to be freed */
};

struct td_check {
	const struct td_program *program;
	const struct td_set *threads;   /* functions that run in threads */
	const struct td_doings *in_threads; /* and what they do there */
	enum td_resource resource;
	struct td_scope scopes[TD_MOST_PLACES];
	uint32_t sites[TD_MOST_PLACES]; /* by level: the creation, then the calls */
	size_t level;
	bool once;                      /* pthread_once or the like is on the way */
	struct td_loop loop;
	struct td_set inside;           /* functions that run in the loop */
	struct td_set by_name;          /* those of them that are called by name, and who they call; made when it is needed */
	struct td_doings *doings;       /* and what they do there; NULL: all of it */
	struct td_set others;           /* functions that run in other threads than the loop */
	struct td_set created;          /* functions that run in the threads it creates, as far as that is known */
	struct td_conditions conditions;
	struct td_formula *made;
	struct td_scope *entered;
	const char *pattern;            /* of the verdict */
	char *why;
	unsigned depth;                 /* of questions that lead to questions */
	struct { uint32_t *items; size_t count, room; } open; /* comparisons that are being judged: none is a reason for itself */
	uint32_t witness;               /* of the comparison that is being judged */
	unsigned pointers;              /* fields that lead from one to the next, so far */
	unsigned newborns;              /* questions about new objects that led to this one */
	unsigned asked, trends;         /* how often it was asked where a value comes from, and how one changes */
};

/* What a pattern says. */
struct td_opinion {
	enum td_bound verdict;
	const char *pattern;
	char *why;                      /* to be freed, or NULL */
};

/* check.c */
enum td_bound td_check_loop(struct td_check *self);
void td_check_free(struct td_check *self);

/* formula.c */
struct td_formula *td_formula_compare(struct td_check *self, enum td_operator op, uint32_t left, uint32_t right, uint32_t shown,
				      const struct td_scope *scope);
struct td_formula *td_formula_pair(struct td_check *self, enum td_formula_kind kind, struct td_formula *a, struct td_formula *b);
/* Without "and" inside "and", without what is contradicted, and with what follows from two parts together. */
struct td_formula *td_formula_simplify(struct td_check *self, struct td_formula *all);

/* conditions.c, results.c */
struct td_formula *td_conditions_of(struct td_check *self);
struct td_formula *td_formula_of(struct td_check *self, uint32_t expression, bool positive, const struct td_scope *scope);
/* What must hold for what this function returns to compare with `right` like this. */
struct td_formula *td_formula_of_result(struct td_check *self, enum td_operator op, uint32_t right, const struct td_scope *scope);
/* slot = -1; if (free) slot = i; ... slot >= 0: the value tells that the second write was made, so that its conditions hold.
 * NULL if it does not tell. */
struct td_formula *td_formula_of_value(struct td_check *self, const struct td_comparison *comparison);
/* The end of the statement, further on in the block of a write, that asks: every path to the question has been between
 * the two from the write on.  0: it does not stand like that, or there is a label by which one may come there
 * otherwise. */
uint32_t td_end_of_way(const struct td_program *program, uint32_t write, uint32_t asked);
/* Adds what the statement `outer` asks for its part `inner`, which has the target, to be done. */
void td_formula_guard(struct td_check *self, struct td_formula *all, uint32_t outer, uint32_t inner, uint32_t target,
		      const struct td_scope *scope);
/* Only what the statements around the target ask, from `from` on. */
struct td_formula *td_formula_around(struct td_check *self, uint32_t from, uint32_t target, const struct td_scope *scope);
uint32_t td_child_with(const struct td_program *program, uint32_t outer, uint32_t target);
uint32_t td_jump_target(const struct td_program *program, uint32_t jump);
struct td_formula *td_formula_make(struct td_check *self, enum td_formula_kind kind);
void td_formula_add(struct td_formula *self, struct td_formula *part);
/* What must hold, inside the loop, for this node to be reached when it is not required that the loop goes on. */
struct td_formula *td_formula_to_reach(struct td_check *self, uint32_t from, uint32_t node, const struct td_scope *scope);
struct td_formula *td_formula_not(struct td_check *self, const struct td_formula *of);

bool td_holds(int64_t a, enum td_operator op, int64_t b);

/* outcomes.c: the creation returns 0 if it has succeeded. */
bool td_returns_zero(const struct td_program *program, uint32_t site);
/* The variable becomes 0 there if something is created, and otherwise stays other than 0. */
bool td_keeps_outcome(const struct td_program *program, const struct td_write *write);

/* judge.c */
enum td_bound td_judge(struct td_check *self, const struct td_formula *formula);

/* companions.c: whether something is done whenever a creation is */
/* The node as it is seen on the way: itself, or the call that leads to it; the level is where.  0: it is not on the way. */
uint32_t td_on_the_way(const struct td_check *self, uint32_t node, size_t *level);
/* It is done in each round that creates. */
bool td_accompanies(struct td_check *self, uint32_t node);
/* It is done after each creation, whatever became of that, before the round ends; it stands in the function with the loop. */
bool td_always_follows(const struct td_check *self, uint32_t node);
/* It is done only in rounds that do not create, or when creating has failed. */
bool td_excludes(struct td_check *self, uint32_t node);
/* It is done only when creating has failed. */
bool td_is_after_failure(struct td_check *self, uint32_t node);
/* It takes back what was done to the variable where a test of the variable turned out badly, and gives up. */
bool td_undoes(struct td_check *self, uint32_t node, uint32_t name);
/* What else must hold for it, in a round that creates. */
struct td_formula *td_further_conditions(struct td_check *self, uint32_t node);
bool td_is_in_loop(const struct td_check *self, uint32_t node);
/* The value that a static variable begins with. */
bool td_is_initial(const struct td_program *program, const struct td_write *write);
bool td_is_written_in_loop(const struct td_check *self, const struct td_write *write);
/* Something that an expression mentions is written between two nodes of a function. */
bool td_is_written_between(const struct td_program *program, uint32_t expression, uint32_t a, uint32_t b);
/* Two expressions ask the same, of the same variables, and nothing that they call may answer otherwise. */
bool td_asks_same(const struct td_program *program, uint32_t a, uint32_t b);
uint32_t td_region_begin(const struct td_check *self, size_t level);

/* told.c: whether a part of an if, `inner`, is done when the call sites[level] has come to create, or when it has not.  UNTOLD: what the
 * program's own function returns does not tell.  MEANT_WELL: one cannot look into the creation, and whatever is done where it is asked
 * about is taken for the right thing. */
enum td_outcome { TD_NOT_ASKED, TD_UNTOLD, TD_HAS_CREATED, TD_HAS_FAILED, TD_MEANT_WELL };
enum td_outcome td_outcome_for(const struct td_check *self, size_t level, uint32_t outer, uint32_t inner);
/* told.c: in a branch that is taken when the call sites[level] has created nothing. */
bool td_is_failure(const struct td_check *self, size_t level, uint32_t node);
/* told.c: what the call sites[level] returns when it has come to create; false if that is not known. */
bool td_value_of_success(const struct td_check *self, size_t level, int64_t *value);

/* wayout.c: it is done in the loop only where the loop is left, so that there is no round after it. */
bool td_is_on_way_out(struct td_check *self, uint32_t node);
/* The same where calls through pointers count as well. */
bool td_is_only_on_way_out(struct td_check *self, uint32_t node);
/* Nodes that are done where what is asked about is done. */
struct td_sites {
	uint32_t *items;
	size_t count, room;
};
/* failures.c: the function that is called comes to one of the sites only before it returns that it has failed, and the loop is left
 * then. */
bool td_gives_up(const struct td_check *self, uint32_t call, const struct td_sites *sites);
/* failures.c: the call has returned this number, by which an if behind it, or around it, turns out. */
bool td_result_decides(const struct td_program *program, uint32_t call, int64_t returned, uint32_t question, bool *outcome);

/* failures.c: after the call has returned this number, the site may be come to before the next round of the loop, or the end of the
 * function, `root`. */
bool td_result_leads_to(const struct td_program *program, uint32_t call, int64_t result, uint32_t site, uint32_t root);
/* failures.c: after the call has returned this number, there is no further round of the loop. */
bool td_result_leaves(const struct td_program *program, uint32_t call, int64_t result, uint32_t loop);
bool td_literal_of(const struct td_program *program, uint32_t node, int64_t *value);
/* successes.c: the write to a field of an object is made in each round that creates, by a function that otherwise returns a number with
 * which nothing is created. */
bool td_is_made_unless_failed(struct td_check *self, uint32_t write, uint32_t asked, const struct td_scope *scope);
/* The same for anything that the call at this level comes to do. */
bool td_is_done_by_success(const struct td_check *self, size_t level, uint32_t call, uint32_t node);

/* trend.c */
enum td_trend { TD_OTHER, TD_CONSTANT, TD_RISING, TD_FALLING, TD_RISING_ALIVE, TD_FALLING_ALIVE };
/* How an expression changes from round to round.  `why` says why it is OTHER, or what kind of constant it is; to be freed. */
enum td_trend td_trend_of(struct td_check *self, uint32_t expression, const struct td_scope *scope, char **why);
/* A continue before the write, in the loop's own function, goes on to the next round without it, and so to the use; only what comes
 * behind the write is not come to then. */
bool td_is_skipped(const struct td_check *self, uint32_t write, uint32_t use);
/* int *at = &n: what is done through the pointer is done to the variable, and not seen. */
bool td_is_pointed_to(const struct td_program *program, uint32_t name);
/* A function or variable that stands for configuration, which stays what it is while the program runs, or is read anew. */
bool td_is_configuration(const char *name);
/* counters.c */
enum td_trend td_trend_of_variable(struct td_check *self, uint32_t expression, const struct td_scope *scope, char **why);
/* objects.c: the field that is written belongs to another object than the field that is asked about, which is the same object in
 * every round. */
bool td_is_other_object(struct td_check *self, uint32_t write, uint32_t asked, const struct td_scope *scope);
/* The call of the function with the write hands it another object. */
bool td_is_handed_other(struct td_check *self, uint32_t call, uint32_t write, uint32_t asked, const struct td_scope *scope);
/* The object whose field is meant is the same in every round. */
bool td_is_steady(struct td_check *self, uint32_t node, const struct td_scope *scope);
/* lists.c: the write to a link is to an element of another list than the one that the variable walks along, or takes one out. */
bool td_is_other_list(struct td_check *self, uint32_t write, uint32_t variable);
/* fresh.c: all that the pointer ever points to was made for it. */
bool td_is_always_fresh(const struct td_program *program, uint32_t name);
/* ends.c: the same for lists that are known by pointers to their ends; the walk goes on by `link`. */
bool td_is_other_end(struct td_check *self, uint32_t write, uint32_t variable, uint32_t link);
/* rings.c: the same for lists whose head is an element like the others. */
bool td_is_other_ring(struct td_check *self, uint32_t write, uint32_t variable, uint32_t link);
/* steps.c: the field by which a function that is called takes the variable on, and returns what it has come to; 0: it does not. */
uint32_t td_link_of_call(const struct td_program *program, uint32_t call, uint32_t variable);
/* removals.c: the write moves `end` on to the neighbour `link` of the element at the end, in a branch that is always taken. */
bool td_takes_out_end(struct td_check *self, uint32_t write, uint32_t end, uint32_t link, const struct td_scope *scope);
/* An expression that was copied into a local variable, passed as a parameter or returned by a function is looked up where it
 * came from. */
uint32_t td_resolve(struct td_check *self, uint32_t expression, const struct td_scope **scope);
const struct td_scope *td_home_of(const struct td_check *self, uint32_t node, const struct td_scope *scope);
uint32_t td_argument(const struct td_program *program, uint32_t call, unsigned parameter);
int td_parameter_number(const struct td_program *program, uint32_t function, uint32_t name);

/* The calls that give a function's parameter its value; number: which argument it is, -1 if it is none or if the function is also called
 * through pointers. */
struct td_givers {
	const struct td_use *calls;
	size_t count;
	int number;
};
struct td_givers td_givers_of(const struct td_program *program, uint32_t function, uint32_t name);
struct td_scope *td_enter(struct td_check *self, uint32_t call, const struct td_scope *scope);
/* One of the functions that a call means; NULL if it is being called already. */
struct td_scope *td_enter_function(struct td_check *self, uint32_t function, uint32_t call, const struct td_scope *scope);

/* The patterns.  Each looks at one comparison. */
struct td_opinion td_pattern_counter(struct td_check *self, const struct td_comparison *comparison); /* counters.c */
struct td_opinion td_pattern_flag(struct td_check *self, const struct td_comparison *comparison);    /* flags.c */
struct td_opinion td_pattern_outcome(struct td_check *self, const struct td_comparison *comparison); /* outcomes.c */
struct td_opinion td_pattern_constant(struct td_check *self, const struct td_comparison *comparison); /* constants.c */
/* constants.c: the number that an expression is whenever the loop comes to it; a formula that is never so. */
bool td_number_of(struct td_check *self, uint32_t node, const struct td_scope *scope, int64_t *value);
bool td_never_holds(struct td_check *self, const struct td_formula *formula);
/* newborn.c: the field of an object that was made just now, which no code has set. */
bool td_is_newborn_zero(struct td_check *self, uint32_t field, const struct td_scope *scope);
struct td_opinion td_pattern_walk(struct td_check *self, const struct td_comparison *comparison);    /* walks.c */
struct td_opinion td_pattern_iterator(struct td_check *self, const struct td_comparison *comparison); /* iterators.c */
struct td_opinion td_pattern_arguments(struct td_check *self, const struct td_comparison *comparison); /* arguments.c */
struct td_opinion td_pattern_drain(struct td_check *self, const struct td_comparison *comparison);   /* drains.c */
struct td_opinion td_pattern_try(struct td_check *self, const struct td_comparison *comparison);     /* waits.c */
struct td_opinion td_pattern_kind(struct td_check *self, const struct td_comparison *comparison);    /* kinds.c */
/* These look at the loop as a whole. */
struct td_opinion td_pattern_wait(struct td_check *self);  /* waits.c */
struct td_opinion td_pattern_once(struct td_check *self);  /* flags.c */
struct td_opinion td_pattern_handed(struct td_check *self); /* releases.c */
struct td_opinion td_pattern_range(struct td_check *self); /* walks.c */
struct td_opinion td_pattern_end(struct td_check *self);   /* recursions.c */
struct td_opinion td_pattern_recursion(struct td_check *self);
struct td_opinion td_pattern_relay(struct td_check *self); /* relays.c */
struct td_opinion td_pattern_classes(struct td_check *self); /* classes.c */
struct td_opinion td_pattern_rounds(struct td_check *self); /* rounds.c */

/* relays.c: the site is come to once in a call of its function, and nothing that takes time comes behind it. */
bool td_is_last_work(const struct td_program *program, uint32_t site);

/* drains.c: what is done with a container inside the loop */
struct td_container {
	bool added, removed, shared, named;
	bool grows; /* others may make it longer meanwhile */
};
/* A word of a function's name, as people write them: queue_pop_front has pop and front, popFront too. */
bool td_has_word(const char *name, const char *const *words);
struct td_container td_container_of(struct td_check *self, uint32_t object, const struct td_scope *scope);

/* selves.c: the asked field is one of a variable that the loop calls a method of, and what is written is one of another object. */
bool td_is_other_self(struct td_check *check, uint32_t write, uint32_t asked, const struct td_scope *scope);

/* trend.c: list.end() and the like. */
bool td_is_end_of_list(const struct td_program *program, uint32_t node);

/* made_once.c: what makes the one object that a variable of the whole program has in all rounds; 0: there may be others. */
uint32_t td_made_once(struct td_check *self, uint32_t node);

/* gone.c: the write is made where the thread beside it was found to have ended. */
bool td_thread_is_known_gone(struct td_check *self, uint32_t write);

/* meant.c: the method is called for another object than the one that the variable has; the variable that keeps what a call makes, or 0. */
bool td_is_for_other(const struct td_program *program, uint32_t call, uint32_t variable);
uint32_t td_kept_by(const struct td_program *program, uint32_t site);

/* strides.c: the variable by which the write changes another one is known to be more than nothing there. */
bool td_goes_forward(struct td_check *self, const struct td_write *write, const struct td_scope *scope);
/* strides.c: the node is in the loop's own function, and whatever is done after the creation comes by it or leaves the loop. */
bool td_comes_before_next(const struct td_check *self, uint32_t node);

/* places.c: first->is_busy and second->is_busy, slots[0] and slots[1], as they stand there. */
bool td_are_apart(const struct td_program *program, uint32_t a, uint32_t b);
/* places.c: the write is to another place than the one that is asked about, as far as it is done on the way. */
bool td_is_other_place(struct td_check *self, uint32_t write, uint32_t asked, const struct td_scope *scope);

/* objects.c: td_is_other_object for a write outside the loop, as far as it may run at any time. */
bool td_is_other_elsewhere(struct td_check *self, uint32_t write, uint32_t asked, const struct td_scope *scope);
/* counters.c: in a thread, or from a call through a pointer that is not seen here. */
bool td_may_run_any_time(const struct td_check *self, uint32_t node);

/* elements.c: the variable walks along a list that stays as it is while the loop runs. */
bool td_is_element(struct td_check *self, uint32_t object, const struct td_scope *scope);

/* handed_tables.c: all that is done to the elements of a table that the loop's own function has and hands down, by whatever name; false if
 * it is another table in each round, or goes where it cannot be followed. */
bool td_find_table(const struct td_check *self, uint32_t base, const struct td_scope *scope, struct td_writes *writes);

/* handoffs.c: the loop waits for what the thread does when it begins. */
struct td_opinion td_pattern_handoff(struct td_check *self);
/* handoffs.c: the thread that was created does it before the loop can go on to its next round. */
bool td_is_waited_for(struct td_check *self, uint32_t node);
/* pipes.c: the same, because the loop reads from a pipe that the thread, which begins with the function `root`, writes to. */
bool td_is_waited_for_by_pipe(struct td_check *self, uint32_t node, uint32_t root);
/* joins.c: on every way from the creation to the end of the round, what was created is waited for. */
struct td_opinion td_pattern_every_way(struct td_check *self);
/* joins.c: it may be replaced by another one before it is waited for. */
bool td_is_lost_before_wait(struct td_check *self);
/* joins.c: every way from sites[level] to the end of the round comes by the node, if it stands behind, as far as jumps are concerned. */
bool td_postdominates_site(struct td_check *self, uint32_t node, size_t level);
/* joins.c: while (!stop) { create; if (!stop) wait; }: every path to the next round passes the wait. */
bool td_asks_like_loop(const struct td_check *self, uint32_t statement);
/* joins.c: the call in the loop is about another one in each round, so that it goes over all that there are. */
bool td_goes_over(const struct td_program *program, uint32_t loop, uint32_t call);
/* waits.c: where the creation keeps what it has made, 0 if that is not known; a wait for it; whether other functions know it by the
 * same name. */
uint32_t td_handle_of(struct td_check *self);
/* enders.c: the function is given the address of the handle, and waits for what is kept there. */
bool td_ends_what_is_kept(const struct td_check *self, uint32_t call, uint32_t handle);
/* waits.c: it only looks whether a thread has ended. */
bool td_does_not_wait(const struct td_program *program, uint32_t call);
bool td_waits_for_handle(const struct td_check *self, uint32_t call, uint32_t handle);
bool td_is_known_outside(const struct td_program *program, uint32_t handle);
/* waits.c: the field is set whenever something is created; an if around the creation asks the same as this one does for a part of it. */
bool td_is_set_with_creation(struct td_check *self, uint32_t name);
bool td_is_asked_for_creation(const struct td_check *self, uint32_t outer, uint32_t inner);
/* waits.c: whenever the function is called, it waits for what is kept there, be it some calls further down; the place, or 0. */
uint32_t td_joins_inside(struct td_check *self, uint32_t call, uint32_t handle);
/* restarts.c: whenever the loop comes there, what was created before has been waited for. */
bool td_is_behind_wait(struct td_check *self, uint32_t node);
/* restarts.c: there is a label or a case by which one may come between two nodes from elsewhere. */
bool td_is_entered_between(const struct td_program *program, uint32_t from, uint32_t to);
/* restarts.c: something between two nodes comes to create. */
bool td_creates_between(const struct td_check *self, uint32_t from, uint32_t to);
/* accessors.c: the field that an expression is, or that a function which is called returns; 0: none. */
uint32_t td_field_asked(const struct td_program *program, uint32_t node);
/* accessors.c: the number of the parameter that the function with the write puts into a field whenever it is called; -1: none. */
int td_parameter_set(const struct td_program *program, const struct td_write *write);
/* waits.c: the semaphore that a call waits for, or posts; 0: none. */
uint32_t td_semaphore_taken(const struct td_program *program, uint32_t call);
uint32_t td_semaphore_posted(const struct td_program *program, uint32_t call);

#endif
