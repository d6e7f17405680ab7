// Limits as servers have them: pools that grow, events, watchdogs, options, tables, lists taken apart.
// bounds: unbounded 52
// bounds: bounded 54
// bounds: unbounded 65
// bounds: alive 105
// bounds: alive 116
// bounds: unbounded 126
// bounds: unbounded 158
// bounds: alive 167
// bounds: bounded 180
// bounds: bounded 211
// bounds: bounded 228
// bounds: bounded 241
// bounds: bounded 249
// bounds: bounded 257
// bounds: bounded 268
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <errno.h>
#include <stdio.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/epoll.h>
static pthread_t t;
static void *w(void *a)
{
	return a;
}

int get(void);
struct server {
	int fd;
	int nthreads;
	int max_threads;
	pthread_mutex_t lock;
	pthread_cond_t cond;
	int idle;
	struct item *q;
	pthread_t *threads;
};
struct item {
	struct item *next;
	int fd;
};
struct item *get_client(struct server *);
/* epoll loop: threads for each event */
void ep(int e, int l)
{
	struct epoll_event ev[10];
	for (;;) {
		int n = epoll_wait(e, ev, 10, -1);
		for (int i = 0; i < n; i++)
			if (ev[i].data.fd == l) {
				int fd = accept(l, 0, 0);
				pthread_create(&t, 0, w, (void *)(long)fd);
			}
	}
}

void gc(struct server *s)
{
	struct item *i;
	while ((i = get_client(s)) != NULL)
		pthread_create(&t, 0, w, i);
}

/* pool with dynamic growth under lock, loop in caller */
static void *pw(void *a)
{
	struct server *s = a;
	pthread_mutex_lock(&s->lock);
	s->nthreads--;
	pthread_mutex_unlock(&s->lock);
	return 0;
}

static int add_worker(struct server *s)
{
	if (s->nthreads == s->max_threads)
		return 0;
	if (pthread_create(&t, NULL, pw, s) != 0) {
		perror("x");
		return -1;
	}
	s->nthreads++;
	return 1;
}

static void submit(struct server *s, struct item *i)
{
	pthread_mutex_lock(&s->lock);
	i->next = s->q;
	s->q = i;
	if (s->idle == 0)
		add_worker(s);
	else
		pthread_cond_signal(&s->cond);
	pthread_mutex_unlock(&s->lock);
}

void run(struct server *s)
{
	for (;;) {
		struct item *i = malloc(sizeof *i);
		i->fd = accept(s->fd, 0, 0);
		submit(s, i);
	}
}

/* fixed pool start + main loop */
int start(struct server *s)
{
	s->threads = calloc(s->max_threads, sizeof *s->threads);
	for (s->nthreads = 0; s->nthreads < s->max_threads; s->nthreads++)
		if (pthread_create(&s->threads[s->nthreads], 0, pw, s))
			return -1;
	return 0;
}

/* detached thread per line of config */
void cfg(FILE *f)
{
	char b[100];
	while (fgets(b, sizeof b, f))
		pthread_create(&t, 0, w, strdup(b));
}

/* restart on failure */
int main(int argc, char **argv)
{
	struct server s = {0};
	int opt;
	while ((opt = getopt(argc, argv, "n:")) != -1)
		switch (opt) {
		case 'n':
			s.max_threads = atoi(optarg);
			break;
		}
	start(&s);
	run(&s);
	return 0;
}

/* watchdog: create only if previous is dead (flag by thread) */
static volatile sig_atomic_t worker_alive;
static void *ww(void *a)
{
	worker_alive = 1;
	get();
	worker_alive = 0;
	return a;
}

void watchdog(void)
{
	for (;;) {
		sleep(1);
		if (!worker_alive)
			pthread_create(&t, 0, ww, 0);
	}
}

void watchdog2(void)
{
	for (;;) {
		sleep(1);
		if (!worker_alive) {
			worker_alive = 1;
			pthread_create(&t, 0, ww, 0);
		}
	}
}

/* nested ifs with early continue */
void nested(int limit)
{
	int n = 0;
	while (1) {
		int fd = accept(3, 0, 0);
		if (fd == -1) {
			if (errno == EINTR)
				continue;
			if (errno == EMFILE) {
				sleep(1);
				continue;
			}
			break;
		}
		if (limit && n >= limit) {
			close(fd);
			continue;
		}
		if (!limit && n >= 100) {
			close(fd);
			continue;
		}
		if (pthread_create(&t, 0, w, 0) != 0) {
			close(fd);
			continue;
		}
		n++;
	}
}

/* ternary limit */
void tern(int c)
{
	int n = 0, max = c ? 10 : 20;
	while (get()) {
		if (n < max) {
			n++;
			pthread_create(&t, 0, w, 0);
		}
	}
}

/* count via helper returning ++ */
static int seq;
static int next_id(void)
{
	return ++seq;
}

void ids(void)
{
	for (;;) {
		int id = next_id();
		if (id > 50)
			break;
		pthread_create(&t, 0, w, 0);
	}
}

/* bounded by array capacity */
void cap(void)
{
	pthread_t ts[16];
	size_t n = 0;
	while (get() && n < sizeof ts / sizeof ts[0])
		pthread_create(&ts[n++], 0, w, 0);
}

/* lock-step with pid check */
void threads_list(struct item *h)
{
	struct item *n;
	for (struct item *p = h; p != NULL; p = n) {
		n = p->next;
		pthread_create(&t, 0, w, p);
	}
}

void rev(struct item **pp)
{
	while (*pp) {
		struct item *i = *pp;
		*pp = i->next;
		pthread_create(&t, 0, w, i);
	}
}

void argp(int argc, char *argv[])
{
	int i = 1;
	if (argc > 1)
		do {
			pthread_create(&t, 0, w, argv[i]);
			i++;
		} while (i < argc);
}
