/* One execution for each reads-from class: two executions are the same if every read reads from the same write
 * (Abdulla et al., OOPSLA 2019; Agarwal et al., CAV 2021).  readsfrom_graph.h has the words, doc/design/reads-from.md
 * the differences from the papers.
 *
 *   node       a step that reads, where it was decided what it reads, and K, the cut of all that was fixed before.
 *   key        of memory: the source of a byte of the node's step, with its past; of a synchronisation object: which step comes
 *              next at the object, with its past.  What can come after K falls into as many parts as there are keys: no execution
 *              has two, each has one.
 *   way        to a key not tried yet: an order of K, the key's past and the step itself, which a witness (witness.h) has shown to
 *              be possible.  So every execution is a new one and none is begun in vain.
 *
 * An execution first follows a way and then runs freely; each step that reads there becomes a node.  Afterwards the
 * keys that its steps show to the nodes are looked for, and the deepest node with a way left gives the next execution.
 *
 * Every key is found.  Memory: let a completion T of K have the step r read from w, not in K.  Without w, let r come
 * last: it reads from some w' with a smaller past, so that key is found (by induction), and among its executions is
 * one with everything w depends on, r not being part of that.  There w, or with other sources what its thread would do
 * in w's place, is seen. Objects: if x comes next at the object in T and not r, then without x, r could have come
 * last; in that execution x's thread stands before x, whether it happens later or is blocked for ever.
 *
 * A step of several bytes or objects is decided one after the other (level), each with the ones before it fixed. */
#ifndef TD_RT_READSFROM_H
#define TD_RT_READSFROM_H

#include "readsfrom_graph.h"

struct td_rf_choice {
	uint32_t at, which, outcome; /* the at-th step of the way */
};

struct td_rf_way {
	struct td_rf_way *next;
	uint64_t key;
	uint32_t level;
	uint32_t length;
	uint32_t changed[2], changed_count; /* steps of the way that read from elsewhere than before */
	uint32_t target;                    /* the step that has the key */
	uint8_t is_next;                    /* it comes next at the object instead of the node's own step */
	uint32_t choice_count, choice_room;
	struct td_rf_choice *choices;
	uint16_t *threads;
};

struct td_rf_node {
	uint16_t thread;
	uint32_t number;
	uint8_t is_object;           /* its keys are about who comes next at an object */
	uint8_t is_own;              /* in the execution it is its own step that comes next there */
	uint8_t only_chooses;        /* its sources are fixed, but not what it chooses */
	uint8_t could;               /* what could be done with the object */
	uint32_t threads;
	uint32_t *cut;               /* K */
	uint64_t *keys;              /* known, hashed; 0: free */
	uint32_t key_count, key_room;
	struct td_rf_way *ways;
};

void td_readsfrom_setup(void);
void td_readsfrom_reset(void);
void td_readsfrom_begin(void);
int td_readsfrom_is_prescribed(void); /* the next step is not free */
struct td_fiber *td_readsfrom_pick(struct td_fiber **enabled, uint32_t count);
uint32_t td_readsfrom_choice(uint32_t n);
void td_readsfrom_touch(const struct td_fiber *fiber, const struct td_touch *touch);
void td_readsfrom_order(const struct td_fiber *before, const struct td_fiber *after);
void td_readsfrom_end(void);
int td_readsfrom_next(void);

uint32_t td_readsfrom_wasted(void);  /* executions that did not go the way they were to go */

/* readsfrom_keys.c: put ways to all keys that the execution shows into the node. */
void td_rf_find_keys(struct td_rf_node *node);
void td_rf_check_frees(void);                   /* notice what this search cannot tell apart */
int td_rf_has_key(const struct td_rf_way *way); /* the execution has come to what the way was for */

#endif
