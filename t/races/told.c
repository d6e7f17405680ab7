/* Two data races to be told of: `balance`, which one thread accesses without the lock, and `data`, which comes after a flag that is
 * no synchronisation.  Beside them places that are accessed as they should be. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <treadle/treadle.h>

struct account {
	int number, balance;
	long unused;
};

static struct account *account;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, limit, table[2], data;
static volatile int is_set;
static atomic_int hits;

static void *pay(void *arg)
{
	pthread_mutex_lock(&lock);
	account->balance = limit;
	total++;
	pthread_mutex_unlock(&lock);
	table[0] = 1;
	data = 1;
	is_set = 1;
	atomic_fetch_add(&hits, 1);
	return arg;
}

static void *look(void *arg)
{
	int balance = account->balance;

	pthread_mutex_lock(&lock);
	total += balance;
	pthread_mutex_unlock(&lock);
	table[1] = 1;
	atomic_fetch_add(&hits, 1);
	if (is_set)
		table[1] = data;
	return arg;
}

int main(void)
{
	pthread_t threads[2];

	treadle_benign(&is_set);
	limit = 3;
	account = calloc(1, sizeof *account);
	pthread_create(&threads[0], NULL, pay, NULL);
	pthread_create(&threads[1], NULL, look, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	free(account);
	return total + table[0] + table[1] > 10;
}
