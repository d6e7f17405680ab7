// Threads of GLib that its locks, conditions, queues and what is done once keep apart.
#include <assert.h>
#include <glib.h>

struct settings { int size; };

static GMutex mutex;
static GCond condition;
static GRWLock rw_lock;
static GRecMutex recursive;
static GAsyncQueue *queue;
static gboolean is_ready;
static int value, message, shared, deep;

static const struct settings *settings(void)
{
	static struct settings *made;

	if (g_once_init_enter(&made)) {
		struct settings *own = g_new(struct settings, 1);

		own->size = 3;
		g_once_init_leave(&made, own);
	}
	return made;
}

static gpointer make_limit(gpointer limit)
{
	*(int *)limit = 7;
	return limit;
}

static int limit(void)
{
	static GOnce once = G_ONCE_INIT;
	static int made;

	return *(int *)g_once(&once, make_limit, &made);
}

static gpointer produce(gpointer arg)
{
	message = 5;
	g_async_queue_push(queue, &message);
	g_mutex_lock(&mutex);
	value = settings()->size;
	assert(limit() == 7);
	is_ready = TRUE;
	g_cond_signal(&condition);
	g_mutex_unlock(&mutex);
	g_rec_mutex_lock(&recursive);
	g_rec_mutex_lock(&recursive);
	deep++;
	g_rec_mutex_unlock(&recursive);
	g_rec_mutex_unlock(&recursive);
	g_rw_lock_writer_lock(&rw_lock);
	shared++;
	g_rw_lock_writer_unlock(&rw_lock);
	return arg;
}

int main(void)
{
	GThread *thread;

	queue = g_async_queue_new();
	thread = g_thread_new("produce", produce, NULL);
	assert(*(int *)g_async_queue_pop(queue) == 5);
	assert(settings()->size == 3);
	assert(limit() == 7);
	g_mutex_lock(&mutex);
	while (!is_ready)
		g_cond_wait(&condition, &mutex);
	assert(value == 3);
	g_mutex_unlock(&mutex);
	if (g_mutex_trylock(&mutex))
		g_mutex_unlock(&mutex);
	g_rec_mutex_lock(&recursive);
	deep++;
	g_rec_mutex_unlock(&recursive);
	g_rw_lock_reader_lock(&rw_lock);
	assert(shared <= 1);
	g_rw_lock_reader_unlock(&rw_lock);
	g_thread_join(thread);
	assert(deep == 2 && shared == 1);
	g_async_queue_unref(queue);
	return 0;
}
