#include "port.h"

#include "availability.h"
#include "uncancelled.h"
#include "rt/engine.h"
#include "rt/race.h"
#include "rt/search.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"
#include "wire/sync.h"

enum { MAX_PORTS = 1 << 12, MAX_MESSAGES = 1 << 20 };

/* A message on the way, or room that a receive has made. */
struct message {
	void *content;
	uint64_t hash;           /* of the sender's past */
	uint32_t step;           /* of the search, in which it was sent or the room was made */
	uint32_t next;           /* number of the next one, + 1 */
	uint32_t known;          /* what whoever left it knew (race.h) */
};

struct queue {
	uint32_t first, last;    /* numbers, + 1 */
};

struct td_port {
	struct queue messages, rooms;
	uint64_t sent;
	uint32_t offers;         /* receivers that wait for it to be sent to */
	uint16_t receiver;       /* who has offered last to receive, TD_NOBODY if none */
};

/* What a thread is ready to receive. */
struct td_offer {
	struct treadle_alternative *alternatives;
	int count, chosen;
	uint64_t hash;           /* of the sender's past */
};

/* Of the execution under way. */
static uint64_t TD_EXECUTION run;
static struct td_port TD_STATE *ports;
static uint32_t TD_EXECUTION port_count;
static struct message TD_STATE *messages;
static uint32_t TD_EXECUTION message_count, free_message;

static void begin_run(void)
{
	if (!ports) {
		ports = td_map(MAX_PORTS * sizeof *ports);
		messages = td_map(MAX_MESSAGES * sizeof *messages);
	}
	run = td_run;
	port_count = message_count = free_message = 0;
}

void td_ports_mark(void)
{
	if (run != td_run)
		return;
	td_mark_keep(ports, port_count * sizeof *ports);
	td_mark_keep(messages, message_count * sizeof *messages);
}

static struct td_port *new_port(void)
{
	if (run != td_run)
		begin_run();
	if (port_count == MAX_PORTS)
		td_unsupported("more than %u ports in one execution", (uint64_t)MAX_PORTS);
	struct td_port *port = &ports[port_count++];
	*port = (struct td_port){.receiver = TD_NOBODY};
	return port;
}

static struct td_object *port_of(treadle_port_t *port, uint64_t pc)
{
	struct td_object *object = td_primitive_made(port, TD_O_PORT, pc);
	if (!object->port) {
		object->port = new_port();
		object->limit = port->capacity_plus_one - 1;
	}
	return object;
}

static int is_synchronous(const struct td_object *port)
{
	return port->limit == TREADLE_SYNCHRONOUS;
}

static void push(struct queue *queue, struct message message)
{
	uint32_t number = free_message;
	if (number)
		free_message = messages[number - 1].next;
	else if (message_count == MAX_MESSAGES)
		td_unsupported("more than %u messages on the way", (uint64_t)MAX_MESSAGES);
	else
		number = ++message_count;
	messages[number - 1] = message;
	if (queue->last)
		messages[queue->last - 1].next = number;
	else
		queue->first = number;
	queue->last = number;
}

static struct message pop(struct queue *queue)
{
	uint32_t number = queue->first;
	struct message message = messages[number - 1];
	queue->first = message.next;
	if (!queue->first)
		queue->last = 0;
	messages[number - 1].next = free_message;
	free_message = number;
	return message;
}

static int takes(const struct td_object *port)
{
	if (!port->port) /* it has been initialised, and nothing more */
		return 1;
	return is_synchronous(port) ? port->port->offers > 0 : port->count < port->limit;
}

/* The port of an alternative that is open; NULL if it is closed. */
static struct td_object *open_port(const struct td_offer *offer, int i)
{
	return offer->alternatives[i].guard ? td_object_find((uint64_t)offer->alternatives[i].port) : NULL;
}

/* Which of the offer's open ports have a message lying in them; how many. */
static uint32_t full_ports(const struct td_offer *offer, int *which, uint32_t room)
{
	uint32_t found = 0;
	for (int i = 0; i < offer->count && found < room; i++) {
		const struct td_object *port = open_port(offer, i);
		if (port && port->count)
			which[found++] = i;
	}
	return found;
}

static int place_in(const struct td_offer *offer, const struct td_object *port)
{
	for (int i = 0; offer && i < offer->count; i++)
		if (open_port(offer, i) == port)
			return i;
	return -1;
}

int td_port_is_available(const struct td_object *self, const struct td_fiber *fiber)
{
	int which;
	if (fiber->pending.kind == TD_SEND)
		return takes(self);
	return fiber->wait.woken || full_ports(fiber->wait.offer, &which, 1);
}

/* Its receivers' side is the next address. */
uint8_t td_port_could(const struct td_object *self, uint64_t place)
{
	if (place != self->address)
		return self->count ? TD_COULD_TAKE : 0;
	return (uint8_t)(TD_COULD_TAKE | (takes(self) ? TD_COULD_SEND : 0)); /* TAKE: no matter when */
}

static void change_offers(const struct td_offer *offer, uint32_t by)
{
	for (int i = 0; i < offer->count; i++) {
		struct td_object *port = open_port(offer, i);
		if (!port)
			continue;
		port->port->offers += by;
		td_object_changed(port);
	}
}

/* The n-th thread that offers to receive from the port; NULL if there are not so many. */
static struct td_fiber *receiver_for(const struct td_object *port, uint32_t n)
{
	for (uint32_t i = 0; i < td_fiber_count; i++)
		if (place_in(td_fiber(i)->wait.offer, port) >= 0 && n-- == 0)
			return td_fiber(i);
	return NULL;
}

static void touch_others(struct td_fiber *self, const struct td_offer *offer, const struct td_object *but)
{
	for (int i = 0; i < offer->count; i++)
		if (open_port(offer, i) && open_port(offer, i) != but)
			td_record_beside(self, (uint64_t)offer->alternatives[i].port);
}

static void meet(struct td_fiber *self, struct td_object *port, void *content)
{
	struct td_fiber *receiver = receiver_for(port, td_choice(port->port->offers));
	struct td_offer *offer = receiver->wait.offer;
	td_record(self, (uint64_t)content);
	touch_others(self, offer, port);
	if (td_strategy->is_by_trace)
		td_search_after_thread(self, receiver);
	if (td_strategy->is_by_reads_from) /* which does not know of steps that come after all that a thread has done */
		td_cut(TD_CUT_READS_FROM, self->pending.pc);
	offer->chosen = place_in(offer, port);
	offer->alternatives[offer->chosen].message = content;
	offer->hash = self->hash;
	change_offers(offer, -1u);
	receiver->wait.offer = NULL;
	receiver->wait.woken = 1;
	td_race_order(receiver, self); /* it has waited for the message */
	td_order(self, receiver);
	td_refresh(receiver);
}

static void refresh_receivers(const struct td_object *port)
{
	for (uint32_t i = 0; i < td_fiber_count; i++)
		if (place_in(td_fiber(i)->wait.offer, port) >= 0)
			td_refresh(td_fiber(i));
}

static uint32_t step_of(const struct td_fiber *self)
{
	return td_step_under_way(self);
}

static void put(struct td_fiber *self, struct td_object *port, void *content)
{
	struct td_port *state = port->port;
	td_record(self, (uint64_t)content);
	if (state->sent++ >= port->limit) {
		struct message room = pop(&state->rooms);
		td_search_after(self, room.step);
		td_race_receive(self, room.known);
	}
	push(&state->messages, (struct message){content, self->hash, step_of(self), 0, td_race_send(self)});
	port->count++;
	td_object_changed(port);
	refresh_receivers(port);
}

static void send(treadle_port_t *port, void *content, uint64_t pc)
{
	struct td_fiber *self = td_current;
	struct td_object *object = port_of(port, pc);
	td_wait_uncanceled(self, object, TD_SEND, pc);
	if (is_synchronous(object))
		meet(self, object, content);
	else
		put(self, object, content);
	td_progress(self);
}

/* A message that lies in one of several ports: it matters also what does not lie in the others.  How that goes together with
 * the choice among them is not settled, so the search must not say that it has tried everything. */
static void touch_all(struct td_fiber *self, const struct td_offer *offer)
{
	td_cut(TD_CUT_PORTS, self->pending.pc);
	for (int i = 0; i < offer->count; i++)
		if (open_port(offer, i))
			td_record_also(self, (uint64_t)offer->alternatives[i].port);
}

static int choose_full(const struct td_offer *offer)
{
	int which[TD_MAX_ALTERNATIVES];
	return which[td_choice(full_ports(offer, which, TD_MAX_ALTERNATIVES))];
}

/* The event is the receiving from one port, and what it changes is the port's other side. */
static void record_receive(struct td_fiber *self, const struct td_object *port, void *content)
{
	self->pending.kind = TD_RECEIVE;
	self->pending.object = port->address;
	self->pending.unshared = 1;
	td_record(self, (uint64_t)content);
}

static void get(struct td_fiber *self, struct td_offer *offer, int is_select)
{
	offer->chosen = choose_full(offer);
	struct td_object *port = open_port(offer, offer->chosen);
	struct message message = pop(&port->port->messages);
	record_receive(self, port, message.content);
	td_record_also(self, td_port_side(port->address, TD_RECEIVE));
	if (is_select)
		touch_all(self, offer);
	td_search_after(self, message.step);
	td_race_receive(self, message.known);
	self->hash = td_mix(self->hash, message.hash);
	offer->alternatives[offer->chosen].message = message.content;
	change_offers(offer, -1u);
	port->count--;
	if (port->limit < TREADLE_UNBOUNDED)
		push(&port->port->rooms, (struct message){.step = step_of(self), .known = td_race_send(self)});
	td_object_changed(port);
}

/* A sender has met it. */
static void be_met(struct td_fiber *self, const struct td_offer *offer)
{
	const struct treadle_alternative *chosen = &offer->alternatives[offer->chosen];
	record_receive(self, td_object_find((uint64_t)chosen->port), chosen->message);
	self->hash = td_mix(self->hash, offer->hash);
}

static struct td_object *first_open(const struct td_offer *offer, int *open, uint64_t pc)
{
	struct td_object *first = NULL;
	for (int i = 0; i < offer->count; i++) {
		struct td_object *port = port_of(offer->alternatives[i].port, pc);
		*open += offer->alternatives[i].guard != 0;
		if (!first && offer->alternatives[i].guard)
			first = port;
	}
	return first;
}

/* When an offer is made is no event, so with several receivers nobody tries what would come of another one's coming first. */
static void note_receiver(const struct td_fiber *self, const struct td_offer *offer)
{
	for (int i = 0; i < offer->count; i++) {
		const struct td_object *port = open_port(offer, i);
		if (!port || !is_synchronous(port))
			continue;
		if (port->port->receiver != TD_NOBODY && port->port->receiver != self->id)
			td_cut(TD_CUT_PORTS, self->pending.pc);
		port->port->receiver = self->id;
	}
}

static int receive_any(struct td_offer *offer, uint64_t pc)
{
	struct td_fiber *self = td_current;
	int open = 0;
	struct td_object *first = first_open(offer, &open, pc);
	if (!first)
		return -1;
	self->wait.woken = 0;
	self->wait.offer = offer;
	change_offers(offer, 1);
	note_receiver(self, offer);
	td_wait_uncanceled(self, first, open > 1 ? TD_SELECT : TD_RECEIVE, pc);
	self->wait.offer = NULL;
	if (self->wait.woken)
		be_met(self, offer);
	else
		get(self, offer, open > 1);
	td_progress(self);
	return offer->chosen;
}

static void *receive(treadle_port_t *port, uint64_t pc)
{
	struct treadle_alternative only = {.port = port, .guard = 1};
	receive_any(&(struct td_offer){.alternatives = &only, .count = 1}, pc);
	return only.message;
}

static unsigned long length(treadle_port_t *port, uint64_t pc)
{
	struct td_fiber *self = td_current;
	port_of(port, pc);
	td_point(self, TD_LENGTH, (uint64_t)port, 0, pc);
	struct td_object *object = port_of(port, pc);
	td_record(self, object->count);
	td_record_also(self, td_port_side(object->address, TD_RECEIVE));
	td_looked(self, object->count);
	return object->count;
}

static void destroy(treadle_port_t *port, uint64_t pc)
{
	struct td_object *object = port_of(port, pc);
	if (object->port->offers)
		td_finish_at(TD_END_BAD_PRIMITIVE, pc, (uint64_t)__builtin_frame_address(0), object->address,
			     "a port is destroyed while it is in use");
	td_primitive_destroy(port, TD_O_PORT, pc, 8);
}

TD_EXPORT void treadle_rt_port_init(treadle_port_t *port, unsigned long capacity)
{
	td_primitive_init(port, TD_O_PORT, TD_HERE);
	port->capacity_plus_one = capacity + 1;
}

TD_EXPORT void treadle_rt_port_destroy(treadle_port_t *port)
{
	destroy(port, TD_HERE);
}

TD_EXPORT void treadle_rt_port_send(treadle_port_t *port, void *message)
{
	send(port, message, TD_HERE);
}

TD_EXPORT void *treadle_rt_port_receive(treadle_port_t *port)
{
	return receive(port, TD_HERE);
}

TD_EXPORT unsigned long treadle_rt_port_length(treadle_port_t *port)
{
	return length(port, TD_HERE);
}

TD_EXPORT int treadle_rt_select(struct treadle_alternative *alternatives, int count)
{
	if (count > TD_MAX_ALTERNATIVES)
		td_unsupported("more than %u alternatives in one selective wait", (uint64_t)TD_MAX_ALTERNATIVES);
	return receive_any(&(struct td_offer){.alternatives = alternatives, .count = count}, TD_HERE);
}
