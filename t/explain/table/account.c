// A transfer locks the account that it takes from, not the one that it gives to.
// cause: atomicity
// lines: @give @own|@take
// says: wrote (first|second)\.amount .*; \w+ did not hold \1\.lock$
// completions: 8
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct account {
	pthread_mutex_t lock;
	int amount;
};

static struct account first = { PTHREAD_MUTEX_INITIALIZER, 100 };
static struct account second = { PTHREAD_MUTEX_INITIALIZER, 100 };

static void deposit(struct account *self, int money)
{
	pthread_mutex_lock(&self->lock);
	self->amount += money; /* @own */
	pthread_mutex_unlock(&self->lock);
}

static void transfer(struct account *self, struct account *other, int money)
{
	pthread_mutex_lock(&self->lock);
	self->amount -= money; /* @take */
	other->amount += money; /* @give */
	pthread_mutex_unlock(&self->lock);
}

static void *owner_of_first(void *arg)
{
	deposit(&first, 300);
	deposit(&first, -100);
	transfer(&first, &second, 99);
	return arg;
}

static void *owner_of_second(void *arg)
{
	deposit(&second, 300);
	deposit(&second, -100);
	transfer(&second, &first, 99);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, owner_of_first, NULL);
	pthread_create(&b, NULL, owner_of_second, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(first.amount == 300);
	assert(second.amount == 300);
	return 0;
}
