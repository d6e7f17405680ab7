/* The operating system, seen from inside the program under test.
 *
 * The runtime may be entered at any instruction of the program, also from inside the C library, so it calls nothing that
 * the program could be inside of: system calls are made here, by hand, and memory is moved by functions of our own. */
#ifndef TD_RT_OS_H
#define TD_RT_OS_H

#include <stddef.h>
#include <stdint.h>

/* All mutable state of the runtime lies in two sections, which are left alone when the program's memory is put back.  The second
 * is what changes in the course of one execution and is small: a mark (mark.h) copies all of it. */
#define TD_STATE __attribute__((section("td_state")))
#define TD_EXECUTION __attribute__((section("td_under_way")))
/* Weak, because a program may have functions of its own by such a name (send, read, alarm), as it may with the C library's. */
#define TD_EXPORT __attribute__((visibility("default"), weak))
/* Functions that lie below a thread's first one on its stack: call stacks end before them. */
#define TD_OUTERMOST __attribute__((section("td_outermost"), noinline))
#define TD_HERE ((uint64_t)__builtin_return_address(0))

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

long td_syscall(long number, long a, long b, long c, long d, long e, long f); /* negative errno on failure */

void *td_map(size_t size);                         /* zeroed, reserved only when touched; ends the process if impossible */
void *td_map_at(uint64_t address, size_t size);    /* the same at a fixed place */
void td_map_again(uint64_t address, size_t size);  /* the same where something may be mapped, which is gone then */
void *td_map_file(int fd, size_t size);            /* shared */
void *td_map_file_at(uint64_t address, int fd, uint64_t offset, size_t size);
int td_protect(uint64_t start, uint64_t end, int writable);
void td_prefer_huge_pages(uint64_t start, uint64_t end);  /* which cost a fork less; only whole ones */
void td_collapse_pages(uint64_t start, uint64_t end);     /* the same for what is there already */
void td_futex_wait(uint32_t *word, uint32_t value);
void td_futex_wake(uint32_t *word);
_Noreturn void td_end_process(int status);
_Noreturn void td_panic(const char *why);          /* our own fault: says so on descriptor 2 and ends the process */

uint64_t td_thread_pointer(void);
void td_set_thread_pointer(uint64_t base);
void td_processor_setup(void);                     /* finds out what it can do */

/* Between processes that share memory; held for moments only. */
void td_spin_lock(uint32_t *lock);
void td_spin_unlock(uint32_t *lock);

void *td_plain_copy(void *to, const void *from, size_t size);
void *td_plain_set(void *to, int byte, size_t size);
int td_plain_compare(const void *a, const void *b, size_t size);
size_t td_length(const char *text);
int td_same(const char *a, const char *b);

/* A printf that knows %s %u %d %x %p (64-bit numbers) and %c. */
void td_text(char *to, size_t size, const char *format, ...);

/* Read memory that may not be there.  Returns 0 and leaves *value alone if it is not. */
int td_peek(uint64_t address, unsigned size, uint64_t *value);

/* For the fault handler: where to go on if ip is inside td_peek, else 0. */
uint64_t td_peek_recovery(uint64_t ip);

#endif
