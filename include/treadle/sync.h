/* Semaphores, monitors and ports for multithreaded programs, known to Treadle as what they are.
 *
 * In a plain program (link with -ltreadle-sync -pthread) they are built on POSIX threads.  In a program compiled with `treadle cc`
 * and run by `treadle` each operation is one event on one object, so that an exhaustive search (--equivalence trace) tries exactly
 * the orders that the construct itself leaves open:
 *
 *   semaphore   the order in which takes and posts are completed;
 *   monitor     the order in which threads enter it; if signals continue, also the order in which signalled threads come back;
 *   port        the order in which messages arrive; when they are received makes no difference;
 *   rendezvous  (a port that holds nothing) the order in which senders and receivers meet.
 *
 * Everything is initialised by a function before use and destroyed when nobody uses it any more.  Using what is not initialised,
 * or a monitor that one is not in, is a mistake: Treadle reports it, a plain program aborts. */
#ifndef TREADLE_SYNC_H
#define TREADLE_SYNC_H

#include <pthread.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The members are nobody's business. */

typedef struct treadle_semaphore {
	unsigned long limit;
	unsigned long value;
	pthread_mutex_t lock;
	pthread_cond_t changed;
} treadle_semaphore_t;

typedef struct treadle_monitor {
	unsigned long discipline;
	pthread_mutex_t lock;
	pthread_cond_t entry;
	struct treadle_waiter *urgent;
	pthread_t holder;
	int is_held;
} treadle_monitor_t;

typedef struct treadle_condition {
	treadle_monitor_t *monitor;
	struct treadle_waiter *waiting;
} treadle_condition_t;

typedef struct treadle_port {
	unsigned long capacity_plus_one;
	unsigned long length;
	struct treadle_message *first, *last;
} treadle_port_t;

/* Semaphores.  A counting one begins with a value; wait takes one and waits while there is none; post never waits.  A binary one
 * is 0 or 1, and a post waits while it is 1, so that waits and posts alternate. */
void treadle_semaphore_init(treadle_semaphore_t *semaphore, unsigned value);
void treadle_semaphore_init_binary(treadle_semaphore_t *semaphore, unsigned value);
void treadle_semaphore_destroy(treadle_semaphore_t *semaphore);
void treadle_semaphore_wait(treadle_semaphore_t *semaphore);
void treadle_semaphore_post(treadle_semaphore_t *semaphore);

/* Monitors.  At most one thread is inside.  What a signal does is decided when the monitor is made:
 *   TREADLE_SIGNAL_AND_CONTINUE     the signaller goes on; who was signalled comes back in competition with all others, so it has to
 *                                   look at the condition again;
 *   TREADLE_SIGNAL_AND_URGENT_WAIT  who was signalled goes on at once; the signaller comes back as soon as nobody is inside, before
 *                                   anybody who wants to enter.  Of several signallers the first comes back first. */
enum treadle_discipline { TREADLE_SIGNAL_AND_CONTINUE = 1, TREADLE_SIGNAL_AND_URGENT_WAIT = 2 };

void treadle_monitor_init(treadle_monitor_t *monitor, enum treadle_discipline discipline);
void treadle_monitor_destroy(treadle_monitor_t *monitor);
void treadle_monitor_enter(treadle_monitor_t *monitor);
void treadle_monitor_leave(treadle_monitor_t *monitor);

/* A condition variable belongs to one monitor and is used by the thread inside.  Who has waited longest is signalled; a signal
 * when nobody waits is lost.  signal_all: only where the signaller continues. */
void treadle_condition_init(treadle_condition_t *condition, treadle_monitor_t *monitor);
void treadle_condition_destroy(treadle_condition_t *condition);
void treadle_condition_wait(treadle_condition_t *condition);
void treadle_condition_signal(treadle_condition_t *condition);
void treadle_condition_signal_all(treadle_condition_t *condition);
unsigned treadle_condition_length(treadle_condition_t *condition); /* how many wait */

/* Ports.  A message is a pointer, which may as well be a number.  Messages are received in the order in which they arrive.  A send
 * waits while the port is full; to a port of capacity TREADLE_SYNCHRONOUS it waits until the message is received. */
#define TREADLE_SYNCHRONOUS 0ul
#define TREADLE_UNBOUNDED (~0ul >> 1)

void treadle_port_init(treadle_port_t *port, unsigned long capacity);
void treadle_port_destroy(treadle_port_t *port);
void treadle_port_send(treadle_port_t *port, void *message);
void *treadle_port_receive(treadle_port_t *port);
unsigned long treadle_port_length(treadle_port_t *port); /* messages that have arrived and are not received; 0 if synchronous */

/* Selective wait: receives one message from any port whose guard is not 0.  Returns the place of that alternative, its `message`
 * filled in; -1 at once if all guards are 0.  A port is named at most once. */
struct treadle_alternative {
	treadle_port_t *port;
	int guard;
	void *message;
};

int treadle_select(struct treadle_alternative *alternatives, int count);

#ifdef __cplusplus
}
#endif
#endif
