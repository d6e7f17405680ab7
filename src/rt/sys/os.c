#include "os.h"

#include "session.h"

#include <asm/prctl.h>
#include <cpuid.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define MAPS_BASE 0x500000000000ull
#define PAGE 4096ull
#define HUGE_PAGE (2ull << 20)

static int TD_STATE can_write_fs;
static uint8_t TD_STATE has_wide_registers; /* of 32 bytes */

long td_syscall(long number, long a, long b, long c, long d, long e, long f)
{
	long result;
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = f;
	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
			 : "rcx", "r11", "memory");
	return result;
}

static void *map(uint64_t address, size_t size, int flags, int fd, uint64_t offset)
{
	long at = td_syscall(SYS_mmap, (long)address, (long)size, PROT_READ | PROT_WRITE, flags, fd, (long)offset);
	if (at < 0 && at > -4096)
		td_panic("no memory to map");
	return (void *)at;
}

/* Not where the kernel would choose: a library that the program loads would lie elsewhere whenever there is one more of these. */
void *td_map(size_t size)
{
	static uint64_t TD_STATE end = MAPS_BASE;
	uint64_t unit = size >= HUGE_PAGE ? HUGE_PAGE : PAGE, at = (end + unit - 1) & ~(unit - 1);
	end = (at + size + PAGE - 1) & ~(PAGE - 1);
	return td_map_at(at, size);
}

void *td_map_at(uint64_t address, size_t size)
{
	return map(address, size, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
}

void td_map_again(uint64_t address, size_t size)
{
	map(address, size, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

void *td_map_file(int fd, size_t size)
{
	return map(0, size, MAP_SHARED, fd, 0);
}

void *td_map_file_at(uint64_t address, int fd, uint64_t offset, size_t size)
{
	return map(address, size, MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE, fd, offset);
}

static void advise_whole(uint64_t start, uint64_t end, int advice)
{
	start = (start + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1);
	end &= ~(HUGE_PAGE - 1);
	if (start < end)
		td_syscall(SYS_madvise, (long)start, (long)(end - start), advice, 0, 0, 0);
}

void td_prefer_huge_pages(uint64_t start, uint64_t end)
{
	advise_whole(start, end, MADV_HUGEPAGE);
}

/* Since Linux 6.1. */
void td_collapse_pages(uint64_t start, uint64_t end)
{
	enum { COLLAPSE = 25 };
	advise_whole(start, end, COLLAPSE);
}

int td_protect(uint64_t start, uint64_t end, int writable)
{
	return td_syscall(SYS_mprotect, (long)start, (long)(end - start), writable ? PROT_READ | PROT_WRITE : PROT_READ, 0, 0, 0)
		? -1 : 0;
}

void td_futex_wait(uint32_t *word, uint32_t value)
{
	td_syscall(SYS_futex, (long)word, FUTEX_WAIT, value, 0, 0, 0);
}

void td_futex_wake(uint32_t *word)
{
	td_syscall(SYS_futex, (long)word, FUTEX_WAKE, 0x7fffffff, 0, 0, 0);
}

void td_end_process(int status)
{
	for (;;)
		td_syscall(SYS_exit_group, status, 0, 0, 0, 0, 0);
}

void td_panic(const char *why)
{
	static const char before[] = "treadle runtime: ";
	if (td_channel)
		td_text(td_channel->panic, sizeof td_channel->panic, "%s", why);
	td_syscall(SYS_write, 2, (long)before, sizeof before - 1, 0, 0, 0);
	td_syscall(SYS_write, 2, (long)why, (long)td_length(why), 0, 0, 0);
	td_syscall(SYS_write, 2, (long)"\n", 1, 0, 0, 0);
	td_end_process(70);
}

/* The processor has them, and the kernel keeps them when it lets somebody else run: bits 1 and 2 of its mask. */
static int finds_wide_registers(void)
{
	uint32_t a, b, c, d, mask, high;
	if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE) || !__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & bit_AVX2))
		return 0;
	__asm__("xgetbv" : "=a"(mask), "=d"(high) : "c"(0));
	return (mask & 6) == 6;
}

void td_processor_setup(void)
{
	/* Bit 1 of AT_HWCAP2: the kernel allows rdfsbase and wrfsbase in user mode. */
	can_write_fs = (getauxval(AT_HWCAP2) & 2) != 0;
	has_wide_registers = (uint8_t)finds_wide_registers();
}

uint64_t td_thread_pointer(void)
{
	uint64_t base;
	/* The first word of a thread's control block is its own address. */
	__asm__ volatile("movq %%fs:0, %0" : "=r"(base));
	return base;
}

void td_set_thread_pointer(uint64_t base)
{
	if (likely(can_write_fs))
		__asm__ volatile("wrfsbase %0" : : "r"(base) : "memory");
	else
		td_syscall(SYS_arch_prctl, ARCH_SET_FS, (long)base, 0, 0, 0, 0);
}

/* The string instructions are fast, but slow to start. */
enum { SHORT = 1024 };
typedef uint64_t pair __attribute__((vector_size(16), aligned(1), may_alias));
typedef uint64_t word __attribute__((aligned(1), may_alias));
typedef uint32_t half __attribute__((aligned(1), may_alias));

void td_spin_lock(uint32_t *lock)
{
	enum { SPINS = 64 };
	for (uint32_t tries = 1; __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE); tries++)
		if (tries % SPINS == 0)
			td_syscall(SYS_sched_yield, 0, 0, 0, 0, 0, 0); /* who holds it may wait for this very core */
		else
			__builtin_ia32_pause();
}

void td_spin_unlock(uint32_t *lock)
{
	__atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

/* What does not fill the last piece is copied twice in part. */
static void copy_few(char *to, const char *from, size_t size)
{
	if (size >= sizeof(word)) {
		*(word *)to = *(const word *)from;
		*(word *)(to + size - sizeof(word)) = *(const word *)(from + size - sizeof(word));
	} else if (size >= sizeof(half)) {
		*(half *)to = *(const half *)from;
		*(half *)(to + size - sizeof(half)) = *(const half *)(from + size - sizeof(half));
	} else {
		while (size--)
			*to++ = *from++;
	}
}

typedef uint64_t quad __attribute__((vector_size(32), aligned(1), may_alias));

/* At least as much as a quad. */
__attribute__((target("avx2"))) static void copy_widely(char *to, const char *from, size_t size)
{
	size_t at = 0, last = size - sizeof(quad);
	for (; at + 3 * sizeof(quad) < last; at += 4 * sizeof(quad)) {
		quad a = *(const quad *)(from + at), b = *(const quad *)(from + at + 32), c = *(const quad *)(from + at + 64),
		     d = *(const quad *)(from + at + 96);
		*(quad *)(to + at) = a;
		*(quad *)(to + at + 32) = b;
		*(quad *)(to + at + 64) = c;
		*(quad *)(to + at + 96) = d;
	}
	for (; at < last; at += sizeof(quad))
		*(quad *)(to + at) = *(const quad *)(from + at);
	*(quad *)(to + last) = *(const quad *)(from + last);
}

void *td_plain_copy(void *to, const void *from, size_t size)
{
	char *t = to;
	const char *s = from;
	if (size > SHORT) {
		__asm__ volatile("rep movsb" : "+D"(t), "+S"(s), "+c"(size) : : "memory");
		return to;
	}
	if (size >= 2 * sizeof(quad) && has_wide_registers) {
		copy_widely(to, from, size);
		return to;
	}
	if (size < sizeof(pair)) {
		copy_few(t, s, size);
		return to;
	}
	const char *last = s + size - sizeof(pair);
	for (; s + 4 * sizeof(pair) <= last; t += 4 * sizeof(pair), s += 4 * sizeof(pair)) {
		pair a = ((const pair *)s)[0], b = ((const pair *)s)[1], c = ((const pair *)s)[2], d = ((const pair *)s)[3];
		((pair *)t)[0] = a;
		((pair *)t)[1] = b;
		((pair *)t)[2] = c;
		((pair *)t)[3] = d;
	}
	for (; s < last; t += sizeof(pair), s += sizeof(pair))
		*(pair *)t = *(const pair *)s;
	*(pair *)((char *)to + size - sizeof(pair)) = *(const pair *)last;
	return to;
}

void *td_plain_set(void *to, int byte, size_t size)
{
	char *t = to;
	uint64_t word = 0x0101010101010101ull * (uint8_t)byte;
	if (size > SHORT) {
		__asm__ volatile("rep stosb" : "+D"(t), "+c"(size) : "a"(byte) : "memory");
		return to;
	}
	for (; size >= sizeof(pair); size -= sizeof(pair), t += sizeof(pair))
		*(pair *)t = (pair){word, word};
	while (size--)
		*t++ = (char)byte;
	return to;
}

int td_plain_compare(const void *a, const void *b, size_t size)
{
	const unsigned char *x = a, *y = b;
	for (size_t i = 0; i < size; i++)
		if (x[i] != y[i])
			return x[i] - y[i];
	return 0;
}

size_t td_length(const char *text)
{
	size_t n = 0;
	while (text[n])
		n++;
	return n;
}

int td_same(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

struct text {
	char *at, *end;
};

static void put(struct text *out, char c)
{
	if (out->at < out->end)
		*out->at++ = c;
}

static void put_number(struct text *out, uint64_t value, unsigned base)
{
	char digits[24];
	int n = 0;
	do
		digits[n++] = "0123456789abcdef"[value % base];
	while (value /= base);
	while (n)
		put(out, digits[--n]);
}

static void put_conversion(struct text *out, char conversion, va_list *args)
{
	if (conversion == 's') {
		for (const char *s = va_arg(*args, const char *); s && *s; s++)
			put(out, *s);
	} else if (conversion == 'c') {
		put(out, (char)va_arg(*args, int));
	} else if (conversion == 'u') {
		put_number(out, va_arg(*args, uint64_t), 10);
	} else if (conversion == 'd') {
		int64_t value = va_arg(*args, int64_t);
		if (value < 0)
			put(out, '-');
		put_number(out, value < 0 ? -(uint64_t)value : (uint64_t)value, 10);
	} else if (conversion == 'x' || conversion == 'p') {
		put(out, '0');
		put(out, 'x');
		put_number(out, va_arg(*args, uint64_t), 16);
	}
}

void td_text(char *to, size_t size, const char *format, ...)
{
	struct text out = {to, to + size - 1};
	va_list args;
	va_start(args, format);
	for (; *format; format++) {
		if (*format == '%' && format[1])
			put_conversion(&out, *++format, &args);
		else
			put(&out, *format);
	}
	va_end(args);
	*out.at = 0;
}

/* rdi: address, rsi: size, rdx: where to put the value. */
__asm__(".text\n"
	".type td_peek_raw, @function\n"
	"td_peek_raw:\n"
	"	cmp $1, %esi\n	je 1f\n"
	"	cmp $2, %esi\n	je 2f\n"
	"	cmp $4, %esi\n	je 4f\n"
	"	movq (%rdi), %rax\n	jmp 9f\n"
	"1:	movzbl (%rdi), %eax\n	jmp 9f\n"
	"2:	movzwl (%rdi), %eax\n	jmp 9f\n"
	"4:	movl (%rdi), %eax\n"
	"9:	movq %rax, (%rdx)\n"
	"	movl $1, %eax\n"
	"	ret\n"
	"td_peek_failed:\n"
	"	xorl %eax, %eax\n"
	"	ret\n"
	".size td_peek_raw, . - td_peek_raw\n");
extern int td_peek_raw(uint64_t address, unsigned size, uint64_t *value);
extern char td_peek_failed[];

int td_peek(uint64_t address, unsigned size, uint64_t *value)
{
	return td_peek_raw(address, size, value);
}

uint64_t td_peek_recovery(uint64_t ip)
{
	uint64_t start = (uint64_t)td_peek_raw, failed = (uint64_t)td_peek_failed;
	return ip >= start && ip < failed ? failed : 0;
}
