#include "fiber.h"

#include "lineage.h"
#include "mark.h"
#include "object.h"
#include "stack.h"
#include "rt/sys.h"

#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>

/* Stacks lie at fixed addresses, so that addresses of locals are the same in every execution and every process.  Each has the system's
 * default size, and below it there is room for more, if a thread asks for it. */
/* They begin at different places of a page, or what is used of them would compete for the same lines of the cache. */
enum { COLOURS = 16, COLOUR = 256 };
enum { STACK_SIZE = (8 << 20) + COLOURS * COLOUR, GUARD_SIZE = 4096, MOST_OWN_SLOTS = 64 };

struct td_slot {
	uint64_t fs;
	uint64_t stack_low, stack_high;
	uint64_t top;            /* of the room for the stack, which begins a little below it */
	uint8_t *saved_tls;
	uint64_t run;            /* the execution it was last used in */
};

_Static_assert(offsetof(struct td_fiber, loop.looks) <= 64, "what the hooks touch on every access lies in one line");

struct td_fiber TD_STATE *td_current;
uint32_t TD_EXECUTION td_fiber_count;
uint32_t TD_STATE td_fibers_at_most;
uint8_t TD_STATE td_slots_are_wanted;
uint64_t TD_STATE td_mask_now;

static struct td_fiber TD_STATE *fibers;
static struct td_held TD_STATE *held;     /* of all fibres: apart from them, so that they lie close together */
static struct td_slot TD_STATE *slots;
static uint16_t TD_STATE *slot_users; /* the last of this execution: fibre id + 1, 0: none yet */
static uint32_t TD_STATE slot_count;
static uint64_t TD_STATE tls_size;   /* bytes of thread-local variables below the thread pointer */
static uint64_t TD_STATE main_stack_size;
static uint64_t TD_STATE host_fs;
static void TD_STATE *host_sp;
static struct td_fiber TD_STATE *paused; /* which is to be entered again */
static uint32_t TD_STATE donors_ready;
static uint32_t TD_STATE donor_parking;

/* rdi: where to save the stack pointer that is left, rsi: the one to enter. */
__asm__(".text\n"
	".type td_swap_stacks, @function\n"
	"td_swap_stacks:\n"
	"	pushq %rbp\n	pushq %rbx\n	pushq %r12\n	pushq %r13\n	pushq %r14\n	pushq %r15\n"
	"	subq $8, %rsp\n"
	"	stmxcsr (%rsp)\n"
	"	fnstcw 4(%rsp)\n"
	"	movq %rsp, (%rdi)\n"
	"	movl (%rsp), %eax\n"
	"	movzwl 4(%rsp), %edx\n"
	"	movq %rsi, %rsp\n"
	"	cmpl (%rsp), %eax\n"
	"	je 1f\n"
	"	ldmxcsr (%rsp)\n"
	"1:	cmpw 4(%rsp), %dx\n"
	"	je 2f\n"
	"	fldcw 4(%rsp)\n"
	"2:	addq $8, %rsp\n"
	"	popq %r15\n	popq %r14\n	popq %r13\n	popq %r12\n	popq %rbx\n	popq %rbp\n"
	"	ret\n"
	".size td_swap_stacks, . - td_swap_stacks\n");
extern void td_swap_stacks(void **from, void *to);

struct td_fiber *td_fiber(uint32_t id)
{
	return &fibers[id];
}

uint64_t td_tls_size(void)
{
	return tls_size;
}

uint32_t td_slot_count(void)
{
	return slot_count;
}

struct td_fiber *td_fiber_of_handle(uint64_t handle)
{
	const struct td_object *thread = td_object_find(handle);
	return thread && thread->type == TD_O_THREAD && !thread->owner->life.joined ? thread->owner : NULL;
}

struct tls_search {
	uint64_t lowest, sizes;
};

/* What is loaded later has its storage elsewhere. */
static int lowest_tls(struct dl_phdr_info *info, size_t size, void *result)
{
	struct tls_search *search = result;
	uint64_t at = (uint64_t)info->dlpi_tls_data;
	(void)size;
	for (unsigned i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_TLS)
			search->sizes += info->dlpi_phdr[i].p_memsz;
	if (at && at < search->lowest && host_fs - at < (1 << 20) + search->sizes)
		search->lowest = at;
	return 0;
}

static void *donor(void *own_slot)
{
	struct td_slot *slot = own_slot;
	uint64_t all = ~0ull;
	td_syscall(SYS_rt_sigprocmask, SIG_SETMASK, (long)&all, 0, sizeof all, 0, 0);
	slot->fs = td_thread_pointer();
	__atomic_add_fetch(&donors_ready, 1, __ATOMIC_RELEASE);
	td_futex_wake(&donors_ready);
	for (;;)
		td_futex_wait(&donor_parking, 0);
	return NULL;
}

/* The least stack a thread may have holds its thread-local block as well. */
static void start_donor(struct td_slot *slot)
{
	pthread_t thread;
	pthread_attr_t attributes;
	TD_REAL(pthread_attr_init)(&attributes);
	uint64_t size = 64 * 1024 + (tls_size & ~4095ull);
	void *stack = td_map_at(TD_DONORS + (uint64_t)(slot - slots) * TD_SLOT_ROOM, size);
	TD_REAL(pthread_attr_setstack)(&attributes, stack, size);
	if (TD_REAL(pthread_create)(&thread, &attributes, donor, slot))
		td_panic("cannot create a thread to lend its thread-local storage");
}

static void wait_for_donors(uint32_t count)
{
	uint32_t ready;
	while ((ready = __atomic_load_n(&donors_ready, __ATOMIC_ACQUIRE)) < count)
		td_futex_wait(&donors_ready, ready);
}

static void make_slot(struct td_slot *slot)
{
	uint64_t number = (uint64_t)(slot - slots);
	uint64_t low = TD_STACKS + number * TD_SLOT_ROOM + TD_STACK_ROOM - STACK_SIZE;
	td_map_at(low, STACK_SIZE + GUARD_SIZE);
	td_syscall(SYS_mprotect, (long)low, GUARD_SIZE, 0, 0, 0, 0);
	slot->stack_low = low + GUARD_SIZE;
	slot->top = low + GUARD_SIZE + STACK_SIZE;
	slot->stack_high = slot->top - number % COLOURS * COLOUR;
	slot->saved_tls = td_map(tls_size + 1);
	td_plain_copy(slot->saved_tls, (void *)(slot->fs - tls_size), tls_size);
}

void td_slots_make(uint32_t wanted)
{
	if (wanted > TD_MAX_THREADS)
		wanted = TD_MAX_THREADS;
	slots[0].fs = host_fs;
	for (uint32_t i = slot_count ? slot_count : 1; i < wanted; i++)
		start_donor(&slots[i]);
	wait_for_donors(wanted - 1);
	for (; slot_count < wanted; slot_count++)
		make_slot(&slots[slot_count]);
}

void td_fibers_setup(void)
{
	fibers = td_map(TD_MAX_THREADS * sizeof *fibers);
	held = td_map((uint64_t)TD_MAX_THREADS * TD_MAX_HELD * sizeof *held);
	slots = td_map(TD_MAX_THREADS * sizeof *slots);
	slot_users = td_map(TD_MAX_THREADS * sizeof *slot_users);
	td_stacks_setup();
	host_fs = td_thread_pointer();
	struct tls_search search = {.lowest = host_fs};
	dl_iterate_phdr(lowest_tls, &search);
	tls_size = host_fs - search.lowest;
	struct rlimit limit = {0};
	td_syscall(SYS_getrlimit, RLIMIT_STACK, (long)&limit, 0, 0, 0, 0);
	main_stack_size = limit.rlim_cur == RLIM_INFINITY ? 8 << 20 : limit.rlim_cur;
}

uint64_t td_main_stack_size(void)
{
	return main_stack_size;
}

void td_fibers_reset(void)
{
	td_plain_set(slot_users, 0, slot_count * sizeof *slot_users);
	td_fiber_count = td_fibers_at_most = 0;
	td_current = NULL;
}

struct td_fiber *td_slot_user(uint32_t slot)
{
	return slot < slot_count && slot_users[slot] ? &fibers[slot_users[slot] - 1] : NULL;
}

/* Its last thread has ended, and was joined or detached. */
static int is_free(uint32_t slot)
{
	const struct td_fiber *user = td_slot_user(slot);
	return !user || (user->done && (user->life.joined || user->life.detached));
}

/* Where a thread's locals lie must not depend on the order in which threads are created.  And as long as there are enough each has its
 * own: what two threads had on one stack, one after the other, would be taken for shared. */
static struct td_slot *free_slot(uint32_t name_number)
{
	if (name_number < slot_count && is_free(name_number))
		return &slots[name_number];
	if (td_lineage_is_kept() || (name_number == slot_count && slot_count < MOST_OWN_SLOTS))
		return NULL;
	for (uint32_t i = 0; i < slot_count; i++)
		if (is_free(i)) {
			td_channel->done.incomparable |= i != name_number;
			return &slots[i];
		}
	return NULL;
}

/* It stays so large, which only those notice who use it up. */
static void enlarge(struct td_slot *slot, uint64_t low)
{
	uint64_t guard = slot->stack_low - GUARD_SIZE;
	td_map_at(low - GUARD_SIZE, guard - (low - GUARD_SIZE));
	td_syscall(SYS_mprotect, (long)guard, GUARD_SIZE, PROT_READ | PROT_WRITE, 0, 0, 0);
	td_syscall(SYS_mprotect, (long)(low - GUARD_SIZE), GUARD_SIZE, PROT_NONE, 0, 0, 0);
	slot->stack_low = low;
}

static uint64_t stack_low(struct td_slot *slot, uint64_t size)
{
	uint64_t pages = size < TD_STACK_ROOM ? (size + COLOURS * COLOUR + GUARD_SIZE - 1) & ~(uint64_t)(GUARD_SIZE - 1) : TD_STACK_ROOM;
	uint64_t low = slot->top - (pages < STACK_SIZE ? STACK_SIZE : pages < TD_STACK_ROOM ? pages : TD_STACK_ROOM);
	if (low < slot->stack_low)
		enlarge(slot, low);
	return low;
}

static TD_OUTERMOST void trampoline(void)
{
	td_current->started = 1;
	td_fiber_services.main(td_current);
}

typedef uint64_t two __attribute__((vector_size(16)));

static int is_zero(const uint64_t *words, size_t count)
{
	two some = {0}, others = {0};
	for (size_t i = 0; i < count; i += 4) {
		some |= *(const two *)(const void *)&words[i];
		others |= *(const two *)(const void *)&words[i + 2];
	}
	some |= others;
	return !(some[0] | some[1]);
}

/* What the previous user of the stack left behind must not be seen: a read of an uninitialised local would make executions
 * differ.  A stack is used from the top without large gaps, so cleaning can stop where a good piece is clean. */
static void clean_stack(struct td_slot *slot)
{
	enum { PIECE = 128 };
	uint64_t *piece = (uint64_t *)slot->stack_high - PIECE;
	while ((uint64_t)piece >= slot->stack_low && !is_zero(piece, PIECE)) {
		td_plain_set(piece, 0, PIECE * sizeof *piece);
		piece -= PIECE;
	}
}

static void clean_slot(struct td_slot *slot)
{
	clean_stack(slot);
	td_plain_copy((void *)(slot->fs - tls_size), slot->saved_tls, tls_size);
}

static void prepare_stack(struct td_fiber *fiber)
{
	uint64_t *sp = (uint64_t *)fiber->stack.high;
	*--sp = 0; /* the trampoline's return address: none; it is entered with the stack aligned as after a call */
	*--sp = (uint64_t)trampoline;
	for (int i = 0; i < 6; i++)
		*--sp = 0;
	*--sp = 0x037f00001f80ull; /* default x87 control word and mxcsr */
	fiber->sp = sp;
}

/* Everything but the arrays at its end, which are guarded. */
static void clear_fiber(struct td_fiber *fiber)
{
	void **keys = fiber->keys.values;
	uint32_t key_room = fiber->keys.room;
	td_plain_set(fiber, 0, offsetof(struct td_fiber, lists));
	fiber->keys.values = keys;
	fiber->keys.room = key_room;
	for (uint32_t i = 0; i < key_room; i++)
		keys[i] = NULL;
}

struct td_fiber *td_fiber_new(void *(*start)(void *), void *argument, size_t stack_size)
{
	uint64_t lineage = td_lineage_of_child(td_current);
	uint32_t name_number = td_lineage_number(lineage);
	struct td_slot *slot = free_slot(name_number);
	if (!slot || td_fiber_count == TD_MAX_THREADS)
		return NULL;
	struct td_fiber *fiber = &fibers[td_fiber_count];
	clear_fiber(fiber);
	fiber->held = held + (uint64_t)td_fiber_count * TD_MAX_HELD;
	fiber->id = (uint16_t)td_fiber_count++;
	td_fibers_at_most = td_fiber_count;
	fiber->origin.lineage = lineage;
	fiber->name_number = (uint16_t)name_number;
	if (td_current)
		td_current->counts.children++;
	fiber->tag = (uint16_t)(fiber->id + 1);
	fiber->stop_at = UINT64_MAX;
	fiber->counts.stamp = 1; /* nothing was read when it was 0 */
	fiber->slot = slot;
	fiber->fs = slot->fs;
	fiber->stack.low = stack_low(slot, stack_size);
	fiber->stack.high = slot->stack_high;
	fiber->origin.start = start;
	fiber->origin.entry = (uint64_t)start;
	fiber->origin.argument = argument;
	fiber->life.joiner = TD_NOBODY;
	slot_users[slot - slots] = (uint16_t)(fiber->id + 1u);
	fiber->life.stack_was_used = slot->run == td_run;
	slot->run = td_run;
	clean_slot(slot);
	prepare_stack(fiber);
	return fiber;
}

void td_slots_want_more(void)
{
	td_slots_are_wanted = 1;
	td_fiber_leave();
}

static inline void enter_mask(const struct td_fiber *fiber)
{
	if (unlikely(fiber->signals.mask != td_mask_now))
		td_fiber_services.change_mask(fiber);
}

void td_fiber_switch(struct td_fiber *to)
{
	struct td_fiber *from = td_current;
	td_current = to;
	td_set_thread_pointer(to->fs);
	enter_mask(to);
	td_swap_stacks(&from->sp, to->sp);
}

struct td_fiber *td_fiber_enter(struct td_fiber *to)
{
	paused = NULL;
	td_current = to;
	td_set_thread_pointer(to->fs);
	enter_mask(to);
	td_swap_stacks(&host_sp, to->sp);
	return paused;
}

void td_fiber_pause(void)
{
	struct td_fiber *self = paused = td_current;
	td_current = NULL;
	td_set_thread_pointer(host_fs);
	td_swap_stacks(&self->sp, host_sp);
}

void td_fiber_leave(void)
{
	static void *TD_STATE nowhere;
	td_current = NULL;
	td_set_thread_pointer(host_fs);
	td_swap_stacks(&nowhere, host_sp);
	td_panic("a fibre that had left was entered");
}

uint64_t td_fiber_frame(const struct td_fiber *fiber, uint64_t *ip)
{
	const uint64_t *sp = fiber->sp;
	*ip = sp[7];
	return sp[6];
}

/* One that has ended may still be on its stack: it looks for somebody to go on.  Later little of it changes, and nothing when it has
 * been joined; but what it still holds may be taken from it (td_unhold). */
static void mark_fiber(struct td_fiber *fiber)
{
	int is_over = fiber->done && !fiber->locks.held_count && fiber != paused;
	if (is_over && !fiber->life.joined)
		td_mark_keep(&fiber->likeness, offsetof(struct td_fiber, fs) - offsetof(struct td_fiber, likeness));
	if (is_over)
		return;
	td_mark_keep(fiber, offsetof(struct td_fiber, fs));
	td_mark_keep(fiber->held, fiber->locks.held_count * sizeof *fiber->held);
	td_mark_keep(fiber->lists.wakers, fiber->loop.waker_count * sizeof *fiber->lists.wakers);
	if (fiber->loop.hit_count)
		td_mark_keep(fiber->lists.hits, sizeof fiber->lists.hits);
	td_mark_keep(fiber->lists.round_reads, fiber->loop.round.read_count * sizeof *fiber->lists.round_reads);
	td_mark_keep(fiber->lists.round_hits, fiber->loop.round.hit_count * sizeof *fiber->lists.round_hits);
	td_mark_keep(fiber->lists.missed_wakeups,
		     fiber->loop.missed_wakeup_count * sizeof *fiber->lists.missed_wakeups);
	if (fiber->done && fiber != paused)
		return;
	if (fiber->symmetry.wait_count)
		td_mark_keep(fiber->lists.waits, sizeof fiber->lists.waits);
	td_mark_keep(fiber->lists.reads, td_read_count(fiber) * sizeof *fiber->lists.reads);
	uint64_t sp = (uint64_t)fiber->sp;
	if (sp < fiber->stack.low || sp > fiber->stack.high)
		td_mark_give_up(); /* on a stack that the program has made, or on that of signal handlers */
	else
		td_mark_keep(fiber->sp, fiber->stack.high - sp);
	td_mark_keep((void *)(fiber->fs - tls_size), tls_size);
}

void td_fibers_back(void)
{
	td_fibers_at_most = td_fiber_count;
}

void td_fibers_mark(void)
{
	td_mark_keep(slot_users, slot_count * sizeof *slot_users);
	for (uint32_t i = 0; i < td_fiber_count; i++)
		mark_fiber(&fibers[i]);
}
