/* The other object of shapes.c. */
#include "shapes.h"

static void (*hook)(struct queue *, int) = add_to_slot;

void push(struct queue *q, struct node *n)
{
	n->next = q->head; //= read q->head; write n->next
	q->head = n; //= write q->head
	hook(q, 1); //= read hook; indirect *q
	for (struct node *at = q->head; at; at = at->next) //= read q->head; read at->next
		q->count++; //= read q->count; write q->count
}
