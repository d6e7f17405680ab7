// A line is scanned by one thread while another looks at the number that it gives: sscanf writes it.
// treadle: expect race
// treadle: says "data race on setting.level"
// treadle: says "@scan"
// treadle: never "data race on setting.name"
#include <pthread.h>
#include <stdio.h>

static struct {
	char name[16];
	int level;
} setting;

static void *read_setting(void *line)
{
	int end;

	if (sscanf(line, "%15[^=]=%d%n", setting.name, &setting.level, &end) != 2) /* @scan */
		setting.level = 0;
	return NULL;
}

int main(void)
{
	static char line[] = "volume=11";
	pthread_t reader;
	int level;

	pthread_create(&reader, NULL, read_setting, line);
	level = setting.level;
	pthread_join(reader, NULL);
	return level < 0 || setting.name[0] != 'v';
}
