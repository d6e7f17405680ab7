#include <stddef.h>

extern int live;
void *serve(void *arg);

void *serve(void *arg)
{
	__sync_fetch_and_sub(&live, 1);
	return arg;
}
