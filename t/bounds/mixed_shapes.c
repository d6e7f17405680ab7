// Recursion, threads that start threads, tables of functions, goto, queues of <sys/queue.h>, limits from configuration.
// bounds: bounded 52
// bounds: unbounded 59
// bounds: bounded 66
// bounds: unbounded 79
// bounds: bounded 85
// bounds: bounded 94
// bounds: unbounded 113
// bounds: bounded 120
// bounds: unbounded 124
// bounds: unbounded 147
// bounds: bounded 161
// bounds: unbounded 169
// bounds: bounded 184
// bounds: bounded 186
// bounds: bounded 190
// bounds: bounded 207
// bounds: bounded 211
// bounds: bounded 213
// bounds: bounded 216
// bounds: unbounded 227
// bounds: bounded 228
// bounds: alive 237
// bounds: bounded 257
// bounds: unbounded 269
// bounds: bounded 280
// bounds: alive 303
// bounds: bounded 317
// bounds: bounded 335
// bounds: bounded 347
// bounds: alive 360
// bounds: alive 376
// bounds: unbounded 386
// bounds: alive 401
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <unistd.h>
#include <sys/queue.h>
#include <sys/wait.h>
static pthread_t t;
static void *w(void *a)
{
	return a;
}

int get(void);
/* recursion */
void rec(int n)
{
	if (n == 0)
		return;
	pthread_create(&t, 0, w, 0);
	rec(n - 1);
}
void rec_u(int n)
{
	pthread_create(&t, 0, w, 0);
	if (get())
		rec_u(n);
}
void even(int n);
void odd(int n)
{
	if (n > 0) {
		pthread_create(&t, 0, w, 0);
		even(n - 1);
	}
}
void even(int n)
{
	odd(n - 1);
}

/* self replication */
void *repl(void *a)
{
	pthread_create(&t, 0, repl, a);
	get();
	return 0;
}
void *repl_b(void *a)
{
	long d = (long)a;
	if (d <= 0)
		return 0;
	pthread_create(&t, 0, repl_b, (void *)(d - 1));
	return 0;
}
static int spawned;
void *repl_c(void *a)
{
	if (spawned++ < 10)
		pthread_create(&t, 0, repl_c, a);
	return 0;
}
/* wrapper w/ fn pointer */
static int spawn(void *(*f)(void *), void *a)
{
	pthread_t x;
	int rc = pthread_create(&x, NULL, f, a);
	if (rc)
		return -1;
	pthread_detach(x);
	return 0;
}

void via_wrapper(void)
{
	for (;;)
		spawn(w, 0);
}

void via_wrapper_b(int k)
{
	int i;
	for (i = k; i > 0; i -= 2)
		spawn(w, 0);
}

void *repl_w(void *a)
{
	spawn(repl_w, a);
	get();
	return 0;
}
/* ops table */
struct ops {
	void (*start)(void);
	void (*stop)(void);
};
static void do_start(void)
{
	pthread_create(&t, 0, w, 0);
}

static void do_stop(void)
{
}

static struct ops ops = {.start = do_start, .stop = do_stop};
void table_start(void)
{
	while (get())
		ops.start();
}

void table_stop(void)
{
	while (get())
		ops.stop();
}

/* goto */
void gt(void)
{
	int n = 0;
again:
	pthread_create(&t, 0, w, 0);
	if (++n < 8)
		goto again;
}

void gt_u(void)
{
again:
	pthread_create(&t, 0, w, 0);
	if (get())
		goto again;
}

/* TAILQ drain */
struct job {
	TAILQ_ENTRY(job) e;
	int k;
};
TAILQ_HEAD(jobs, job);
void tq(struct jobs *h)
{
	struct job *j;
	TAILQ_FOREACH(j, h, e)
	pthread_create(&t, 0, w, j);
	while ((j = TAILQ_FIRST(h)) != NULL) {
		TAILQ_REMOVE(h, j, e);
		pthread_create(&t, 0, w, j);
	}
	while (!TAILQ_EMPTY(h)) {
		j = TAILQ_FIRST(h);
		TAILQ_REMOVE(h, j, e);
		pthread_create(&t, 0, w, j);
	}
}

/* config */
static int workers = 4;
static void load(const char *s)
{
	workers = atoi(s);
}

int main(int argc, char **argv)
{
	load(argv[1]);
	for (int i = 0; i < workers; i++)
		pthread_create(&t, 0, w, 0);
	char *e = getenv("N");
	int n = e ? atoi(e) : 2;
	while (n--)
		pthread_create(&t, 0, w, 0);
	for (long i = 0, k = sysconf(_SC_NPROCESSORS_ONLN); i < k; i++)
		pthread_create(&t, 0, w, 0);
	int c;
	while ((c = getopt(argc, argv, "t")) != -1)
		switch (c) {
		case 't':
			pthread_create(&t, 0, w, 0);
		}
}

/* two nested with reset */
void nest(void)
{
	int i;
	while (get())
		for (i = 0; i < 4; i++)
			pthread_create(&t, 0, w, 0);
}

/* live count, main joins */
static pthread_t ring[8];
static int head, used;
void ringjoin(void)
{
	for (;;) {
		if (used == 8) {
			pthread_join(ring[head], NULL);
			head = (head + 1) % 8;
			used--;
		}
		pthread_create(&ring[(head + used) % 8], 0, w, 0);
		used++;
	}
}

/* both created in a branch and counted elsewhere */
static int total;
static void account(void)
{
	total++;
}

void acc(void)
{
	while (get()) {
		if (total >= 100)
			break;
		if (spawn(w, 0) == 0)
			account();
	}
}

/* limit in disjunction */
void disj(int urgent)
{
	int n = 0;
	while (get()) {
		if (n < 10 || urgent) {
			pthread_create(&t, 0, w, 0);
			n++;
		}
	}
}

void conj(int urgent)
{
	int n = 0;
	while (get()) {
		if (urgent && n < 10) {
			pthread_create(&t, 0, w, 0);
			n++;
		}
	}
}

/* cond var */
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cv = PTHREAD_COND_INITIALIZER;
static int act;
static void *aw(void *a)
{
	pthread_mutex_lock(&m);
	act--;
	pthread_cond_signal(&cv);
	pthread_mutex_unlock(&m);
	return a;
}

void cvw(void)
{
	for (;;) {
		pthread_mutex_lock(&m);
		while (act >= 4)
			pthread_cond_wait(&cv, &m);
		act++;
		pthread_mutex_unlock(&m);
		pthread_create(&t, 0, aw, 0);
	}
}

/* if instead of while: wakes spuriously; still a test each time? */
static int started;
void lazy(void)
{
	while (get())
		if (!started) {
			started = 1;
			pthread_create(&t, 0, w, 0);
		}
}

static void ensure(void)
{
	static int done;
	if (done)
		return;
	done = 1;
	pthread_create(&t, 0, w, 0);
}

void lazy2(void)
{
	while (get())
		ensure();
}

static pthread_once_t o = PTHREAD_ONCE_INIT;
static void init(void)
{
	pthread_create(&t, 0, w, 0);
}

void lazy3(void)
{
	while (get())
		pthread_once(&o, init);
}

static int running;
static void *bgw(void *a)
{
	running = 0;
	return a;
}

void bg(void)
{
	while (get())
		if (!running) {
			running = 1;
			pthread_create(&t, 0, bgw, 0);
		}
}

static sem_t s;
static void *sw(void *a)
{
	sem_post(&s);
	return a;
}

void semw(void)
{
	for (;;) {
		sem_wait(&s);
		if (pthread_create(&t, 0, sw, 0))
			sem_post(&s);
	}
}

void semw_u(void)
{
	static sem_t q;
	for (;;) {
		sem_wait(&q);
		pthread_create(&t, 0, w, 0);
		sem_post(&q);
	}
}

int thr(void *a)
{
	return 0;
}

void c11(void)
{
	thrd_t x;
	while (get()) {
		thrd_create(&x, thr, 0);
		thrd_join(x, 0);
	}
}
