/* An execution as a graph, for the search by reads-from: its steps, what each of them read and wrote, and where it read it from.
 *
 *   step       what a thread does from one decision to the next, as in search.h.
 *   access     one thing that a step reads or writes: bytes of memory, or a synchronisation object, which is a byte of its own
 *              (TD_RF_OBJECT in the address).
 *   source     the step that wrote what is read; TD_RF_INITIAL if none did.
 *   past       of a step: its thread's earlier steps, its sources, those that let its thread go on (create, signal, ...), and
 *              their pasts.  A set with the past of all its members is a cut: how many steps of each thread.
 *   hash       of a step: the same in two executions if and only if its past is.
 *   piece      bytes that are always read and written together in this execution.
 *
 * The first half is filled while the execution runs, the second half made afterwards (td_rf_graph_finish), for forked executions in
 * another process; everything lies in shared memory. */
#ifndef TD_RT_READSFROM_GRAPH_H
#define TD_RT_READSFROM_GRAPH_H

#include "readsfrom_print.h"
#include "rt/search/dpor/search.h"

enum { TD_RF_THREADS = 64, TD_STEP_CHOICES = 4, TD_RF_INITIAL = 0xffffffff, TD_RF_ANY = 0xfffffffe };

struct td_rf_run {                   /* bytes of an access that come from one source */
	uint32_t offset, size, source;
};

struct td_rf_access {
	uint64_t address;
	uint64_t expected;           /* compare-and-swap: what it wants to find */
	uint64_t before, after;      /* values, if known */
	uint32_t size, step;
	uint32_t first_run, run_count;
	uint8_t reads, writes;
	uint8_t may_write;           /* with other sources it might have written */
	uint8_t is_swap;             /* a compare-and-swap */
	uint8_t is_free;             /* gives memory back, or takes it from others */
	uint8_t before_known, after_known;
	uint8_t needs;               /* TD_COULD_*: what must be possible for it to happen */
	uint8_t could, could_after;  /* what was possible before and after */
};

struct td_rf_step {
	uint16_t thread;
	uint8_t is_new;              /* not in the execution before, or with other sources there */
	uint8_t is_pending;          /* its thread stood before it when the execution ended */
	uint32_t number;             /* of the thread's steps, from 1 */
	uint32_t first_access, access_count;
	uint32_t first_read, read_count, first_write, write_count; /* pieces */
	uint32_t choice_count, choices[TD_STEP_CHOICES], choice_counts[TD_STEP_CHOICES];
	uint64_t hash_before;        /* of its thread */
	uint64_t hash;
};

struct td_rf_read {
	uint32_t piece, source, access;
	uint32_t offset, size;       /* in the access */
	uint32_t level;              /* bytes of the step that are read before */
};

struct td_rf_write {
	uint32_t piece, access, step;
	uint32_t next;               /* write of this piece before it, + 1 */
	uint8_t writes;              /* it does; otherwise it only might have */
};

struct td_rf_graph {
	uint32_t length;             /* steps that happened */
	uint32_t total;              /* with those that are pending */
	uint32_t threads;
	uint32_t access_count, run_count, read_count, write_count, piece_count, cell_count;
	uint32_t epoch;
	uint32_t step_count[TD_RF_THREADS]; /* of each thread, the pending one included */
	uint32_t first_of[TD_RF_THREADS];   /* where its steps begin in `by_thread` */
	struct td_rf_step *steps;
	struct td_rf_access *accesses;
	struct td_rf_run *runs;
	struct td_rf_read *reads;
	struct td_rf_write *writes;
	uint32_t *last_write;        /* of each piece, + 1 */
	uint32_t *by_thread;
	uint32_t *pasts, *pasts_before; /* cuts, TD_RF_THREADS numbers a step; before: without the step and its sources */
};

extern struct td_rf_graph *td_rf;

void td_rf_graph_setup(void);

/* While the execution runs. */
void td_rf_graph_begin(void);
void td_rf_graph_begin_step(const struct td_fiber *fiber);
void td_rf_graph_touch(const struct td_fiber *fiber, const struct td_touch *touch);
void td_rf_graph_order(const struct td_fiber *before, const struct td_fiber *after, int in_step);
void td_rf_graph_end_step(void);
void td_rf_graph_end(void);          /* note what is pending */

/* Afterwards. */
void td_rf_graph_finish(void);

static inline struct td_rf_step *td_rf_step(uint32_t step)
{
	return &td_rf->steps[step];
}

static inline uint32_t td_rf_step_of(uint32_t thread, uint32_t number)
{
	return td_rf->by_thread[td_rf->first_of[thread] + number - 1];
}

static inline uint32_t *td_rf_past(uint32_t step)
{
	return td_rf->pasts + (uint64_t)step * TD_RF_THREADS;
}

static inline uint32_t *td_rf_past_before(uint32_t step)
{
	return td_rf->pasts_before + (uint64_t)step * TD_RF_THREADS;
}

static inline int td_rf_is_in(const uint32_t *cut, const struct td_rf_step *step)
{
	return cut[step->thread] >= step->number;
}

static inline void td_rf_join(uint32_t *cut, const uint32_t *other)
{
	for (uint32_t i = 0; i < td_rf->threads; i++)
		cut[i] = cut[i] > other[i] ? cut[i] : other[i];
}

/* The hash of a step whose i-th read piece comes from sources[i], before it chooses anything. */
uint64_t td_rf_hash_with(uint32_t step, const uint32_t *sources);
uint64_t td_rf_source_hash(uint32_t source);

#endif
