// Loops that look almost bounded, and simple ones that are.
// bounds: unbounded 60
// bounds: unbounded 70
// bounds: unbounded 83
// bounds: unbounded 97
// bounds: unbounded 107
// bounds: unbounded 121
// bounds: unbounded 141
// bounds: unbounded 153
// bounds: unbounded 170
// bounds: unbounded 177
// bounds: unbounded 187
// bounds: unbounded 200
// bounds: unbounded 212
// bounds: unbounded 222
// bounds: unbounded 239
// bounds: unbounded 247
// bounds: unbounded 271
// bounds: unbounded 281
// bounds: unbounded 298
// bounds: bounded 308
// bounds: unbounded 345
// bounds: unbounded 353
// bounds: bounded 367
// bounds: unbounded 380
// bounds: unbounded 392
// bounds: bounded 404
// bounds: bounded 412
// bounds: bounded 418
// bounds: bounded 424
// bounds: bounded 430
// bounds: bounded 437
// bounds: bounded 445
// bounds: bounded 453
// bounds: bounded 464
// bounds: bounded 473
// bounds: bounded 480
// bounds: bounded 486
// bounds: bounded 496
// bounds: bounded 502
// bounds: bounded 512
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>
static pthread_t t;
static void *w(void *a)
{
	return a;
}

int get(void);
void log_it(const char *, ...);
/* flag cleared in only one branch, unrelated */
void f1(void)
{
	bool go = true;
	while (go) {
		pthread_create(&t, 0, w, 0);
		if (get() == 3)
			go = false;
	}
}

/* error path return does not bound */
int f2(void)
{
	while (1) {
		int fd = get();
		if (fd < 0)
			return -1;
		if (pthread_create(&t, 0, w, 0))
			return -1;
	}
}

/* counter counts something else */
void f3(void)
{
	int errors = 0;
	for (;;) {
		if (get() < 0) {
			if (++errors > 10)
				break;
			continue;
		}
		pthread_create(&t, 0, w, 0);
	}
}

/* counter of failures only */
void f4(void)
{
	int failed = 0;
	while (failed < 5) {
		if (pthread_create(&t, 0, w, 0) != 0)
			failed++;
	}
}

/* decrement by main each iteration */
void f5(void)
{
	int n = 0;
	for (;;) {
		if (n < 5) {
			pthread_create(&t, 0, w, 0);
			n++;
		}
		n--;
	}
}

/* max grows */
static int max = 4;
void f6(void)
{
	int n = 0;
	for (;;) {
		if (n >= max)
			max *= 2;
		if (n < max) {
			pthread_create(&t, 0, w, 0);
			n++;
		}
	}
}

/* count checked but only logged */
static atomic_int live;
static void *lw(void *a)
{
	live--;
	return a;
}

void f7(void)
{
	for (;;) {
		if (live > 100)
			log_it("many");
		live++;
		pthread_create(&t, 0, lw, 0);
	}
}

/* checked after creation without exit */
void f8(void)
{
	int n = 0;
	while (get()) {
		pthread_create(&t, 0, w, 0);
		n++;
		if (n > 10)
			log_it("x");
	}
}

/* signals stop flag */
static volatile int stop;
void on_sig(int s)
{
	stop = 1;
}

void f9(void)
{
	while (!stop)
		pthread_create(&t, 0, w, 0);
}

/* join only every now and then */
void f10(void)
{
	while (get()) {
		pthread_create(&t, 0, w, 0);
		if (get() == 2)
			pthread_join(t, 0);
	}
}

/* join other */
void f11(pthread_t o)
{
	while (get()) {
		pthread_create(&t, 0, w, 0);
		pthread_join(o, 0);
	}
}

/* list extended in body */
struct n {
	struct n *next;
};
void f12(struct n *head)
{
	struct n *last = head;
	for (struct n *p = head; p; p = p->next) {
		pthread_create(&t, 0, w, 0);
		struct n *e = malloc(sizeof *e);
		e->next = 0;
		last->next = e;
		last = e;
	}
}

/* index reset */
void f13(void)
{
	for (int i = 0; i < 10; i++) {
		pthread_create(&t, 0, w, 0);
		if (i == 9)
			i = 0;
	}
}

void f14(void)
{
	int i = 0;
	while (i != 10) {
		pthread_create(&t, 0, w, 0);
		i += get();
	}
}

/* wrapper with guard on other thing */
static int verbose;
static void sp(void)
{
	if (verbose > 3)
		return;
	pthread_create(&t, 0, w, 0);
}

void f15(void)
{
	for (;;)
		sp();
}

/* null check with reset */
static pthread_t *one;
void f16(void)
{
	for (;;) {
		if (!one) {
			one = malloc(sizeof *one);
			pthread_create(one, 0, w, 0);
		}
		if (get()) {
			free(one);
			one = NULL;
		}
	}
}

/* live count raised by thread itself */
static int cnt;
static void *cw(void *a)
{
	cnt++;
	get();
	cnt--;
	return a;
}

void f17(void)
{
	for (;;) {
		if (cnt < 10)
			pthread_create(&t, 0, cw, 0);
	}
}

/* continue skips raise */
void f18(void)
{
	int n = 0;
	while (n < 10) {
		pthread_create(&t, 0, w, 0);
		if (get())
			continue;
		n++;
	}
}

/* pushes to queue being drained */
struct q {
	int n;
};
int q_pop(struct q *);
void q_push(struct q *, int);
int q_empty(struct q *);
void f19(struct q *q)
{
	while (!q_empty(q)) {
		int j = q_pop(q);
		pthread_create(&t, 0, w, 0);
		if (j > 3)
			q_push(q, j - 1);
	}
}

void f20(struct q *q)
{
	while (!q_empty(q)) {
		int j = q_pop(q);
		pthread_create(&t, 0, w, (void *)(long)j);
	}
}

/* q with lock in pop */
static pthread_mutex_t m;
struct lq {
	int n;
	int a[9];
};
static int lq_pop(struct lq *l)
{
	int r = 0;
	pthread_mutex_lock(&m);
	if (l->n)
		r = l->a[--l->n];
	pthread_mutex_unlock(&m);
	return r;
}

static void lq_push(struct lq *l, int x)
{
	pthread_mutex_lock(&m);
	l->a[l->n++] = x;
	pthread_mutex_unlock(&m);
}

void producer(struct lq *l)
{
	lq_push(l, get());
}

void f21(struct lq *l)
{
	int j;
	while ((j = lq_pop(l)) != 0)
		pthread_create(&t, 0, w, 0);
}

/* timeouts */
void f22(void)
{
	long end = get() + 10;
	while (get() < end)
		pthread_create(&t, 0, w, 0);
}

/* static counter in callee */
static void sc(void)
{
	static int n;
	if (n++ < 3)
		pthread_create(&t, 0, w, 0);
}

void f23(void)
{
	for (;;)
		sc();
}

static void loc(void)
{
	int n = 0;
	if (n++ < 3)
		pthread_create(&t, 0, w, 0);
}

void f24(void)
{
	for (;;)
		loc();
}

/* per object counter */
struct cl {
	int threads;
	struct cl *next;
};
struct cl *new_client(void);
void f25(void)
{
	for (;;) {
		struct cl *c = new_client();
		if (c->threads < 2) {
			c->threads++;
			pthread_create(&t, 0, w, c);
		}
	}
}

/* thread count by param */
void f26(int n)
{
	while (n > 0) {
		pthread_create(&t, 0, w, 0);
		--n;
	}
}

void f27(unsigned n)
{
	for (unsigned i = n; i-- > 0;)
		pthread_create(&t, 0, w, 0);
}

void f28(int a, int b)
{
	for (int i = a; i <= b; i = i + 3)
		pthread_create(&t, 0, w, 0);
}

void f29(pthread_t *ts, pthread_t *end)
{
	for (pthread_t *p = ts; p != end; ++p)
		pthread_create(p, 0, w, 0);
}

void f30(void)
{
	for (int i = 10; i; --i)
		pthread_create(&t, 0, w, 0);
}

void f31(void)
{
	double x = 0;
	while (x < 1) {
		x += 0.1;
		pthread_create(&t, 0, w, 0);
	}
}

void f32(int n)
{
	do {
		pthread_create(&t, 0, w, 0);
	} while (--n > 0);
}

void f33(int n)
{
	int i = 0;
	while (1) {
		if (i >= n)
			break;
		pthread_create(&t, 0, w, 0);
		i++;
	}
}

void f34(int n)
{
	int i;
	for (i = 0;; i++) {
		if (i == n)
			return;
		pthread_create(&t, 0, w, 0);
	}
}

void f35(int n)
{
	for (int lo = 0, hi = n; lo < hi; lo += 2, hi--)
		pthread_create(&t, 0, w, 0);
}

void f36(void)
{
	static const char *const names[] = {"a", "b", 0};
	for (const char *const *p = names; *p; p++)
		pthread_create(&t, 0, w, (void *)*p);
}

void f37(int n)
{
	for (int i = 0; i < n; i++) {
		if (get())
			continue;
		if (pthread_create(&t, 0, w, 0))
			break;
	}
}

void f38(int n)
{
	while (n >>= 1)
		pthread_create(&t, 0, w, 0);
}

void f39(const char *s)
{
	while (*s) {
		if (*s == 'x')
			pthread_create(&t, 0, w, 0);
		s++;
	}
}

void f40(int n)
{
	int done = 0;
	while (!done) {
		pthread_create(&t, 0, w, 0);
		n--;
		if (n == 0)
			done = 1;
	}
}
