#include "parsers.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const double terminal_pause = 0.1, plain_pause = 10;

struct parser {
	pid_t pid;
	int to, from;
	size_t source;           /* what it is at; SIZE_MAX: nothing */
	struct { char *items; size_t count, room; } answer;
};

struct answer {
	char *bytes;
	size_t size;
	bool here;
};

struct work {
	const struct td_sources *sources;
	const char *path;
	struct parser *parsers;
	size_t jobs, next, taken, used;
	struct answer *answers;
	struct td_program *program;
	struct td_troubles *troubles;
	bool quiet, terminal, shown;
	double last;
};

static void start(struct work *work, struct parser *self)
{
	int to[2], from[2];

	*self = (struct parser){ .source = SIZE_MAX };
	if (pipe2(to, O_CLOEXEC) || pipe2(from, O_CLOEXEC))
		die("cannot make a pipe: %s", strerror(errno));
	self->pid = fork();
	if (self->pid < 0)
		die("cannot start %s: %s", work->path, strerror(errno));
	if (self->pid == 0) {
		dup2(to[0], 0);
		dup2(from[1], 1);
		execl(work->path, work->path, (char *)NULL);
		_exit(TD_EXIT_COULD_NOT);
	}
	close(to[0]);
	close(from[1]);
	self->to = to[1];
	self->from = from[0];
}

static void end(struct parser *self)
{
	close(self->to);
	close(self->from);
	waitpid(self->pid, NULL, 0);
	free(self->answer.items);
}

static void put_word(struct td_strings *to, const char *text)
{
	TD_PUSH(to, (char *)text);
}

static void give(struct work *work, struct parser *self)
{
	const struct td_source *source = &work->sources->items[work->next];
	struct td_strings words = { 0 };
	uint32_t size = 0;
	char *bytes, *at;

	put_word(&words, source->directory);
	put_word(&words, source->file);
	for (size_t i = 0; i < source->flags.count; i++)
		put_word(&words, source->flags.items[i]);
	put_word(&words, "-w");
	put_word(&words, "-ferror-limit=0");
	for (size_t i = 0; i < words.count; i++)
		size += (uint32_t)strlen(words.items[i]) + 1;
	at = bytes = td_alloc(sizeof size + size);
	memcpy(at, &size, sizeof size);
	at += sizeof size;
	for (size_t i = 0; i < words.count; i++)
		at = stpcpy(at, words.items[i]) + 1;
	self->source = work->next++;
	self->answer.count = 0;
	if (write(self->to, bytes, sizeof size + size) != (ssize_t)(sizeof size + size))
		warning("a parser does not listen any more"); /* its end is noticed when it is read from */
	free(bytes);
	free(words.items);
}

static size_t wanted(const struct parser *self)
{
	struct td_unit head;

	if (self->answer.count < sizeof head)
		return SIZE_MAX;
	memcpy(&head, self->answer.items, sizeof head);
	return sizeof head + head.node_count * sizeof(struct td_node) + head.function_count * sizeof(struct td_function) +
	       head.string_size;
}

static void trouble(struct work *work, size_t source, const char *why, bool partly)
{
	struct td_trouble new = { td_strdup(work->sources->items[source].file), td_strdup(why), partly };

	TD_PUSH(work->troubles, new);
}

static void use(struct work *work, size_t source, const struct answer *answer)
{
	struct td_unit head;
	const char *strings;

	if (!answer->bytes) {
		trouble(work, source, "the parser crashed on it", false);
		return;
	}
	memcpy(&head, answer->bytes, sizeof head);
	strings = answer->bytes + answer->size - head.string_size;
	if (head.error && !head.function_count)
		head.flags |= TD_UNIT_FAILED; /* nothing came of it */
	if (head.error)
		trouble(work, source, strings + head.error, !(head.flags & TD_UNIT_FAILED));
	if (!(head.flags & TD_UNIT_FAILED))
		work->used += td_program_add(work->program, answer->bytes, answer->size);
}

static void take_in(struct work *work)
{
	while (work->taken < work->sources->count && work->answers[work->taken].here) {
		struct answer *answer = &work->answers[work->taken];

		use(work, work->taken++, answer);
		free(answer->bytes);
		answer->bytes = NULL;
	}
}

static void finish_source(struct work *work, struct parser *self, bool died)
{
	struct answer *answer = &work->answers[self->source];

	answer->here = true;
	if (!died) {
		answer->size = self->answer.count;
		answer->bytes = memcpy(td_alloc(answer->size), self->answer.items, answer->size);
	}
	self->source = SIZE_MAX;
	take_in(work);
}

static void listen_to(struct work *work, struct parser *self)
{
	char bytes[65536];
	ssize_t got = read(self->from, bytes, sizeof bytes);

	if (got < 0 && errno == EINTR)
		return;
	if (got <= 0) {
		finish_source(work, self, true);
		end(self);
		start(work, self);
		return;
	}
	while (self->answer.count + (size_t)got > self->answer.room) {
		self->answer.room = self->answer.room ? 2 * self->answer.room : 1 << 18;
		self->answer.items = td_grow(self->answer.items, self->answer.room);
	}
	memcpy(self->answer.items + self->answer.count, bytes, (size_t)got);
	self->answer.count += (size_t)got;
	if (self->answer.count == wanted(self))
		finish_source(work, self, false);
}

static void show_progress(struct work *work)
{
	double now = td_now();

	if (work->quiet || now - work->last < (work->terminal ? terminal_pause : plain_pause))
		return;
	work->last = now;
	fprintf(stderr, work->terminal ? "\r\033[Ktreadle: %zu of %zu files" : "treadle: %zu of %zu files\n", work->taken,
		work->sources->count);
	work->shown = work->terminal;
	fflush(stderr);
}

/* False when no parser has anything to do any more. */
static bool step(struct work *work)
{
	struct pollfd polled[work->jobs];
	size_t busy = 0, count = 0;

	for (size_t i = 0; i < work->jobs; i++) {
		if (work->parsers[i].source == SIZE_MAX && work->next < work->sources->count)
			give(work, &work->parsers[i]);
		busy += work->parsers[i].source != SIZE_MAX;
		polled[count++] = (struct pollfd){ work->parsers[i].source == SIZE_MAX ? -1 : work->parsers[i].from, POLLIN, 0 };
	}
	if (!busy)
		return false;
	poll(polled, count, 100);
	for (size_t i = 0; i < count; i++)
		if (polled[i].fd >= 0 && polled[i].revents)
			listen_to(work, &work->parsers[i]);
	show_progress(work);
	return true;
}

size_t td_parse_all(const struct td_sources *sources, const char *parser, size_t jobs, bool quiet, struct td_program *program,
		    struct td_troubles *troubles)
{
	struct work work = { .sources = sources,
			     .path = parser,
			     .jobs = jobs < sources->count ? jobs : sources->count,
			     .program = program,
			     .troubles = troubles,
			     .quiet = quiet,
			     .terminal = isatty(2),
			     .last = td_now() };

	signal(SIGPIPE, SIG_IGN);
	work.parsers = td_alloc(work.jobs * sizeof *work.parsers);
	work.answers = td_alloc(sources->count * sizeof *work.answers);
	for (size_t i = 0; i < work.jobs; i++)
		start(&work, &work.parsers[i]);
	while (step(&work))
		;
	for (size_t i = 0; i < work.jobs; i++)
		end(&work.parsers[i]);
	if (work.shown)
		fprintf(stderr, "\r\033[K");
	free(work.parsers);
	free(work.answers);
	return work.used;
}

void td_troubles_free(struct td_troubles *self)
{
	for (size_t i = 0; i < self->count; i++) {
		free(self->items[i].file);
		free(self->items[i].why);
	}
	free(self->items);
}
