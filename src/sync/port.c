/* Ports on POSIX threads.
 *
 * One lock and one condition serve all ports, since a receiver may wait for several at once; that is simple rather than fast.  A
 * message that has arrived is in its port's list until it is received; that of a synchronous send lies on the stack of its
 * sender, which waits until it is taken out. */
#include "misuse.h"
#include "wait.h"
#include "wire/sync.h"

struct treadle_message {
	void *content;
	unsigned long arrival;   /* counts the messages of all ports */
	int taken;
	struct treadle_message *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned long arrivals;

static void check(const treadle_port_t *port)
{
	expect(port->capacity_plus_one != 0, "a port is used that is not initialised");
}

static unsigned long capacity_of(const treadle_port_t *port)
{
	return port->capacity_plus_one - 1;
}

static void append(treadle_port_t *port, struct treadle_message *message)
{
	message->arrival = arrivals++;
	if (port->last)
		port->last->next = message;
	else
		port->first = message;
	port->last = message;
	port->length++;
	pthread_cond_broadcast(&changed);
}

/* A synchronous sender frees its message itself, by returning. */
static void *take(treadle_port_t *port)
{
	struct treadle_message *message = port->first;
	void *content = message->content;

	port->first = message->next;
	if (!port->first)
		port->last = NULL;
	port->length--;
	message->taken = 1;
	if (capacity_of(port) != TREADLE_SYNCHRONOUS)
		free(message);
	pthread_cond_broadcast(&changed);
	return content;
}

static void send_synchronously(treadle_port_t *port, void *content)
{
	struct treadle_message message = { .content = content };

	append(port, &message);
	while (!message.taken)
		wait_for(&changed, &lock);
}

static void send_through(treadle_port_t *port, void *content)
{
	struct treadle_message *message = calloc(1, sizeof *message);

	expect(message != NULL, "no memory for a message");
	message->content = content;
	while (port->length >= capacity_of(port))
		wait_for(&changed, &lock);
	append(port, message);
}

static void send(treadle_port_t *port, void *content)
{
	check(port);
	pthread_mutex_lock(&lock);
	if (capacity_of(port) == TREADLE_SYNCHRONOUS)
		send_synchronously(port, content);
	else
		send_through(port, content);
	pthread_mutex_unlock(&lock);
}

/* Of the open alternatives that with the message that arrived first; -1 if there is no message. */
static int first_arrived(const struct treadle_alternative *alternatives, int count)
{
	int best = -1;

	for (int i = 0; i < count; i++) {
		const struct treadle_message *message = alternatives[i].guard ? alternatives[i].port->first : NULL;

		if (message && (best < 0 || message->arrival < alternatives[best].port->first->arrival))
			best = i;
	}
	return best;
}

static int is_any_open(const struct treadle_alternative *alternatives, int count)
{
	int open = 0;

	for (int i = 0; i < count; i++) {
		check(alternatives[i].port);
		open |= alternatives[i].guard;
	}
	return open != 0;
}

static int choose(struct treadle_alternative *alternatives, int count)
{
	int chosen;

	if (!is_any_open(alternatives, count))
		return -1;
	pthread_mutex_lock(&lock);
	while ((chosen = first_arrived(alternatives, count)) < 0)
		wait_for(&changed, &lock);
	alternatives[chosen].message = take(alternatives[chosen].port);
	pthread_mutex_unlock(&lock);
	return chosen;
}

static void *receive(treadle_port_t *port)
{
	struct treadle_alternative only = { .port = port, .guard = 1 };

	choose(&only, 1);
	return only.message;
}

static unsigned long length(treadle_port_t *port)
{
	unsigned long result;

	check(port);
	pthread_mutex_lock(&lock);
	result = capacity_of(port) == TREADLE_SYNCHRONOUS ? 0 : port->length;
	pthread_mutex_unlock(&lock);
	return result;
}

/* What has not been received goes with the port. */
static void destroy(treadle_port_t *port)
{
	check(port);
	expect(capacity_of(port) != TREADLE_SYNCHRONOUS || !port->first, "a port is destroyed while somebody sends to it");
	pthread_mutex_lock(&lock);
	while (port->first)
		take(port);
	pthread_mutex_unlock(&lock);
	port->capacity_plus_one = 0;
}

void treadle_port_init(treadle_port_t *port, unsigned long capacity)
{
	expect(capacity + 1 != 0, "a port is initialised with a capacity that is none");
	if (td_is_controlled())
		return treadle_rt_port_init(port, capacity);
	*port = (treadle_port_t){ .capacity_plus_one = capacity + 1 };
}

void treadle_port_destroy(treadle_port_t *port)
{
	return td_is_controlled() ? treadle_rt_port_destroy(port) : destroy(port);
}

void treadle_port_send(treadle_port_t *port, void *message)
{
	return td_is_controlled() ? treadle_rt_port_send(port, message) : send(port, message);
}

void *treadle_port_receive(treadle_port_t *port)
{
	return td_is_controlled() ? treadle_rt_port_receive(port) : receive(port);
}

unsigned long treadle_port_length(treadle_port_t *port)
{
	return td_is_controlled() ? treadle_rt_port_length(port) : length(port);
}

int treadle_select(struct treadle_alternative *alternatives, int count)
{
	return td_is_controlled() ? treadle_rt_select(alternatives, count) : choose(alternatives, count);
}
