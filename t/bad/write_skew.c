// Each doctor may leave while the other one is there; both look, both leave.
// treadle: expect assert
// treadle: says "\bon_call\b"
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t lock[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int on_call[2] = { 1, 1 };

static int is_on_call(int who)
{
	pthread_mutex_lock(&lock[who]);
	int answer = on_call[who];
	pthread_mutex_unlock(&lock[who]);
	return answer;
}

static void *go_home(void *arg)
{
	int me = (int)(intptr_t)arg;

	if (is_on_call(1 - me)) {
		pthread_mutex_lock(&lock[me]);
		on_call[me] = 0;
		pthread_mutex_unlock(&lock[me]);
	}
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, go_home, (void *)0);
	pthread_create(&b, NULL, go_home, (void *)1);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(on_call[0] || on_call[1]);
	return 0;
}
