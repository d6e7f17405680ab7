#include "rules.h"

#include <string.h>

#define PREFIX "treadle/"

#define LOOK_AT_ORDER \
	"Read the interleaving from top to bottom: where a thread is preempted, another one gets between two steps " \
	"that belong together. Replay it with the command given, also inside gdb (--gdb). "

static const struct td_rule assertion = {
	"treadle/assert",
	"FailedAssertion",
	TD_LEVEL_ERROR,
	"An assertion fails in some order of the threads.",
	"There is an order in which the threads of the program can run so that assert, treadle_assert or reach_error "
	"fails.",
	LOOK_AT_ORDER
	"Then make these steps one: hold a lock around them, or look again at what was read before acting on it."};

static const struct td_rule abortion = {"treadle/abort",
					"Abort",
					TD_LEVEL_ERROR,
					"The program aborts in some order of its threads.",
					"There is an order in which the threads can run so that the program calls "
					"abort, or an exception is not caught.",
					LOOK_AT_ORDER "The stack shows who called abort."};

static const struct td_rule crash = {
	"treadle/crash",
	"Crash",
	TD_LEVEL_ERROR,
	"The program crashes in some order of its threads.",
	"There is an order in which the threads can run so that the program gets a fatal signal, such as for a NULL "
	"pointer.",
	LOOK_AT_ORDER
	"Look for the write that made the pointer or index what it is, and for what should have come before."};

static const struct td_rule exit_code = {"treadle/exit-code",
					 "WrongExitStatus",
					 TD_LEVEL_ERROR,
					 "The program ends with a wrong exit status in some order of its threads.",
					 "There is an order in which the threads can run so that the exit status is "
					 "not the one that is expected (--expect-exit).",
					 LOOK_AT_ORDER};

static const struct td_rule deadlock = {"treadle/deadlock",
					"Deadlock",
					TD_LEVEL_ERROR,
					"All threads wait for ever.",
					"There is an order in which the threads can run so that none of them can go "
					"on: each waits for a lock, a signal, a message "
					"or the end of another.",
					"Each thread's place is given. If they wait for locks, take locks in the same "
					"order everywhere; if one waits for a signal that "
					"came too early, test the condition under the lock before waiting."};

static const struct td_rule cycle = {"treadle/cycle",
				     "DeadlockOfSomeThreads",
				     TD_LEVEL_ERROR,
				     "Some threads wait for each other for ever.",
				     "There is an order in which the threads can run so that some of them wait for "
				     "each other in a circle while others go on.",
				     "Each thread's place is given. Take locks in the same order everywhere."};

static const struct td_rule lock_order = {
	"treadle/lock-order",
	"LockOrder",
	TD_LEVEL_WARNING,
	"Locks are taken in orders that can end in a deadlock.",
	"In an execution that went well, threads took locks in such orders that another execution could end with each "
	"of them "
	"waiting for the next. That execution has not been made.",
	"Take locks in the same order everywhere. If the orders can never meet, say why in treadle.suppress."};

static const struct td_rule self_deadlock = {
	"treadle/self-deadlock", "SelfDeadlock", TD_LEVEL_ERROR, "A thread waits for itself.",
	"A thread locks what it holds already, or waits for a once routine from inside of it.",
	"Do not call functions that take a lock while holding it, or make a variant of them that expects it to be held."
};

static const struct td_rule not_owner = {
	"treadle/not-owner", "UnlockWithoutLock", TD_LEVEL_ERROR, "A thread unlocks what it does not hold.",
	"A lock is released by a thread that does not hold it: another thread does, or nobody.",
	"Release a lock in the thread that took it, and once. To hand over between threads use a semaphore."
};

static const struct td_rule bad_primitive = {
	"treadle/bad-primitive",
	"MisusedPrimitive",
	TD_LEVEL_ERROR,
	"A synchronisation object is used outside of its life.",
	"A mutex, condition variable, semaphore or the like is used before it is initialised or after it is destroyed, "
	"or is destroyed, "
	"initialised again, overwritten or freed while in use.",
	"Initialise it before the threads that use it are created, and destroy it after they were joined."};

static const struct td_rule use_after_free = {
	"treadle/use-after-free",
	"UseAfterFree",
	TD_LEVEL_ERROR,
	"Memory is used after it was freed.",
	"There is an order in which the threads can run so that one uses memory that another has freed.",
	"The related places say where the block was allocated and freed. Count references before the lock that "
	"protects the pointer is "
	"released, or free only what no other thread can still reach."};

static const struct td_rule double_free = {
	"treadle/double-free",
	"DoubleFree",
	TD_LEVEL_ERROR,
	"Memory is freed twice.",
	"There is an order in which the threads can run so that a block is freed that has been freed before.",
	"The related places say where. Decide under a lock, or by an atomic operation, who is the last to use the "
	"block."};

static const struct td_rule bad_free = {
	"treadle/bad-free", "BadFree", TD_LEVEL_ERROR, "Something is freed that was not allocated.",
	"free gets an address that malloc and its relatives did not return.",
	LOOK_AT_ORDER
};

static const struct td_rule heap_overflow = {
	"treadle/heap-overflow", "HeapOverflow", TD_LEVEL_ERROR, "Memory outside of any heap block is used.",
	"There is an order in which the threads can run so that an access lies between the blocks of the heap.",
	LOOK_AT_ORDER "Often a length or an index was read before another thread changed it."
};

static const struct td_rule use_after_return = {"treadle/use-after-return",
						"UseAfterReturn",
						TD_LEVEL_ERROR,
						"A variable is used after its thread or function is over.",
						"There is an order in which the threads can run so that one uses a "
						"variable on the stack of another, or a thread-local one, when "
						"that thread has ended or has returned from the function.",
						"Let the thread or function wait for all that have the address of its "
						"variables (join them), or put what they share on the heap."};

static const struct td_rule leaked_thread = {
	"treadle/leaked-thread", "LeakedThread", TD_LEVEL_ERROR, "The program ends while a thread is blocked for ever.",
	"main returns while a thread that is neither detached nor joined waits for what nobody will do any more.",
	"Join the thread, which then shows the deadlock, or see that it is told to end."
};

static const struct td_rule endless = {"treadle/endless",
				       "EndlessExecution",
				       TD_LEVEL_ERROR,
				       "Threads go round for ever with nothing changing.",
				       "All threads that can run read the same values again and again: they wait, in "
				       "loops, for what nobody will write any more.",
				       LOOK_AT_ORDER};

static const struct td_rule hang = {"treadle/hang",
				    "Hang",
				    TD_LEVEL_ERROR,
				    "The program does nothing for a long time.",
				    "An execution made no event for the time that --watchdog says: it computes for "
				    "ever, or waits in a system call.",
				    "If it only computes for long, give a longer --watchdog."};

static const struct td_rule race = {"treadle/race",
				    "DataRace",
				    TD_LEVEL_ERROR,
				    "Two threads access the same memory with nothing that orders them.",
				    "Two threads access the same memory, one of them writes, not both accesses are "
				    "atomic, and nothing makes one come before the "
				    "other. The language gives such a program no meaning.",
				    "The related place is the other access. Protect both with the same lock or make "
				    "them atomic. If the race is meant, say why in "
				    "treadle.suppress."};

static const struct td_rule other = {
	"treadle/other", "OtherFinding", TD_LEVEL_ERROR, "Something goes wrong in some order of the threads.",
	"There is an order in which the threads can run so that the program fails.", LOOK_AT_ORDER
};

const struct td_rule *const td_rules[] = {
	&assertion,        &abortion,      &crash,         &exit_code,      &deadlock,    &cycle,    &lock_order,
	&self_deadlock,    &not_owner,     &bad_primitive, &use_after_free, &double_free, &bad_free, &heap_overflow,
	&use_after_return, &leaked_thread, &endless,       &hang,           &race,        &other,    NULL};

const struct td_rule *td_rule_of(const char *word)
{
	for (size_t i = 0; td_rules[i]; i++)
		if (!strcmp(td_rules[i]->id + strlen(PREFIX), word))
			return td_rules[i];
	return &other;
}
