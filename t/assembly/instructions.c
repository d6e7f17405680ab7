// Instructions of many kinds keep doing what they do when they are events: results, flags, other registers, locals of a function
// that calls nobody.
#include <assert.h>
#include <emmintrin.h>
#include <pthread.h>
#include <string.h>

static int number;
static long wide[2] __attribute__((aligned(16)));
static char text[32], bits[4];
static double weight = 2;

static int swap_if(int *place, int expected, int desired)
{
	char is_done;

	__asm__ volatile("lock\n\tcmpxchgl %3, %1\n\tsete %0" : "=q"(is_done), "+m"(*place), "+a"(expected) : "r"(desired) : "memory", "cc");
	return is_done;
}

static int is_last(int *place)
{
	__asm__ goto("lock; decl %0; je %l1" : : "m"(*place) : "memory", "cc" : last);
	return 0;
last:
	return 1;
}

static int swap_both(long *place, long low, long high)
{
	long seen_low = place[0], seen_high = place[1];
	char is_done;

	__asm__ volatile("lock cmpxchg16b (%5); setz %0" : "=q"(is_done), "+a"(seen_low), "+d"(seen_high)
			 : "b"(low), "c"(high), "r"(place) : "memory", "cc");
	return is_done;
}

/* The address is in the register that gets the result, and there is a loop that counts in one. */
static long chase(long **at, int times)
{
	long *value = (long *)at;

	__asm__ volatile("1: movq (%0), %0 # next\n\tdecl %1\n\tjnz 1b" : "+r"(value), "+r"(times) : : "memory", "cc");
	return (long)value;
}

static void fill(char *to, int value, long count)
{
	__asm__ volatile("cld; rep; stosb" : "+D"(to), "+c"(count) : "a"(value) : "memory");
}

static void copy(char *to, const char *from, long count)
{
	__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(count) : : "memory");
}

static int test_and_set(char *place, int bit)
{
	int was;

	__asm__ volatile("lock; btsl %2, %1; sbbl %0, %0" : "=r"(was), "+m"(*(int *)place) : "Ir"(bit) : "memory", "cc");
	return was;
}

static double twice(const double *place, double by)
{
	__asm__ volatile("mulsd %1, %0" : "+x"(by) : "m"(*place) : "memory");
	return by;
}

static int leaf(int a, int b, int *place)
{
	int c = a + b, d = a - b, e = a * b;

	__asm__ volatile("lock; xaddl %0, %1" : "+r"(c), "+m"(*place) : : "memory", "cc");
	__asm__ volatile("mfence" : : : "memory");
	__asm__ volatile("lock; addl $0, (%%rsp)" : : : "memory", "cc");
	return c + d * 1000 + e * 1000000;
}

static void *work(void *arg)
{
	static long *ring[2] = { (long *)&ring[1], (long *)&ring[0] };
	static int left = 3;
	char own[32] = "0123456789abcdef0123456789abcde";

	while (!swap_if(&number, 0, 7))
		__asm__ volatile("rep; nop" : : : "memory");
	assert(!swap_if(&number, 1, 9));
	assert(!is_last(&left) && !is_last(&left) && is_last(&left) && (left = 3));
	assert(swap_both(wide, 11, 22) && wide[0] == 11 && wide[1] == 22);
	assert(chase((long **)ring, 5) == (long)&ring[1]);
	fill(text, 'x', 31);
	copy(text, own, 16);
	assert(!strcmp(text, "0123456789abcdefxxxxxxxxxxxxxxx"));
	assert(test_and_set(bits, 3) == 0 && test_and_set(bits, 3) == -1 && !(bits[0] = 0));
	assert(twice(&weight, 21) == 42);
	assert(leaf(5, 3, &number) == 7 + 2000 + 15000000);
	__asm__ volatile("movl $0, %0" : "=m"(number) : : "memory");
	return arg;
}

int main(void)
{
	pthread_t threads[2];

	pthread_create(&threads[0], NULL, work, NULL);
	pthread_create(&threads[1], NULL, work, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	return number;
}
