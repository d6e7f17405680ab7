// A port that is made and never used.
#include <treadle/sync.h>

static treadle_port_t port;

int main(void)
{
	treadle_port_init(&port, 1);
	return 0;
}
