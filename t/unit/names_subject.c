/* A program that knows its own names: it prints where its modules and threads lie, and for many addresses what they ought to
 * be called.  names_test.c checks that the tool agrees. */
#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum colour { RED, GREEN = 5, BLUE = -1 };

struct node {
	int value;
	struct node *next;
	pthread_mutex_t lock;
	struct {
		short left, right;
	} inner[3];
	union {
		int number;
		double real;
	};
	unsigned low : 3, high : 5;
};

struct one {
	void *only;
};

struct tail {
	int length;
	char bytes[];
};

int counter;
static struct node queue;
struct node slot[4];
int matrix[3][4];
pthread_mutex_t mutex;
pthread_cond_t nonempty;
sem_t items;
atomic_int flag;
_Atomic(struct node *) head;
struct one top;
double ratio;
bool ready;
enum colour colour;
char letter;
_Thread_local int before_it = 3;
alignas(64) _Thread_local struct node mine;
_Thread_local long last;

static void say(const char *name, const volatile void *address, size_t size)
{
	printf("name %lx %zu %s\n", (unsigned long)address, size, name);
}

/* Accesses of SIZE bytes with a value, and how the value should look. */
static void say_value(const char *text, const volatile void *address, size_t size, unsigned long value)
{
	printf("value %lx %zu %lx %s\n", (unsigned long)address, size, value, text);
}

static void __attribute__((noinline)) say_allocation(void *block, size_t size)
{
	printf("alloc %lx %zu %lx\n", (unsigned long)block, size, (unsigned long)__builtin_return_address(0));
}

static int print_module(struct dl_phdr_info *info, size_t size, void *unused)
{
	unsigned long low = -1ul, high = 0;
	char path[400] = "";

	(void)size, (void)unused;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];

		if (segment->p_type != PT_LOAD)
			continue;
		if (info->dlpi_addr + segment->p_vaddr < low)
			low = info->dlpi_addr + segment->p_vaddr;
		if (info->dlpi_addr + segment->p_vaddr + segment->p_memsz > high)
			high = info->dlpi_addr + segment->p_vaddr + segment->p_memsz;
	}
	if (!*info->dlpi_name && readlink("/proc/self/exe", path, sizeof path - 1) < 0)
		return 0;
	printf("module %lx %lx %lx %s\n", (unsigned long)info->dlpi_addr, low, high, *info->dlpi_name ? info->dlpi_name : path);
	return 0;
}

static int next_number(void)
{
	static int count;

	say("count", &count, 4);
	return ++count;
}

static int other_number(void)
{
	static int total[2];

	say("total[1]", &total[1], 4);
	return ++total[1];
}

static void globals(void)
{
	say("counter", &counter, 4);
	say("counter+1", (char *)&counter + 1, 1);
	say("queue.value", &queue.value, 4);
	say("queue.next", &queue.next, 8);
	say("queue.lock", &queue.lock, 0);
	say("queue.inner[2].right", &queue.inner[2].right, 2);
	say("queue.number", &queue.number, 4);
	say("queue.real", &queue.real, 8);
	say("queue.low|high", (char *)&queue.real + 8, 1);
	say("slot[3].next", &slot[3].next, 8);
	say("slot[0].value", &slot[0].value, 4);
	say("slot", &slot, sizeof slot);
	say("slot[1]", &slot[1], sizeof slot[1]);
	say("matrix[1][2]", &matrix[1][2], 4);
	say("mutex", &mutex, 0);
	say("mutex", (char *)&mutex + 4, 4);
	say("nonempty", &nonempty, 0);
	say("items", &items, 0);
	say("flag", &flag, 4);
	say("head", &head, 8);
	say("top.only", &top, 8);
}

static void values(void)
{
	say_value("-1", &counter, 4, 0xffffffff);
	say_value("NULL", &queue.next, 8, 0);
	say_value("&slot[2]", &head, 8, (unsigned long)&slot[2]);
	say_value("&counter", &queue.next, 8, (unsigned long)&counter);
	say_value("print_module", &top, 8, (unsigned long)print_module);
	say_value("true", &ready, 1, 1);
	say_value("GREEN", &colour, 4, 5);
	say_value("BLUE", &colour, 4, 0xffffffff);
	say_value("'x'", &letter, 1, 'x');
	say_value("0.5", &ratio, 8, 0x3fe0000000000000);
}

static struct node *make_node(void)
{
	return malloc(sizeof(struct node));
}

static void heap(void)
{
	struct node *a = malloc(sizeof *a); say_allocation(a, sizeof *a);
	int *numbers = calloc(10, sizeof(int)); say_allocation(numbers, 40);
	void *plain = malloc(33); say_allocation(plain, 33);
	queue.next = malloc(sizeof *queue.next); say_allocation(queue.next, sizeof *queue.next);
	struct node *b = make_node(); say_allocation(b, sizeof *b);

	say("node#1.next", &a->next, 8);
	say("node#1.lock", &a->lock, 0);
	say("int#1[3]", &numbers[3], 4);
	say("heap#1+8", (char *)plain + 8, 1);
	say("node#2.value", &queue.next->value, 4);
	say("node#3.inner[1].left", &b->inner[1].left, 2);
	say_value("&node#3", &head, 8, (unsigned long)b);
	say_value("&node#3.next", &top, 8, (unsigned long)&b->next);
}

/* Locals are named with the frame that a runtime would report; this file is compiled with frame pointers. */
static int __attribute__((noinline)) locals(void)
{
	struct node local = { 0 };
	int array[4] = { 0 };

	__asm__ volatile("" ::"r"(&local), "r"(array) : "memory");
	printf("frame %lx %lx\n", (unsigned long)&&here, (unsigned long)__builtin_frame_address(0) + 16);
here:
	say("local.next", &local.next, 8);
	say("array[2]", &array[2], 4);
	__asm__ volatile("" ::"r"(&local), "r"(array) : "memory");
	return array[0] + local.value;
}

int main(void)
{
	char *here = (char *)__builtin_frame_address(0);

	dl_iterate_phdr(print_module, NULL);
	printf("thread %lx %lx %lx\n", (unsigned long)(here - 65536), (unsigned long)(here + 4096),
	       (unsigned long)__builtin_thread_pointer());
	globals();
	say("mine.next (of main)", &mine.next, 8);
	say("before_it (of main)", &before_it, 4);
	say("last (of main)", &last, 8);
	next_number();
	other_number();
	values();
	heap();
	return locals();
}
