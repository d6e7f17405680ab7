// The whole struct is copied to look at one field, while somebody changes another.
// treadle: expect race
// treadle: says "\bplayer\b"
// treadle: says "\bmove\b"
// treadle: says "\bshow_name\b"
#include <pthread.h>

struct player {
	char name[16];
	long x, y;
};

static struct player player = { "anna", 1, 2 };

static void *move(void *arg)
{
	player.y = 3;
	return arg;
}

static void *show_name(void *arg)
{
	struct player copy = player;

	return copy.name[0] == 'a' ? arg : NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, move, NULL);
	pthread_create(&b, NULL, show_name, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
