// A point is moved one coordinate at a time while somebody looks.
// treadle: expect assert
// treadle: says "point\.x"
// treadle: says "point\.y"
#include <assert.h>
#include <pthread.h>

static struct {
	long x, y;
} point;

static void *move(void *arg)
{
	for (int i = 0; i < 2; i++) {
		point.x++;
		point.y++;
	}
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, move, NULL);
	long x = point.x, y = point.y;
	assert(x <= y);
	pthread_join(thread, NULL);
	return 0;
}
