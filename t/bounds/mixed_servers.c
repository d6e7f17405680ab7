// Servers that look for a free place, ask a helper, or reserve before they create, and some that do not.
// bounds: alive 52
// bounds: alive 75
// bounds: alive 125
// bounds: alive 155
// bounds: alive 184
// bounds: bounded 214
// bounds: unbounded 224
// bounds: unbounded 232
// bounds: unbounded 243
// bounds: unbounded 263
// bounds: bounded 277
// bounds: alive 289
// bounds: bounded 298
// bounds: bounded 300
// bounds: bounded 302
// bounds: bounded 310
// bounds: bounded 322
// bounds: unbounded 341
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/socket.h>
#define MAXC 64
static void *w(void *a)
{
	return a;
}

int get(void);
int listen_fd;
static pthread_t t;

/* slot search */
static struct slot {
	int used;
	pthread_t t;
} slots[MAXC];
static void *sw(void *a)
{
	struct slot *s = a;
	s->used = 0;
	return 0;
}

void slot_search(void)
{
	int i;
	for (;;) {
		int fd = accept(listen_fd, 0, 0);
		for (i = 0; i < MAXC; i++)
			if (!slots[i].used)
				break;
		if (i == MAXC) {
			close(fd);
			continue;
		}
		slots[i].used = 1;
		pthread_create(&slots[i].t, 0, sw, &slots[i]);
	}
}

static int busy[MAXC];
static void *bw(void *a)
{
	busy[(long)a] = 0;
	return 0;
}

void slot_search2(void)
{
	while (1) {
		int fd = accept(listen_fd, 0, 0), slot = -1;
		for (int i = 0; i < MAXC; i++)
			if (busy[i] == 0) {
				slot = i;
				break;
			}
		if (slot < 0) {
			close(fd);
			continue;
		}
		busy[slot] = 1;
		pthread_create(&t, 0, bw, (void *)(long)slot);
	}
}

/* helper decides */
static int nconn;
static pthread_mutex_t m;
static bool may_accept(void)
{
	bool ok;
	pthread_mutex_lock(&m);
	ok = nconn < MAXC;
	pthread_mutex_unlock(&m);
	return ok;
}

static void conn_add(void)
{
	pthread_mutex_lock(&m);
	nconn++;
	pthread_mutex_unlock(&m);
}

static void conn_del(void)
{
	pthread_mutex_lock(&m);
	nconn--;
	pthread_mutex_unlock(&m);
}

static void *cw(void *a)
{
	conn_del();
	return a;
}

void helper(void)
{
	while (get()) {
		if (!may_accept()) {
			sleep(1);
			continue;
		}
		conn_add();
		pthread_create(&t, 0, cw, 0);
	}
}

/* reserve returns success */
static atomic_int live;
static bool reserve(void)
{
	int n = atomic_load(&live);
	while (n < MAXC) {
		if (atomic_compare_exchange_weak(&live, &n, n + 1))
			return true;
	}
	return false;
}

static void *rw(void *a)
{
	atomic_fetch_sub(&live, 1);
	return a;
}

void cas_reserve(void)
{
	while (1) {
		int fd = accept(listen_fd, 0, 0);
		if (!reserve()) {
			close(fd);
			continue;
		}
		pthread_create(&t, 0, rw, 0);
	}
}

/* reserve by add then undo */
static atomic_int live2;
static void *rw2(void *a)
{
	atomic_fetch_sub(&live2, 1);
	return a;
}

static int enter(void)
{
	if (atomic_fetch_add(&live2, 1) >= MAXC) {
		atomic_fetch_sub(&live2, 1);
		return -1;
	}
	return 0;
}

void add_undo(void)
{
	for (;;) {
		if (enter() != 0)
			continue;
		if (pthread_create(&t, 0, rw2, 0) != 0)
			atomic_fetch_sub(&live2, 1);
	}
}

/* pool grow */
struct pool {
	int size, max, idle;
	pthread_mutex_t m;
};
static void *pw(void *a)
{
	return a;
}

static int pool_grow(struct pool *p)
{
	if (p->size >= p->max)
		return 0;
	if (pthread_create(&t, 0, pw, p))
		return 0;
	p->size++;
	return 1;
}

void pool_run(struct pool *p)
{
	while (get() > 0) {
		if (p->idle == 0)
			pool_grow(p);
	}
}

/* counter never raised on path */
static int made;
void no_raise(void)
{
	while (made < 10)
		pthread_create(&t, 0, w, 0);
}

/* raised only sometimes */
void raise_sometimes(int x)
{
	int n = 0;
	while (n < 10) {
		pthread_create(&t, 0, w, 0);
		if (get() == x)
			n++;
	}
}

/* unsigned wrap mask */
void masked(void)
{
	unsigned i = 0;
	while (i < 10) {
		pthread_create(&t, 0, w, 0);
		i = (i + 1) & 7;
	}
}

/* timer reset */
static int rate;
static void *timer(void *a)
{
	for (;;) {
		sleep(1);
		rate = 0;
	}
	return a;
}

void rate_limit(void)
{
	pthread_create(&t, 0, timer, 0);
	for (;;) {
		if (rate >= 10) {
			usleep(10);
			continue;
		}
		rate++;
		pthread_create(&t, 0, w, 0);
	}
}

/* retries then give up */
int retries(void)
{
	int tries = 0;
	while (pthread_create(&t, 0, w, 0) != 0) {
		if (++tries > 5)
			return -1;
		sleep(1);
	}
	return 0;
}

/* respawn dead workers: join then create */
void respawn(void)
{
	pthread_create(&t, 0, w, 0);
	for (;;) {
		pthread_join(t, NULL);
		pthread_create(&t, 0, w, 0);
	}
}

/* while loop over argv */
int main(int argc, char **argv)
{
	while (*++argv)
		pthread_create(&t, 0, w, *argv);
	for (int i = 1; i < argc; ++i)
		pthread_create(&t, 0, w, argv[i]);
	while (--argc)
		pthread_create(&t, 0, w, 0);
}

/* break after n */
void breaks(void)
{
	int n = 0;
	for (;;) {
		pthread_create(&t, 0, w, 0);
		if (++n == 10)
			break;
	}
}

/* state machine */
enum st { INIT, RUN, DONE };
void machine(void)
{
	enum st s = INIT;
	while (s != DONE) {
		switch (s) {
		case INIT:
			pthread_create(&t, 0, w, 0);
			s = RUN;
			break;
		case RUN:
			if (get())
				s = DONE;
			break;
		default:
			break;
		}
	}
}

void machine_back(void)
{
	enum st s = INIT;
	while (s != DONE) {
		switch (s) {
		case INIT:
			pthread_create(&t, 0, w, 0);
			s = RUN;
			break;
		case RUN:
			if (get())
				s = INIT;
			break;
		default:
			break;
		}
	}
}
