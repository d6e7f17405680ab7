/* The site table must have, for each line with a comment that begins with "=", these accesses in this order; "-": one without
 * an expression.  Run by itself it must also end well. */
#include "shapes.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct queue queue, copy;
static int numbers[3], index_of, *pointer = numbers;
static _Atomic int ticket;
static int *table[2] = { numbers, numbers };
static struct { struct { int deep; } in[2]; } nested;
static _Thread_local int mine;

#define HEAD_VALUE(q) ((q)->head->value)
#define BOTH(a, b) ((a) + (b))
#define COUNT_OF(q) ((q).count)

static struct node *first(struct queue *q)
{
	return q->head; //= read q->head
}

static void *fields(void *arg)
{
	struct queue *q = arg;
	static int runs;

	runs++; //= read runs; write runs
	pthread_mutex_lock(&q->lock); //= call q->lock
	q->count += q->head->value; //= read q->head; read q->head->value; read q->count; write q->count
	(*q).head->next->value = 3; //= read (*q).head; read (*q).head->next; write (*q).head->next->value
	first(q)->value--; //= call *q; read first(q)->value; write first(q)->value
	q->is_open = 1; //= read q->is_open; write q->is_open
	q->number = q->letter; //= read q->letter; write q->number
	((struct queue *)arg)->count = 1; //= write ((struct queue *)arg)->count
	pthread_mutex_unlock(&q->lock); //= call q->lock
	return NULL;
}

static int arrays(struct queue *q, int *p, int **pp, int i)
{
	numbers[i] = q->slot[i + 1] + q->grid[1][i]; //= read q->slot[i + 1]; read q->grid[1][i]; write numbers[i]
	numbers[2] = queue.slot[3]; //= read queue.slot[3]; write numbers[2]
	nested.in[1].deep = queue.grid[1][2]; //= read queue.grid[1][2]; write nested.in[1].deep
	numbers[numbers[index_of]] = *p; //= read *p; read index_of; read numbers[index_of]; write numbers[numbers[index_of]]
	*p = **pp; //= read *pp; read **pp; write *p
	*p++ += 1; //= read *p++; write *p++
	++*pointer; //= read pointer; read *pointer; write *pointer
	p = i ? table[0] : *table; //= read table[0]; read -
	return pointer[1] * *p; //= read pointer; read pointer[1]; read *p
}

static int macros(struct queue *q)
{
	int a = HEAD_VALUE(q); //= read -; read -
	int b = BOTH(q->count, queue.count); //= read q->count; read queue.count
	int c = COUNT_OF(queue); //= read -

	return a + b + c + mine; //= read mine
}

static void atomics(void)
{
	ticket++; //= update ticket
	ticket = 5; //= write ticket
	atomic_fetch_add_explicit(&ticket, 1, memory_order_relaxed); //= update ticket
	if (atomic_load(&ticket) == 6) //= read ticket
		__atomic_store_n(&queue.count, 2, __ATOMIC_RELEASE); //= write queue.count
}

static void copies(struct node *to, struct node *from)
{
	*to = *from; //= read *from; write *to
	copy = queue; //= read queue; write copy
	memset(copy.slot, 0, sizeof copy.slot); //= write copy.slot
}

int main(void)
{
	struct node a = { 1, NULL }, b = { 2, NULL };
	struct node *n = &b;
	int shared = 1, *p = &shared;
	int *out = numbers;
	pthread_t thread;

	queue.head = n; //= write queue.head
	push(&queue, &a); //= call queue
	a.next = &b; //= write a.next
	pthread_create(&thread, NULL, fields, &queue); //= call thread
	pthread_join(thread, NULL); //= read thread; call -
	arrays(&queue, p, &out, 1); //= call queue
	macros(&queue); //= call queue
	atomics(); //= call -
	copies(&a, &b); //= call a
	add_to_slot(&queue, 2); //= call queue
	return 0;
}
