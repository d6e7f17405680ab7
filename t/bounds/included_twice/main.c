// A source that another one includes is seen twice, and its loop is still one.
// bounds: unbounded server.c:10
#include "server.c"

int main(void)
{
	run();
	return 0;
}
