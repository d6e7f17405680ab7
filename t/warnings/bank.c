/* Warnings about this program are in the files beside it: some true, some that only look so, some of other programs.
 * With an argument it also does so many rounds of work, which nobody can try in all orders. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int balance, audit, total, *book;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER;
static int rounds;

static void transfer(int by)
{
	balance += by; /* @race */
	pthread_mutex_lock(&a);
	audit++; /* @guarded */
	pthread_mutex_unlock(&a);
}

static void work(void)
{
	for (int i = 0; i < rounds; i++) {
		pthread_mutex_lock(&c);
		total++; /* @work */
		pthread_mutex_unlock(&c);
	}
}

static void *clerk(void *unused)
{
	(void)unused;
	work();
	transfer(1);
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b); /* @inner_ab */
	total++;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return NULL;
}

int main(void)
{
	pthread_t thread;

	book = calloc(1, sizeof *book);
	*book = 1; /* @null */
	rounds = getenv("ROUNDS") ? atoi(getenv("ROUNDS")) : 0;
	pthread_create(&thread, NULL, clerk, NULL);
	work();
	balance += 2; /* @race_main */
	pthread_mutex_lock(&a);
	audit++; /* @guarded_main */
	pthread_mutex_unlock(&a);
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a); /* @inner_ba */
	total++;
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	pthread_join(thread, NULL);
	free(book);
	return 0;
}
