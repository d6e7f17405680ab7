// A server that gives up its privileges, by a function of each kind, before and while its threads run.
#define _GNU_SOURCE
#include <assert.h>
#include <grp.h>
#include <pthread.h>
#include <sys/types.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int served;

static void *serve(void *unused)
{
	(void)unused;
	assert(!setresgid(-1, getgid(), -1) && !setresuid(-1, getuid(), -1));
	pthread_mutex_lock(&lock);
	served++;
	pthread_mutex_unlock(&lock);
	return NULL;
}

/* A root who may not do so, in a container, fails here as anywhere. */
static void give_up_groups(void)
{
	gid_t group = getgid();

	if (geteuid() || setgroups(0, NULL))
		return;
	assert(getgroups(0, NULL) == 0);
	assert(!setgroups(1, &group) && getgroups(0, NULL) == 1);
}

static void give_up_everything(void)
{
	if (geteuid() || setuid(65534))
		return;
	assert(getuid() == 65534 && setuid(0) == -1);
}

int main(void)
{
	pthread_t threads[2];

	give_up_groups();
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, serve, NULL);
	assert(!setegid(getgid()) && !setregid(getgid(), getgid()) && !setgid(getgid()));
	assert(!seteuid(getuid()) && !setreuid(getuid(), getuid()) && !setuid(getuid()));
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(served == 2);
	give_up_everything();
	return 0;
}
