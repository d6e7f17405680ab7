/* poll_script LOG SCRIPT...: a thread for each script of at most eight letters, and a line in LOG for each execution that comes to
 * its end: what every thread has seen, and how the variables are then.  A script is handed over by value, for reading it must not
 * be an event.
 *
 *   ( ) [ ]  lock, unlock one of two mutexes               t T  try one of them, note whether that worked, and give it back
 *   x y      add one to the first, the second variable     a b  note what one of them is
 *   p P      under the first mutex, again and again, look at the first variable until it is at least one, two
 *   q        the same with the second ones                 c    look like p, but twice at most, and note whether it was one
 *   n        look at the second variable with both mutexes held until it is one
 *   o        look at the first variable without a mutex, and then take the first mutex and give it back, until it is one */
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_THREADS = 4 };

static pthread_mutex_t mutexes[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int variables[2];

union script {
	char letters[8];
	void *packed;
};

static int look(int mutex, int variable)
{
	pthread_mutex_lock(&mutexes[mutex]);
	int value = variables[variable];
	pthread_mutex_unlock(&mutexes[mutex]);
	return value;
}

static int look_with_both(void)
{
	pthread_mutex_lock(&mutexes[0]);
	int value = look(1, 1);
	pthread_mutex_unlock(&mutexes[0]);
	return value;
}

static int look_before(void)
{
	int value = variables[0];
	pthread_mutex_lock(&mutexes[0]);
	pthread_mutex_unlock(&mutexes[0]);
	return value;
}

static void poll(char op)
{
	switch (op) {
	case 'p':
		while (look(0, 0) < 1)
			continue;
		break;
	case 'P':
		while (look(0, 0) < 2)
			continue;
		break;
	case 'q':
		while (look(1, 1) < 1)
			continue;
		break;
	case 'n':
		while (look_with_both() < 1)
			continue;
		break;
	case 'o':
		while (look_before() < 1)
			continue;
		break;
	}
}

static int try(int mutex)
{
	if (pthread_mutex_trylock(&mutexes[mutex]) != 0)
		return 0;
	pthread_mutex_unlock(&mutexes[mutex]);
	return 1;
}

static intptr_t note(intptr_t seen, int value)
{
	return 8 * seen + 1 + value;
}

static intptr_t perform_one(char op, intptr_t seen)
{
	switch (op) {
	case '(': pthread_mutex_lock(&mutexes[0]); break;
	case ')': pthread_mutex_unlock(&mutexes[0]); break;
	case '[': pthread_mutex_lock(&mutexes[1]); break;
	case ']': pthread_mutex_unlock(&mutexes[1]); break;
	case 'x': variables[0]++; break;
	case 'y': variables[1]++; break;
	case 'a': return note(seen, variables[0]);
	case 'b': return note(seen, variables[1]);
	case 't': return note(seen, try(0));
	case 'T': return note(seen, try(1));
	case 'c': return note(seen, look(0, 0) || look(0, 0));
	default: poll(op);
	}
	return seen;
}

static void *perform(void *arg)
{
	union script script = { .packed = arg };
	intptr_t seen = 0;

	for (int i = 0; i < 8 && script.letters[i]; i++)
		seen = perform_one(script.letters[i], seen);
	return (void *)seen;
}

/* By system calls, which Treadle does not see. */
static void write_log(const char *file, const char *line)
{
	int fd = (int)syscall(SYS_open, file, O_WRONLY | O_CREAT | O_APPEND, 0666);
	syscall(SYS_write, fd, line, strlen(line));
	syscall(SYS_close, fd);
}

int main(int argc, char **argv)
{
	pthread_t threads[MOST_THREADS];
	char line[200] = "";
	int count = argc - 2;

	for (int i = 0; i < count; i++) {
		union script script = { .packed = NULL };
		memcpy(script.letters, argv[i + 2], strnlen(argv[i + 2], sizeof script.letters));
		pthread_create(&threads[i], NULL, perform, script.packed);
	}
	for (int i = 0; i < count; i++) {
		void *seen;
		pthread_join(threads[i], &seen);
		snprintf(line + strlen(line), sizeof line - strlen(line), "%ld ", (long)(intptr_t)seen);
	}
	snprintf(line + strlen(line), sizeof line - strlen(line), "%d %d\n", variables[0], variables[1]);
	write_log(argv[1], line);
	return 0;
}
