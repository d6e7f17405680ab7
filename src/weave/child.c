#include "child.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* More than this in arguments goes through a response file; the kernel's limit depends on the stack's. */
enum { MAX_ARGUMENT_BYTES = 512 << 10 };

static char *directory;
static unsigned files;
static volatile sig_atomic_t received, running;

static const int ending_signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

static void on_signal(int signal)
{
	received = signal;
	if (running > 0)
		kill(running, signal);
}

static void catch_signals(void)
{
	struct sigaction action = { .sa_handler = on_signal }, old;

	for (size_t i = 0; i < sizeof ending_signals / sizeof *ending_signals; i++)
		if (sigaction(ending_signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
			sigaction(ending_signals[i], &action, NULL);
}

static void clean_up(void)
{
	DIR *listing = directory ? opendir(directory) : NULL;
	struct dirent *entry;

	if (!listing)
		return;
	while ((entry = readdir(listing)))
		unlinkat(dirfd(listing), entry->d_name, 0);
	closedir(listing);
	rmdir(directory);
	free(directory);
	directory = NULL;
}

char *td_child_file(const char *name)
{
	const char *parent = getenv("TMPDIR");

	if (!directory) {
		catch_signals();
		directory = td_format("%s/treadle-XXXXXX", parent && *parent ? parent : "/tmp");
		if (!mkdtemp(directory))
			die("cannot make a directory for intermediate files in %s: %s", parent ? parent : "/tmp",
			    strerror(errno));
		atexit(clean_up);
	}
	return td_format("%s/%u-%s", directory, files++, name);
}

static void write_quoted(FILE *file, const char *word)
{
	for (; *word; word++) {
		if (strchr(" \t\n\r\f\v'\"\\", *word))
			fputc('\\', file);
		fputc(*word, file);
	}
	fputc('\n', file);
}

/* Everything but the program's name goes into a response file. */
static void shorten(struct td_strings *words)
{
	size_t bytes = 0;
	char *path;
	FILE *file;

	for (size_t i = 0; i < words->count; i++)
		bytes += strlen(words->items[i]) + 1 + sizeof(char *);
	if (bytes < MAX_ARGUMENT_BYTES)
		return;
	path = td_child_file("arguments");
	file = fopen(path, "w");
	if (!file)
		die("cannot write %s: %s", path, strerror(errno));
	for (size_t i = 1; i < words->count; i++)
		write_quoted(file, words->items[i]);
	if (fclose(file) != 0)
		die("cannot write %s: %s", path, strerror(errno));
	words->items[1] = td_format("@%s", path);
	words->count = 2;
}

static _Noreturn void become(struct td_strings *words)
{
	TD_PUSH(words, NULL);
	execvp(words->items[0], words->items);
	error("cannot run %s: %s", words->items[0], strerror(errno));
	_exit(TD_EXIT_COULD_NOT);
}

static int wait_for(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			die("cannot wait for a command: %s", strerror(errno));
	running = 0;
	return status;
}

int td_child_run(struct td_strings *words)
{
	pid_t pid;
	int status;

	shorten(words);
	pid = fork();
	if (pid < 0)
		die("cannot start %s: %s", words->items[0], strerror(errno));
	if (pid == 0)
		become(words);
	running = pid;
	if (received)
		kill(pid, received);
	status = wait_for(pid);
	if (received)
		td_child_end(received);
	return status;
}

void td_child_become(struct td_strings *words)
{
	shorten(words);
	if (!directory)
		become(words);
	td_child_end(td_child_run(words));
}

void td_child_end(int status)
{
	clean_up();
	if (WIFSIGNALED(status)) {
		signal(WTERMSIG(status), SIG_DFL);
		raise(WTERMSIG(status));
	}
	exit(WIFEXITED(status) ? WEXITSTATUS(status) : TD_EXIT_COULD_NOT);
}

bool td_child_succeeds(const struct td_strings *words)
{
	struct td_strings copy = { 0 };
	pid_t pid = fork();
	int status;

	if (pid < 0)
		return false;
	if (pid == 0) {
		int nowhere = open("/dev/null", O_RDWR);

		dup2(nowhere, STDIN_FILENO);
		dup2(nowhere, STDOUT_FILENO);
		dup2(nowhere, STDERR_FILENO);
		for (size_t i = 0; i < words->count; i++)
			TD_PUSH(&copy, words->items[i]);
		become(&copy);
	}
	running = pid;
	if (received)
		kill(pid, received);
	status = wait_for(pid);
	if (received)
		td_child_end(received);
	return status == 0;
}

char *td_child_ask(const struct td_strings *words, const char *question)
{
	struct td_strings asked = { 0 };
	char answer[4096];
	size_t length;
	int ends[2];
	pid_t pid;

	for (size_t i = 0; i < words->count; i++)
		TD_PUSH(&asked, words->items[i]);
	TD_PUSH(&asked, td_strdup(question));
	if (pipe(ends) < 0 || (pid = fork()) < 0)
		die("cannot start %s: %s", words->items[0], strerror(errno));
	if (pid == 0) {
		dup2(ends[1], STDOUT_FILENO);
		close(ends[0]);
		close(ends[1]);
		become(&asked);
	}
	close(ends[1]);
	FILE *pipe_end = fdopen(ends[0], "r");
	length = fread(answer, 1, sizeof answer - 1, pipe_end);
	answer[length] = '\0';
	fclose(pipe_end);
	free(asked.items);
	return wait_for(pid) == 0 ? td_strdup(answer) : NULL;
}
