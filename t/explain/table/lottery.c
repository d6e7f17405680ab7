// A number is drawn for a player and then shown to him.  Each step takes the lock, but between them another number
// may be drawn.
// cause: atomicity
// lines: @draw @show
// says: ; (\w+)(#2)? let go of lock in between$
// completions: 11
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int number;
static int drawn[2], shown[2];

static void draw(int player)
{
	pthread_mutex_lock(&lock);
	drawn[player] = 17 * player + 4;
	number = drawn[player]; /* @draw */
	pthread_mutex_unlock(&lock);
}

static void show(int player)
{
	pthread_mutex_lock(&lock);
	shown[player] = number; /* @show */
	pthread_mutex_unlock(&lock);
}

static void *play(void *arg)
{
	int player = (int)(intptr_t)arg;

	draw(player);
	show(player);
	return arg;
}

int main(void)
{
	pthread_t players[2];

	for (intptr_t i = 0; i < 2; i++)
		pthread_create(&players[i], NULL, play, (void *)i);
	for (int i = 0; i < 2; i++)
		pthread_join(players[i], NULL);
	for (int i = 0; i < 2; i++)
		assert(shown[i] == drawn[i]);
	return 0;
}
