// Main ends before the threads that use its variables: its stack stays until the program ends.
#include <pthread.h>
#include <stddef.h>

struct account {
	pthread_mutex_t lock;
	int balance;
};

static void *deposit(void *arg)
{
	struct account *account = arg;

	pthread_mutex_lock(&account->lock);
	account->balance += 10;
	pthread_mutex_unlock(&account->lock);
	return NULL;
}

int main(void)
{
	struct account account = { PTHREAD_MUTEX_INITIALIZER, 0 };
	pthread_t thread;

	for (int i = 0; i < 2; i++) {
		pthread_create(&thread, NULL, deposit, &account);
		pthread_detach(thread);
	}
	pthread_exit(NULL);
}
