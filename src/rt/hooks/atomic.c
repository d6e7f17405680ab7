/* Atomic operations: one scheduling point, then the operation itself, done here.
 *
 * Threads run one at a time on one OS thread, so plain memory accesses suffice while under control; without the tool the
 * real atomic instructions are used, always sequentially consistent, which every weaker order allows. */
#include "access.h"
#include "assembly.h"
#include "rt/engine.h"
#include "rt/race.h"
#include "rt/loops.h"
#include "rt/code.h"
#include "rt/state.h"
#include "rt/sys.h"

typedef unsigned __int128 u128;

/* Returns the fibre if the operation is to be an event, having waited for its turn; NULL: just do it. */
static struct td_fiber *turn_of(volatile void *address, uint32_t size, enum td_kind kind, int order, uint64_t pc, uint8_t is_swap)
{
	struct td_fiber *fiber = td_current;
	if (!fiber)
		return NULL;
	td_cancel_any_moment(fiber);
	if (td_is_private(fiber, (uint64_t)address, size, pc)) {
		td_race_private_atomic(fiber, (uint64_t)address, size, kind);
		if (kind != TD_READ)
			td_access_own(fiber, (uint64_t)address);
		return NULL;
	}
	fiber->op--;
	fiber->atomic.is_swap = is_swap;
	if (kind == TD_READ)
		td_point(fiber, kind, (uint64_t)address, size, pc);
	else
		td_point_write(fiber, kind, (uint64_t)address, size, pc);
	fiber->pending.flags = TD_F_ATOMIC;
	fiber->pending.unshared = !td_is_shared((uint64_t)address, size);
	td_access_check(fiber, (uint64_t)address, size, kind != TD_READ, pc);
	fiber->atomic.adds = 0;
	fiber->pending.order = (uint8_t)order;
	td_weak_atomic(order, pc);
	return fiber;
}

static struct td_fiber *turn(volatile void *address, uint32_t size, enum td_kind kind, int order, uint64_t pc)
{
	return turn_of(address, size, kind, order, pc, 0);
}

/* The search by reads-from wants to know whether a compare-and-swap would succeed in another order. */
static struct td_fiber *swap_turn(volatile void *address, uint32_t size, uint64_t expected, int order, uint64_t pc)
{
	if (td_current)
		td_current->atomic.expected = expected;
	return turn_of(address, size, TD_RMW, order, pc, 1);
}

static void done(struct td_fiber *fiber, uint64_t before, uint64_t after)
{
	fiber->atomic.found = before;
	struct td_event *event = td_record(fiber, after);
	event->aux = (uint32_t)(before & 0xffffff) | (uint32_t)fiber->pending.order << 24;
	fiber->counts.same_stores += event->kind == TD_WRITE && before == after;
	if (event->kind == TD_READ || (before == after && event->size <= sizeof before)) /* of a larger one only a part is known */
		td_looked(fiber, after);
	else
		td_progress(fiber);
}

/* A compare-and-swap that fails is a read. */
static void failed(struct td_fiber *fiber, uint64_t seen, int order)
{
	fiber->pending.order = (uint8_t)order;
	fiber->pending.kind = TD_READ;
	fiber->pending.writes = 0;
	fiber->pending.flags |= TD_F_FAILED;
	done(fiber, seen, seen);
}

/* Under control executions are sequentially consistent: nobody can notice a fence, but it orders accesses, and a trace has it. */
static void fence(struct td_fiber *fiber, int order, uint64_t pc)
{
	struct td_pending before = fiber->pending;
	td_race_fence(fiber, order);
	if (!td_channel->job.detail)
		return;
	td_record_look(fiber);
	fiber->pending = (struct td_pending){.kind = TD_FENCE, .pc = pc};
	td_record(fiber, 0)->aux = (uint32_t)order << 24;
	fiber->pending = before;
}

TD_EXPORT void __tsan_atomic_thread_fence(int order)
{
	if (td_current)
		fence(td_current, order, TD_HERE);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

TD_EXPORT void __tsan_atomic_signal_fence(int order)
{
	(void)order;
}

/* What the weaver adds to the memory order of an addition whose result nobody uses. */
enum { UNUSED_RESULT = 0x100 };

static void note_addition(struct td_fiber *fiber, uint64_t added, int order)
{
	if (likely(!(td_channel->job.reduce & TD_REDUCE_ADDS)))
		return;
	fiber->atomic.adds = (order & UNUSED_RESULT) || !td_result_is_used(fiber->pending.pc);
	fiber->atomic.added = added;
}

/* The functions differ in name, width and operation only.  Names are given whole, so that they can be searched for. */
#define LOAD(name, type, plain)                                                                   \
	TD_EXPORT type name(const volatile type *address, int order)                              \
	{                                                                                         \
		struct td_fiber *fiber = turn((volatile void *)address, sizeof(type), TD_READ, order, TD_HERE); \
		type value = plain;                                                               \
		if (fiber)                                                                        \
			done(fiber, (uint64_t)value, (uint64_t)value);                            \
		return value;                                                                     \
	}

#define STORE(name, type, plain)                                                                  \
	TD_EXPORT void name(volatile type *address, type value, int order)                        \
	{                                                                                         \
		struct td_fiber *fiber = turn(address, sizeof(type), TD_WRITE, order, TD_HERE);   \
		uint64_t before = fiber ? (uint64_t)*address : 0;                                 \
		plain;                                                                            \
		if (fiber)                                                                        \
			done(fiber, before, (uint64_t)value);                                     \
	}

#define RMW(name, type, plain, after)                                                             \
	TD_EXPORT type name(volatile type *address, type value, int order)                        \
	{                                                                                         \
		struct td_fiber *fiber = turn(address, sizeof(type), TD_RMW, order, TD_HERE);     \
		type before = plain;                                                              \
		if (fiber)                                                                        \
			done(fiber, (uint64_t)before, (uint64_t)(type)(after));                   \
		return before;                                                                    \
	}

#define ADD(name, type, plain, after)                                                             \
	TD_EXPORT type name(volatile type *address, type value, int order)                        \
	{                                                                                         \
		struct td_fiber *fiber = turn(address, sizeof(type), TD_RMW, order, TD_HERE);     \
		type before = plain;                                                              \
		if (fiber) {                                                                      \
			note_addition(fiber, (uint64_t)(type)((after) - before), order);          \
			done(fiber, (uint64_t)before, (uint64_t)(type)(after));                   \
		}                                                                                 \
		return before;                                                                    \
	}

#define CAS_BODY(type, plain)                                                                     \
	struct td_fiber *fiber = swap_turn(address, sizeof(type), (uint64_t)*expected, order, TD_HERE); \
	int same = plain;                                                                         \
	if (fiber && same)                                                                        \
		done(fiber, (uint64_t)*expected, (uint64_t)desired);                              \
	else if (fiber)                                                                           \
		failed(fiber, (uint64_t)*expected, failure_order);

#define CAS(name, type, plain)                                                                    \
	TD_EXPORT int name(volatile type *address, type *expected, type desired, int order, int failure_order) \
	{                                                                                         \
		CAS_BODY(type, plain)                                                             \
		return same;                                                                      \
	}

#define CAS_VALUE(name, type, plain)                                                              \
	TD_EXPORT type name(volatile type *address, type wanted, type desired, int order, int failure_order) \
	{                                                                                         \
		type *expected = &wanted;                                                         \
		CAS_BODY(type, plain)                                                             \
		(void)same;                                                                       \
		return wanted;                                                                    \
	}

#define PLAIN_LOAD __atomic_load_n(address, __ATOMIC_SEQ_CST)
#define PLAIN_STORE __atomic_store_n(address, value, __ATOMIC_SEQ_CST)
#define PLAIN_EXCHANGE __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST)
#define PLAIN_CAS __atomic_compare_exchange_n(address, expected, desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define PLAIN_ADD __atomic_fetch_add(address, value, __ATOMIC_SEQ_CST)
#define PLAIN_SUB __atomic_fetch_sub(address, value, __ATOMIC_SEQ_CST)
#define PLAIN_AND __atomic_fetch_and(address, value, __ATOMIC_SEQ_CST)
#define PLAIN_OR __atomic_fetch_or(address, value, __ATOMIC_SEQ_CST)
#define PLAIN_XOR __atomic_fetch_xor(address, value, __ATOMIC_SEQ_CST)
#define PLAIN_NAND __atomic_fetch_nand(address, value, __ATOMIC_SEQ_CST)

LOAD(__tsan_atomic8_load, uint8_t, PLAIN_LOAD)
STORE(__tsan_atomic8_store, uint8_t, PLAIN_STORE)
RMW(__tsan_atomic8_exchange, uint8_t, PLAIN_EXCHANGE, value)
ADD(__tsan_atomic8_fetch_add, uint8_t, PLAIN_ADD, before + value)
ADD(__tsan_atomic8_fetch_sub, uint8_t, PLAIN_SUB, before - value)
RMW(__tsan_atomic8_fetch_and, uint8_t, PLAIN_AND, before & value)
RMW(__tsan_atomic8_fetch_or, uint8_t, PLAIN_OR, before | value)
RMW(__tsan_atomic8_fetch_xor, uint8_t, PLAIN_XOR, before ^ value)
RMW(__tsan_atomic8_fetch_nand, uint8_t, PLAIN_NAND, ~(before & value))
CAS(__tsan_atomic8_compare_exchange_strong, uint8_t, PLAIN_CAS)
CAS(__tsan_atomic8_compare_exchange_weak, uint8_t, PLAIN_CAS)
CAS_VALUE(__tsan_atomic8_compare_exchange_val, uint8_t, PLAIN_CAS)

LOAD(__tsan_atomic16_load, uint16_t, PLAIN_LOAD)
STORE(__tsan_atomic16_store, uint16_t, PLAIN_STORE)
RMW(__tsan_atomic16_exchange, uint16_t, PLAIN_EXCHANGE, value)
ADD(__tsan_atomic16_fetch_add, uint16_t, PLAIN_ADD, before + value)
ADD(__tsan_atomic16_fetch_sub, uint16_t, PLAIN_SUB, before - value)
RMW(__tsan_atomic16_fetch_and, uint16_t, PLAIN_AND, before & value)
RMW(__tsan_atomic16_fetch_or, uint16_t, PLAIN_OR, before | value)
RMW(__tsan_atomic16_fetch_xor, uint16_t, PLAIN_XOR, before ^ value)
RMW(__tsan_atomic16_fetch_nand, uint16_t, PLAIN_NAND, ~(before & value))
CAS(__tsan_atomic16_compare_exchange_strong, uint16_t, PLAIN_CAS)
CAS(__tsan_atomic16_compare_exchange_weak, uint16_t, PLAIN_CAS)
CAS_VALUE(__tsan_atomic16_compare_exchange_val, uint16_t, PLAIN_CAS)

LOAD(__tsan_atomic32_load, uint32_t, PLAIN_LOAD)
STORE(__tsan_atomic32_store, uint32_t, PLAIN_STORE)
RMW(__tsan_atomic32_exchange, uint32_t, PLAIN_EXCHANGE, value)
ADD(__tsan_atomic32_fetch_add, uint32_t, PLAIN_ADD, before + value)
ADD(__tsan_atomic32_fetch_sub, uint32_t, PLAIN_SUB, before - value)
RMW(__tsan_atomic32_fetch_and, uint32_t, PLAIN_AND, before & value)
RMW(__tsan_atomic32_fetch_or, uint32_t, PLAIN_OR, before | value)
RMW(__tsan_atomic32_fetch_xor, uint32_t, PLAIN_XOR, before ^ value)
RMW(__tsan_atomic32_fetch_nand, uint32_t, PLAIN_NAND, ~(before & value))
CAS(__tsan_atomic32_compare_exchange_strong, uint32_t, PLAIN_CAS)
CAS(__tsan_atomic32_compare_exchange_weak, uint32_t, PLAIN_CAS)
CAS_VALUE(__tsan_atomic32_compare_exchange_val, uint32_t, PLAIN_CAS)

LOAD(__tsan_atomic64_load, uint64_t, PLAIN_LOAD)
STORE(__tsan_atomic64_store, uint64_t, PLAIN_STORE)
RMW(__tsan_atomic64_exchange, uint64_t, PLAIN_EXCHANGE, value)
ADD(__tsan_atomic64_fetch_add, uint64_t, PLAIN_ADD, before + value)
ADD(__tsan_atomic64_fetch_sub, uint64_t, PLAIN_SUB, before - value)
RMW(__tsan_atomic64_fetch_and, uint64_t, PLAIN_AND, before & value)
RMW(__tsan_atomic64_fetch_or, uint64_t, PLAIN_OR, before | value)
RMW(__tsan_atomic64_fetch_xor, uint64_t, PLAIN_XOR, before ^ value)
RMW(__tsan_atomic64_fetch_nand, uint64_t, PLAIN_NAND, ~(before & value))
CAS(__tsan_atomic64_compare_exchange_strong, uint64_t, PLAIN_CAS)
CAS(__tsan_atomic64_compare_exchange_weak, uint64_t, PLAIN_CAS)
CAS_VALUE(__tsan_atomic64_compare_exchange_val, uint64_t, PLAIN_CAS)

/* Without the tool: everything on sixteen bytes is made of compare-and-swap. */
static int swap16(volatile u128 *address, u128 *expected, u128 desired)
{
	uint64_t low = (uint64_t)*expected, high = (uint64_t)(*expected >> 64);
	char same;
	__asm__ volatile("lock cmpxchg16b %1\n\tsete %0"
			 : "=q"(same), "+m"(*address), "+a"(low), "+d"(high)
			 : "b"((uint64_t)desired), "c"((uint64_t)(desired >> 64))
			 : "memory", "cc");
	*expected = (u128)high << 64 | low;
	return same;
}

static u128 load16(volatile const u128 *address)
{
	u128 value = 0;
	swap16((volatile u128 *)address, &value, 0);
	return value;
}

static u128 exchange16(volatile u128 *address, u128 value)
{
	u128 before = load16(address);
	while (!swap16(address, &before, value))
		;
	return before;
}

static u128 fetch_op16(volatile u128 *address, u128 value, u128 (*op)(u128, u128))
{
	u128 before = load16(address);
	while (!swap16(address, &before, op(before, value)))
		;
	return before;
}

static u128 add16(u128 a, u128 b) { return a + b; }
static u128 sub16(u128 a, u128 b) { return a - b; }
static u128 and16(u128 a, u128 b) { return a & b; }
static u128 or16(u128 a, u128 b) { return a | b; }
static u128 xor16(u128 a, u128 b) { return a ^ b; }
static u128 nand16(u128 a, u128 b) { return ~(a & b); }

LOAD(__tsan_atomic128_load, u128, load16(address))
STORE(__tsan_atomic128_store, u128, (void)exchange16(address, value))
RMW(__tsan_atomic128_exchange, u128, exchange16(address, value), value)
ADD(__tsan_atomic128_fetch_add, u128, fetch_op16(address, value, add16), before + value)
ADD(__tsan_atomic128_fetch_sub, u128, fetch_op16(address, value, sub16), before - value)
RMW(__tsan_atomic128_fetch_and, u128, fetch_op16(address, value, and16), before & value)
RMW(__tsan_atomic128_fetch_or, u128, fetch_op16(address, value, or16), before | value)
RMW(__tsan_atomic128_fetch_xor, u128, fetch_op16(address, value, xor16), before ^ value)
RMW(__tsan_atomic128_fetch_nand, u128, fetch_op16(address, value, nand16), ~(before & value))
CAS(__tsan_atomic128_compare_exchange_strong, u128, swap16(address, expected, desired))
CAS(__tsan_atomic128_compare_exchange_weak, u128, swap16(address, expected, desired))
CAS_VALUE(__tsan_atomic128_compare_exchange_val, u128, swap16(address, expected, desired))

/* Inline assembly, which does its work between the two hooks (weave/rewrite_asm.c, assembly.c).  Nobody else runs in between. */

static uint64_t look_at(const volatile void *address, uint64_t size)
{
	switch (size) {
	case 1: return *(const volatile uint8_t *)address;
	case 2: return *(const volatile uint16_t *)address;
	case 4: return *(const volatile uint32_t *)address;
	default: return *(const volatile uint64_t *)address;
	}
}

void *td_asm_begin(volatile void *address, uint64_t size, int what, uint64_t pc)
{
	static const enum td_kind kinds[] = {TD_READ, TD_WRITE, TD_RMW};
	static const int orders[] = {__ATOMIC_ACQUIRE, __ATOMIC_RELEASE, __ATOMIC_SEQ_CST};
	struct td_fiber *fiber = turn(address, (uint32_t)size, kinds[what], orders[what], pc);
	if (fiber)
		fiber->atomic.found = look_at(address, size);
	return fiber;
}

void *td_asm_begin_swap(volatile void *address, uint64_t size, uint64_t expected, uint64_t pc)
{
	uint64_t mask = size < 8 ? (1ull << 8 * size) - 1 : ~0ull;
	struct td_fiber *fiber = swap_turn(address, (uint32_t)size, expected & mask, __ATOMIC_SEQ_CST, pc);
	if (fiber)
		fiber->atomic.found = look_at(address, size);
	return fiber;
}

void td_asm_end(struct td_fiber *fiber, const volatile void *address, uint64_t size, int has_failed, volatile uint64_t *back)
{
	uint64_t really = *back;
	*back = fiber->pending.pc;
	if (has_failed)
		failed(fiber, look_at(address, size), __ATOMIC_SEQ_CST);
	else
		done(fiber, fiber->atomic.found, look_at(address, size));
	*back = really;
}

void td_asm_fence(uint64_t pc)
{
	if (td_current)
		fence(td_current, __ATOMIC_SEQ_CST, pc);
}

TD_EXPORT void *__treadle_asm_begin(volatile void *address, uint64_t size, int what)
{
	return td_asm_begin(address, size, what, TD_HERE);
}

TD_EXPORT void __treadle_asm_end(void *fiber, volatile void *address, uint64_t size)
{
	if (fiber)
		td_asm_end(fiber, address, size, 0, (uint64_t *)__builtin_frame_address(0) + 1);
}
