/* All that the threads share are constants: texts, and a table.  There is one order. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const char *const names[] = {"zero", "one", "two", "three"};

static void *spell(void *arg)
{
	char text[64] = "";
	for (long i = 0; i < 4; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", names[(i + (long)arg) % 4], i < 3 ? ", " : "");
	return strlen(text) == strlen("zero, one, two, three") ? NULL : arg;
}

int main(void)
{
	pthread_t threads[3];
	for (long i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, spell, (void *)i);
	for (int i = 0; i < 3; i++) {
		void *wrong;
		pthread_join(threads[i], &wrong);
		if (wrong)
			return 1;
	}
	return 0;
}
