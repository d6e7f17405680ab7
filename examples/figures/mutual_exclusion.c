/* mutual_exclusion PROCESSES SEPARATE ORDERED: distributed mutual exclusion by messages (Ricart and Agrawala).  Who wants to enter asks
 * all others and waits for their replies; whoever wants to enter itself, and asked with a lower number, defers its reply until it
 * has left.  A process is two threads: one enters once, the other answers requests.
 *
 * Messages travel over a network, where those of different senders may overtake each other: on each way there is a thread that
 * carries the message, and hands it over when the receiver takes it.  With ORDERED there is no network: messages lie in the ports of
 * one machine in the order in which they were sent.  Replies come to one port, or, with SEPARATE, to a port for each that replies, so
 * that the order in which they come makes no difference. */
#include <treadle/sync.h>

#include "team.h"

enum { PROCESSES_MOST = 3 };

struct process {
	treadle_semaphore_t mutex;
	treadle_port_t requests, replies[PROCESSES_MOST];
	int wants, number, highest;
	int deferred[PROCESSES_MOST];
};

/* From one process to another; one message each. */
struct way {
	treadle_port_t request, reply;
};

union message {
	struct {
		uint32_t from, number;
	};
	void *packed;
};

static struct process processes[PROCESSES_MOST];
static struct way ways[PROCESSES_MOST][PROCESSES_MOST];
static int inside, is_separate, is_ordered;

static treadle_port_t *reply_port(int to, int from)
{
	return &processes[to].replies[is_separate ? from : 0];
}

static void send_request(int from, int to, int number)
{
	treadle_port_send(is_ordered ? &processes[to].requests : &ways[from][to].request,
			  (union message){ .from = (uint32_t)from, .number = (uint32_t)number }.packed);
}

static void send_reply(int from, int to)
{
	treadle_port_send(is_ordered ? reply_port(to, from) : &ways[from][to].reply, NULL);
}

/* self: from where; size: to where */
static void *carry_request(void *arg)
{
	union task task = { .packed = arg };

	treadle_port_send(&processes[task.size].requests, treadle_port_receive(&ways[task.self][task.size].request));
	return NULL;
}

static void *carry_reply(void *arg)
{
	union task task = { .packed = arg };

	treadle_port_send(reply_port(task.size, task.self), treadle_port_receive(&ways[task.self][task.size].reply));
	return NULL;
}

static void ask_others(struct process *self, int own, int count)
{
	treadle_semaphore_wait(&self->mutex);
	self->wants = 1;
	self->number = self->highest + 1;
	treadle_semaphore_post(&self->mutex);
	for (int i = 0; i < count; i++)
		if (i != own)
			send_request(own, i, self->number);
	for (int i = 0; i < count; i++)
		if (i != own)
			treadle_port_receive(reply_port(own, i));
}

static void leave(struct process *self, int own, int count)
{
	treadle_semaphore_wait(&self->mutex);
	self->wants = 0;
	treadle_semaphore_post(&self->mutex);
	for (int i = 0; i < count; i++)
		if (self->deferred[i])
			send_reply(own, i);
}

static void *enter_once(void *arg)
{
	union task task = { .packed = arg };
	struct process *self = &processes[task.self];

	ask_others(self, task.self, task.threads);
	assert(inside++ == 0);
	inside--;
	leave(self, task.self, task.threads);
	return NULL;
}

static int must_defer(const struct process *self, union message request, int own)
{
	int number = (int)request.number;

	return self->wants && (number > self->number || (number == self->number && (int)request.from > own));
}

static void answer(struct process *self, int own)
{
	union message request = { .packed = treadle_port_receive(&self->requests) };
	int defer;

	treadle_semaphore_wait(&self->mutex);
	if ((int)request.number > self->highest)
		self->highest = (int)request.number;
	defer = must_defer(self, request, own);
	if (defer)
		self->deferred[request.from] = 1;
	treadle_semaphore_post(&self->mutex);
	if (!defer)
		send_reply(own, (int)request.from);
}

static void *answer_all(void *arg)
{
	union task task = { .packed = arg };

	for (int i = 1; i < task.threads; i++)
		answer(&processes[task.self], task.self);
	return NULL;
}

static void make_ways(struct team *team, int from, int count)
{
	for (int to = 0; !is_ordered && to < count; to++) {
		union task task = { .self = (uint16_t)from, .size = (uint16_t)to };

		if (to == from)
			continue;
		treadle_port_init(&ways[from][to].request, TREADLE_UNBOUNDED);
		treadle_port_init(&ways[from][to].reply, TREADLE_UNBOUNDED);
		team_start(team, carry_request, task);
		team_start(team, carry_reply, task);
	}
}

static void make_process(struct process *self, int count)
{
	unsigned long capacity = is_ordered ? TREADLE_UNBOUNDED : TREADLE_SYNCHRONOUS;

	treadle_semaphore_init(&self->mutex, 1);
	treadle_port_init(&self->requests, capacity);
	for (int i = 0; i < count; i++)
		treadle_port_init(&self->replies[i], capacity);
}

int main(int argc, char **argv)
{
	union task task = { .threads = argument(argc, argv, 1, 2) };
	struct team team = { 0 };

	assert(task.threads <= PROCESSES_MOST);
	is_separate = argument(argc, argv, 2, 0);
	is_ordered = argument(argc, argv, 3, 0);
	for (int i = 0; i < task.threads; i++)
		make_process(&processes[i], task.threads);
	for (task.self = 0; task.self < task.threads; task.self++) {
		make_ways(&team, task.self, task.threads);
		team_start(&team, enter_once, task);
		team_start(&team, answer_all, task);
	}
	team_join(&team);
	return 0;
}
