// One lock, reached by a name, by a pointer to its struct, through a table and as the owner of a member: it is one lock.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct device {
	int id;
	pthread_mutex_t lock;
	int users;
};

static struct device device = { 1, PTHREAD_MUTEX_INITIALIZER, 0 };
static struct device *devices[] = { NULL, &device };

static void *open_by_name(void *arg)
{
	pthread_mutex_lock(&device.lock);
	device.users++;
	pthread_mutex_unlock(&devices[1]->lock);
	return arg;
}

static void *open_by_number(void *arg)
{
	struct device *found = devices[device.id];

	pthread_mutex_lock(&found->lock);
	found->users++;
	pthread_mutex_unlock(&found->lock);
	return arg;
}

static void *open_by_member(void *arg)
{
	int *users = arg;
	struct device *owner = (struct device *)((char *)users - offsetof(struct device, users));

	pthread_mutex_lock(&owner->lock);
	++*users;
	pthread_mutex_unlock(&owner->lock);
	return NULL;
}

int main(void)
{
	pthread_t threads[3];

	pthread_create(&threads[0], NULL, open_by_name, NULL);
	pthread_create(&threads[1], NULL, open_by_number, NULL);
	pthread_create(&threads[2], NULL, open_by_member, &device.users);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	assert(device.users == 3);
	return 0;
}
