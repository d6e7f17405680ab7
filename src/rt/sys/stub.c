/* Plain hooks, for woven shared objects: libtreadle-stub.a.
 *
 * A woven shared object may be loaded by a plain program, where nobody else defines the hooks; these do then, and change
 * nothing: accesses are announced to nobody, atomic operations and library functions are done as they are.
 *
 * In a woven executable the runtime's hooks are found first, since these are weak and the executable exports its own.  Not so
 * in a shared object that keeps its names to itself (a version script, -Bsymbolic): there these are called, so each looks for
 * another of its name when the object is loaded, and hands over to it.  It does so by a jump, for the runtime takes the
 * return address for the site; -O2 makes one of a call that is the last thing a function does.
 */
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

#define STUB __attribute__((weak, visibility("default")))

struct link {
	const char *name;
	void *other; /* the hook of that name outside this object, or NULL */
};

extern struct link __start_treadle_links[] __attribute__((visibility("hidden")));
extern struct link __stop_treadle_links[] __attribute__((visibility("hidden")));

__attribute__((constructor(101))) static void find_others(void)
{
	void *program = dlopen(NULL, RTLD_LAZY); /* asked first; this object's own scope may begin with itself */
	Dl_info own, found;

	if (!program || !dladdr(__start_treadle_links, &own))
		return;
	for (struct link *link = __start_treadle_links; link < __stop_treadle_links; link++) {
		void *other = dlsym(program, link->name);

		if (other && dladdr(other, &found) && found.dli_fbase != own.dli_fbase)
			link->other = other;
	}
	dlclose(program);
}

/* At a hook's beginning, with its arguments. */
#define HAND_OVER(name, ...) \
	static struct link link __attribute__((section("treadle_links"), used)) = { #name, NULL }; \
	if (link.other) \
		return ((__typeof__(&name))link.other)(__VA_ARGS__)

/* Announcements */

#define NOTHING(name) \
	STUB void name(void *address); \
	STUB void name(void *address) { HAND_OVER(name, address); }
#define NOTHING_RANGE(name) \
	STUB void name(void *address, size_t size); \
	STUB void name(void *address, size_t size) { HAND_OVER(name, address, size); }

NOTHING(__tsan_read1)
NOTHING(__tsan_read2)
NOTHING(__tsan_read4)
NOTHING(__tsan_read8)
NOTHING(__tsan_read16)
NOTHING(__tsan_write1)
NOTHING(__tsan_write2)
NOTHING(__tsan_write4)
NOTHING(__tsan_write8)
NOTHING(__tsan_write16)
NOTHING(__tsan_volatile_read1)
NOTHING(__tsan_volatile_read2)
NOTHING(__tsan_volatile_read4)
NOTHING(__tsan_volatile_read8)
NOTHING(__tsan_volatile_read16)
NOTHING(__tsan_volatile_write1)
NOTHING(__tsan_volatile_write2)
NOTHING(__tsan_volatile_write4)
NOTHING(__tsan_volatile_write8)
NOTHING(__tsan_volatile_write16)
NOTHING(__tsan_unaligned_read2)
NOTHING(__tsan_unaligned_read4)
NOTHING(__tsan_unaligned_read8)
NOTHING(__tsan_unaligned_read16)
NOTHING(__tsan_unaligned_write2)
NOTHING(__tsan_unaligned_write4)
NOTHING(__tsan_unaligned_write8)
NOTHING(__tsan_unaligned_write16)
NOTHING(__tsan_vptr_read)
NOTHING(__tsan_func_entry)
NOTHING_RANGE(__tsan_read_range)
NOTHING_RANGE(__tsan_write_range)

STUB void __tsan_vptr_update(void **address, void *value);
STUB void __tsan_vptr_update(void **address, void *value) { HAND_OVER(__tsan_vptr_update, address, value); }
STUB void __tsan_func_exit(void);
STUB void __tsan_func_exit(void) {}
STUB void __tsan_init(void);
STUB void __tsan_init(void) {}

/* Atomic operations: the strongest order is right for all. */

#define LOAD(name, type) \
	STUB type name(const volatile type *address, int order); \
	STUB type name(const volatile type *address, int order) \
	{ HAND_OVER(name, address, order); return __atomic_load_n(address, __ATOMIC_SEQ_CST); }
#define STORE(name, type) \
	STUB void name(volatile type *address, type value, int order); \
	STUB void name(volatile type *address, type value, int order) \
	{ HAND_OVER(name, address, value, order); __atomic_store_n(address, value, __ATOMIC_SEQ_CST); }
#define UPDATE(name, type, builtin) \
	STUB type name(volatile type *address, type value, int order); \
	STUB type name(volatile type *address, type value, int order) \
	{ HAND_OVER(name, address, value, order); return builtin(address, value, __ATOMIC_SEQ_CST); }
#define SWAP(name, type) \
	STUB int name(volatile type *address, type *expected, type desired, int order, int failure); \
	STUB int name(volatile type *address, type *expected, type desired, int order, int failure) \
	{ HAND_OVER(name, address, expected, desired, order, failure); \
	  return __atomic_compare_exchange_n(address, expected, desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); }
#define SWAP_VALUE(name, type) \
	STUB type name(volatile type *address, type expected, type desired, int order, int failure); \
	STUB type name(volatile type *address, type expected, type desired, int order, int failure) \
	{ HAND_OVER(name, address, expected, desired, order, failure); \
	  __atomic_compare_exchange_n(address, &expected, desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
	  return expected; }

LOAD(__tsan_atomic8_load, uint8_t)
STORE(__tsan_atomic8_store, uint8_t)
UPDATE(__tsan_atomic8_exchange, uint8_t, __atomic_exchange_n)
UPDATE(__tsan_atomic8_fetch_add, uint8_t, __atomic_fetch_add)
UPDATE(__tsan_atomic8_fetch_sub, uint8_t, __atomic_fetch_sub)
UPDATE(__tsan_atomic8_fetch_and, uint8_t, __atomic_fetch_and)
UPDATE(__tsan_atomic8_fetch_or, uint8_t, __atomic_fetch_or)
UPDATE(__tsan_atomic8_fetch_xor, uint8_t, __atomic_fetch_xor)
UPDATE(__tsan_atomic8_fetch_nand, uint8_t, __atomic_fetch_nand)
SWAP(__tsan_atomic8_compare_exchange_strong, uint8_t)
SWAP(__tsan_atomic8_compare_exchange_weak, uint8_t)
SWAP_VALUE(__tsan_atomic8_compare_exchange_val, uint8_t)

LOAD(__tsan_atomic16_load, uint16_t)
STORE(__tsan_atomic16_store, uint16_t)
UPDATE(__tsan_atomic16_exchange, uint16_t, __atomic_exchange_n)
UPDATE(__tsan_atomic16_fetch_add, uint16_t, __atomic_fetch_add)
UPDATE(__tsan_atomic16_fetch_sub, uint16_t, __atomic_fetch_sub)
UPDATE(__tsan_atomic16_fetch_and, uint16_t, __atomic_fetch_and)
UPDATE(__tsan_atomic16_fetch_or, uint16_t, __atomic_fetch_or)
UPDATE(__tsan_atomic16_fetch_xor, uint16_t, __atomic_fetch_xor)
UPDATE(__tsan_atomic16_fetch_nand, uint16_t, __atomic_fetch_nand)
SWAP(__tsan_atomic16_compare_exchange_strong, uint16_t)
SWAP(__tsan_atomic16_compare_exchange_weak, uint16_t)
SWAP_VALUE(__tsan_atomic16_compare_exchange_val, uint16_t)

LOAD(__tsan_atomic32_load, uint32_t)
STORE(__tsan_atomic32_store, uint32_t)
UPDATE(__tsan_atomic32_exchange, uint32_t, __atomic_exchange_n)
UPDATE(__tsan_atomic32_fetch_add, uint32_t, __atomic_fetch_add)
UPDATE(__tsan_atomic32_fetch_sub, uint32_t, __atomic_fetch_sub)
UPDATE(__tsan_atomic32_fetch_and, uint32_t, __atomic_fetch_and)
UPDATE(__tsan_atomic32_fetch_or, uint32_t, __atomic_fetch_or)
UPDATE(__tsan_atomic32_fetch_xor, uint32_t, __atomic_fetch_xor)
UPDATE(__tsan_atomic32_fetch_nand, uint32_t, __atomic_fetch_nand)
SWAP(__tsan_atomic32_compare_exchange_strong, uint32_t)
SWAP(__tsan_atomic32_compare_exchange_weak, uint32_t)
SWAP_VALUE(__tsan_atomic32_compare_exchange_val, uint32_t)

LOAD(__tsan_atomic64_load, uint64_t)
STORE(__tsan_atomic64_store, uint64_t)
UPDATE(__tsan_atomic64_exchange, uint64_t, __atomic_exchange_n)
UPDATE(__tsan_atomic64_fetch_add, uint64_t, __atomic_fetch_add)
UPDATE(__tsan_atomic64_fetch_sub, uint64_t, __atomic_fetch_sub)
UPDATE(__tsan_atomic64_fetch_and, uint64_t, __atomic_fetch_and)
UPDATE(__tsan_atomic64_fetch_or, uint64_t, __atomic_fetch_or)
UPDATE(__tsan_atomic64_fetch_xor, uint64_t, __atomic_fetch_xor)
UPDATE(__tsan_atomic64_fetch_nand, uint64_t, __atomic_fetch_nand)
SWAP(__tsan_atomic64_compare_exchange_strong, uint64_t)
SWAP(__tsan_atomic64_compare_exchange_weak, uint64_t)
SWAP_VALUE(__tsan_atomic64_compare_exchange_val, uint64_t)

/* Sixteen bytes: the one instruction there is, used directly so that libatomic is not needed. */

typedef unsigned __int128 wide;

static wide swap_wide(volatile wide *address, wide expected, wide desired)
{
	uint64_t low = (uint64_t)expected, high = (uint64_t)(expected >> 64);

	__asm__ volatile("lock cmpxchg16b %0"
	                 : "+m"(*address), "+a"(low), "+d"(high)
	                 : "b"((uint64_t)desired), "c"((uint64_t)(desired >> 64))
	                 : "cc", "memory");
	return (wide)high << 64 | low;
}

#define UPDATE_WIDE(name, new_value) \
	STUB wide name(volatile wide *address, wide value, int order); \
	STUB wide name(volatile wide *address, wide value, int order) \
	{ \
		HAND_OVER(name, address, value, order); \
		wide old = *address, seen; \
		while ((seen = swap_wide(address, old, new_value)) != old) \
			old = seen; \
		return old; \
	}
UPDATE_WIDE(__tsan_atomic128_exchange, value)
UPDATE_WIDE(__tsan_atomic128_fetch_add, old + value)
UPDATE_WIDE(__tsan_atomic128_fetch_sub, old - value)
UPDATE_WIDE(__tsan_atomic128_fetch_and, old & value)
UPDATE_WIDE(__tsan_atomic128_fetch_or, old | value)
UPDATE_WIDE(__tsan_atomic128_fetch_xor, old ^ value)
UPDATE_WIDE(__tsan_atomic128_fetch_nand, ~(old & value))

STUB wide __tsan_atomic128_load(const volatile wide *address, int order);
STUB wide __tsan_atomic128_load(const volatile wide *address, int order)
{
	HAND_OVER(__tsan_atomic128_load, address, order);
	return swap_wide((volatile wide *)address, 0, 0);
}

STUB void __tsan_atomic128_store(volatile wide *address, wide value, int order);
STUB void __tsan_atomic128_store(volatile wide *address, wide value, int order)
{
	HAND_OVER(__tsan_atomic128_store, address, value, order);
	__tsan_atomic128_exchange(address, value, order);
}

STUB wide __tsan_atomic128_compare_exchange_val(volatile wide *address, wide expected, wide desired,
                                                    int order, int failure);
STUB wide __tsan_atomic128_compare_exchange_val(volatile wide *address, wide expected, wide desired,
                                                    int order, int failure)
{
	HAND_OVER(__tsan_atomic128_compare_exchange_val, address, expected, desired, order, failure);
	return swap_wide(address, expected, desired);
}

STUB int __tsan_atomic128_compare_exchange_strong(volatile wide *address, wide *expected, wide desired,
                                                    int order, int failure);
STUB int __tsan_atomic128_compare_exchange_strong(volatile wide *address, wide *expected, wide desired,
                                                    int order, int failure)
{
	HAND_OVER(__tsan_atomic128_compare_exchange_strong, address, expected, desired, order, failure);
	wide seen = swap_wide(address, *expected, desired);
	int done = seen == *expected;

	*expected = seen;
	return done;
}

STUB int __tsan_atomic128_compare_exchange_weak(volatile wide *address, wide *expected, wide desired,
                                                    int order, int failure);
STUB int __tsan_atomic128_compare_exchange_weak(volatile wide *address, wide *expected, wide desired,
                                                    int order, int failure)
{
	HAND_OVER(__tsan_atomic128_compare_exchange_weak, address, expected, desired, order, failure);
	return __tsan_atomic128_compare_exchange_strong(address, expected, desired, order, failure);
}

STUB void __tsan_atomic_thread_fence(int order);
STUB void __tsan_atomic_thread_fence(int order)
{
	HAND_OVER(__tsan_atomic_thread_fence, order);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

STUB void __tsan_atomic_signal_fence(int order);
STUB void __tsan_atomic_signal_fence(int order)
{
	HAND_OVER(__tsan_atomic_signal_fence, order);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
}

STUB void *__treadle_asm_begin(volatile void *address, uint64_t size, int kind);
STUB void *__treadle_asm_begin(volatile void *address, uint64_t size, int kind)
{
	HAND_OVER(__treadle_asm_begin, address, size, kind);
	return NULL;
}

STUB void __treadle_asm_end(void *turn, volatile void *address, uint64_t size);
STUB void __treadle_asm_end(void *turn, volatile void *address, uint64_t size)
{
	HAND_OVER(__treadle_asm_end, turn, address, size);
}

/* Around an instruction of gcc's inline assembly, with anything in registers and flags (rt/hooks/assembly.c): a jump and nothing else. */
__asm__(".text\n.weak __treadle_asm_enter\n.type __treadle_asm_enter, @function\n"
	"__treadle_asm_enter: jmp *treadle_asm_enter_link+8(%rip)\n"
	".weak __treadle_asm_leave\n.type __treadle_asm_leave, @function\n"
	"__treadle_asm_leave: jmp *treadle_asm_leave_link+8(%rip)\n"
	"treadle_asm_nothing: ret\n");

extern char nothing[] __asm__("treadle_asm_nothing") __attribute__((visibility("hidden")));
static struct link enter_link __asm__("treadle_asm_enter_link") __attribute__((section("treadle_links"), used)) = {
	"__treadle_asm_enter", nothing
};
static struct link leave_link __asm__("treadle_asm_leave_link") __attribute__((section("treadle_links"), used)) = {
	"__treadle_asm_leave", nothing
};
_Static_assert(offsetof(struct link, other) == 8, "as the jumps have it");

/* Library functions: see wire/wrapped.h.  The linker makes __real_NAME the library's NAME. */

#define PASS_1(type, name, real, a) \
	type real(a); \
	STUB type name(a x); \
	STUB type name(a x) { HAND_OVER(name, x); return real(x); }
#define PASS_2(type, name, real, a, b) \
	type real(a, b); \
	STUB type name(a x, b y); \
	STUB type name(a x, b y) { HAND_OVER(name, x, y); return real(x, y); }
#define PASS_3(type, name, real, a, b, c) \
	type real(a, b, c); \
	STUB type name(a x, b y, c z); \
	STUB type name(a x, b y, c z) { HAND_OVER(name, x, y, z); return real(x, y, z); }
#define PASS_VOID_2(name, real, a, b) \
	void real(a, b); \
	STUB void name(a x, b y); \
	STUB void name(a x, b y) { HAND_OVER(name, x, y); real(x, y); }
#define PASS_VOID_3(name, real, a, b, c) \
	void real(a, b, c); \
	STUB void name(a x, b y, c z); \
	STUB void name(a x, b y, c z) { HAND_OVER(name, x, y, z); real(x, y, z); }

PASS_3(void *, __wrap_memcpy, __real_memcpy, void *, const void *, size_t)
PASS_3(void *, __wrap_memmove, __real_memmove, void *, const void *, size_t)
PASS_3(void *, __wrap_memset, __real_memset, void *, int, size_t)
PASS_3(int, __wrap_memcmp, __real_memcmp, const void *, const void *, size_t)
PASS_3(void *, __wrap_memchr, __real_memchr, const void *, int, size_t)
PASS_1(size_t, __wrap_strlen, __real_strlen, const char *)
PASS_2(size_t, __wrap_strnlen, __real_strnlen, const char *, size_t)
PASS_2(char *, __wrap_strcpy, __real_strcpy, char *, const char *)
PASS_3(char *, __wrap_strncpy, __real_strncpy, char *, const char *, size_t)
PASS_2(char *, __wrap_strcat, __real_strcat, char *, const char *)
PASS_3(char *, __wrap_strncat, __real_strncat, char *, const char *, size_t)
PASS_2(int, __wrap_strcmp, __real_strcmp, const char *, const char *)
PASS_3(int, __wrap_strncmp, __real_strncmp, const char *, const char *, size_t)
PASS_2(char *, __wrap_strchr, __real_strchr, const char *, int)
PASS_2(char *, __wrap_strrchr, __real_strrchr, const char *, int)
PASS_2(char *, __wrap_strstr, __real_strstr, const char *, const char *)
PASS_1(char *, __wrap_strdup, __real_strdup, const char *)
PASS_2(char *, __wrap_stpcpy, __real_stpcpy, char *, const char *)
PASS_VOID_3(__wrap_bcopy, __real_bcopy, const void *, void *, size_t)
PASS_VOID_2(__wrap_bzero, __real_bzero, void *, size_t)
PASS_VOID_2(__wrap_explicit_bzero, __real_explicit_bzero, void *, size_t)

STUB void *__tsan_memcpy(void *to, const void *from, size_t size);
STUB void *__tsan_memcpy(void *to, const void *from, size_t size)
{
	HAND_OVER(__tsan_memcpy, to, from, size);
	return __real_memcpy(to, from, size);
}
STUB void *__tsan_memmove(void *to, const void *from, size_t size);
STUB void *__tsan_memmove(void *to, const void *from, size_t size)
{
	HAND_OVER(__tsan_memmove, to, from, size);
	return __real_memmove(to, from, size);
}
STUB void *__tsan_memset(void *to, int value, size_t size);
STUB void *__tsan_memset(void *to, int value, size_t size)
{
	HAND_OVER(__tsan_memset, to, value, size);
	return __real_memset(to, value, size);
}
