/* Steps with several outcomes: which waiter a signal wakes, and what treadle_choose says.
 *
 *   signals WAITERS LETTERS    so many threads wait, and then one thread is started for each letter:
 *
 *     s   signals                      L   signals with the lock held
 *     b   broadcasts                   k   takes the lock and writes
 *     q   signals, then writes         c   chooses out of three, writes after one of the outcomes, and signals
 *
 * Signals may come too early or be too few, so that threads may wait for ever. */
#include <pthread.h>
#include <string.h>
#include <treadle/treadle.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int place, waiting;

static void *wait_once(void *arg)
{
	pthread_mutex_lock(&mutex);
	waiting++;
	pthread_cond_wait(&condition, &mutex);
	pthread_mutex_unlock(&mutex);
	return arg;
}

static void *signal_alone(void *arg)
{
	pthread_cond_signal(&condition);
	return arg;
}

static void *signal_locked(void *arg)
{
	pthread_mutex_lock(&mutex);
	pthread_cond_signal(&condition);
	pthread_mutex_unlock(&mutex);
	return arg;
}

static void *broadcast(void *arg)
{
	pthread_cond_broadcast(&condition);
	return arg;
}

static void *write_locked(void *arg)
{
	pthread_mutex_lock(&mutex);
	place = 1;
	pthread_mutex_unlock(&mutex);
	return arg;
}

static void *signal_and_write(void *arg)
{
	pthread_cond_signal(&condition);
	place = 2;
	return arg;
}

static void *choose(void *arg)
{
	if (treadle_choose(3) == 1)
		place = 3;
	pthread_cond_signal(&condition);
	return arg;
}

static void *(*function_of(char letter))(void *)
{
	switch (letter) {
	case 's': return signal_alone;
	case 'L': return signal_locked;
	case 'b': return broadcast;
	case 'k': return write_locked;
	case 'q': return signal_and_write;
	default: return choose;
	}
}

/* The others begin when all wait. */
static void start_waiters(pthread_t *threads, int count)
{
	for (int i = 0; i < count; i++)
		pthread_create(&threads[i], NULL, wait_once, NULL);
	pthread_mutex_lock(&mutex);
	treadle_assume(waiting == count);
	pthread_mutex_unlock(&mutex);
}

int main(int argc, char **argv)
{
	int waiters = argc > 1 ? argv[1][0] - '0' : 1, count = waiters;
	const char *letters = argc > 2 ? argv[2] : "s";
	pthread_t threads[9];

	start_waiters(threads, waiters);
	for (; *letters && count < 9; letters++)
		pthread_create(&threads[count++], NULL, function_of(*letters), NULL);
	for (int i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	return place;
}
