/* A connection pool.  Returning a connection takes the connection's lock, then the pool's; the health check takes the pool's
 * lock, then each connection's: two threads that do both at once wait for each other for ever. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

enum { CONNECTIONS = 2 };

struct connection {
	pthread_mutex_t lock;
	bool busy, broken;
	int requests;
};

struct pool {
	pthread_mutex_t lock;
	struct connection connections[CONNECTIONS];
	int idle;
};

static struct pool pool;

static void pool_init(struct pool *pool)
{
	pthread_mutex_init(&pool->lock, NULL);
	for (int i = 0; i < CONNECTIONS; i++)
		pthread_mutex_init(&pool->connections[i].lock, NULL);
	pool->idle = CONNECTIONS;
}

static struct connection *pool_borrow(struct pool *pool)
{
	struct connection *found = NULL;

	pthread_mutex_lock(&pool->lock);
	for (int i = 0; i < CONNECTIONS && !found; i++)
		if (!pool->connections[i].busy)
			found = &pool->connections[i];
	if (found) {
		found->busy = true;
		pool->idle--;
	}
	pthread_mutex_unlock(&pool->lock);
	return found;
}

static void pool_return(struct pool *pool, struct connection *connection)
{
	pthread_mutex_lock(&connection->lock);
	connection->requests++;
	pthread_mutex_lock(&pool->lock);
	connection->busy = false;
	pool->idle++;
	pthread_mutex_unlock(&pool->lock);
	pthread_mutex_unlock(&connection->lock);
}

static int pool_count_broken(struct pool *pool)
{
	int broken = 0;

	pthread_mutex_lock(&pool->lock);
	for (int i = 0; i < CONNECTIONS; i++) {
		pthread_mutex_lock(&pool->connections[i].lock);
		broken += pool->connections[i].broken;
		pthread_mutex_unlock(&pool->connections[i].lock);
	}
	pthread_mutex_unlock(&pool->lock);
	return broken;
}

static void *client(void *arg)
{
	struct connection *connection = pool_borrow(&pool);

	if (connection)
		pool_return(&pool, connection);
	return arg;
}

static void *health_check(void *arg)
{
	int *broken = arg;

	*broken = pool_count_broken(&pool);
	return NULL;
}

int main(void)
{
	pthread_t clients[2], checker;
	int broken;

	pool_init(&pool);
	pthread_create(&clients[0], NULL, client, NULL);
	pthread_create(&clients[1], NULL, client, NULL);
	pthread_create(&checker, NULL, health_check, &broken);
	pthread_join(clients[0], NULL);
	pthread_join(clients[1], NULL);
	pthread_join(checker, NULL);
	printf("%d broken, %d idle\n", broken, pool.idle);
	return 0;
}
