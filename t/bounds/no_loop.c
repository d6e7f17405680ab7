// Threads that are created one by one are no loop.
#include <pthread.h>

void *read_all(void *arg), *write_all(void *arg);

int main(void)
{
	pthread_t reader, writer;
	pthread_create(&reader, NULL, read_all, NULL);
	pthread_create(&writer, NULL, write_all, NULL);
	pthread_join(reader, NULL);
	pthread_join(writer, NULL);
	return 0;
}
