/* Naming, capture and the .trd file, on a channel made up from what names_subject says of itself. */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/races.h"
#include "report/report.h"
#include "trace/trace.h"
#include "trace/trd.h"

static int tests, failures;

static void ok(int good, const char *what)
{
	failures += !good;
	printf("%sok %d - %s\n", good ? "" : "not ", ++tests, what);
}

static void is(const char *got, const char *wanted, const char *what)
{
	ok(!strcmp(got, wanted), what);
	if (strcmp(got, wanted))
		printf("# wanted %s\n# got    %s\n", wanted, got);
}

/* What an event's name or value ought to be. */
struct wish {
	uint32_t event;
	int value;
	char text[400];
};

static struct wish wishes[200];
static int wish_count;

static struct td_event *add_event(struct td_channel *channel, enum td_kind kind, uint64_t object, uint32_t size)
{
	struct td_event *event = &channel->events[channel->ended.event_count];

	*event = (struct td_event){ .kind = kind, .object = object, .size = size, .op = channel->ended.event_count };
	channel->event_stacks[channel->ended.event_count++] = channel->stack_count - 1;
	return event;
}

static void wish(struct td_channel *channel, int value, const char *text)
{
	struct wish *wish = &wishes[wish_count++];

	wish->event = channel->ended.event_count - 1;
	wish->value = value;
	snprintf(wish->text, sizeof wish->text, "%s", text);
}

static void take_line(struct td_channel *channel, const char *line)
{
	unsigned long a, b, c;
	char text[400];

	if (sscanf(line, "module %lx %lx %lx %399[^\n]", &a, &b, &c, text) == 4) {
		struct td_module *module = &channel->modules[channel->module_count++];

		*module = (struct td_module){ .base = a, .low = b, .high = c };
		snprintf(module->path, sizeof module->path, "%s", text);
	} else if (sscanf(line, "thread %lx %lx %lx", &a, &b, &c) == 3) {
		channel->threads[0] = (struct td_thread_info){ .stack_low = a, .stack_high = b, .tls_low = c - 4096,
							       .tls_high = c, .holder = UINT16_MAX };
		channel->ended.thread_count = 1;
	} else if (sscanf(line, "name %lx %lu %399[^\n]", &a, &b, text) == 3) {
		add_event(channel, b ? TD_READ : TD_LOCK, a, b)->flags = b > 8 ? TD_F_RANGE : 0;
		wish(channel, 0, text);
	} else if (sscanf(line, "value %lx %lu %lx %399[^\n]", &a, &b, &c, text) == 4) {
		add_event(channel, TD_WRITE, a, b)->value = c;
		wish(channel, 1, text);
	} else if (sscanf(line, "alloc %lx %lu %lx", &a, &b, &c) == 3) {
		add_event(channel, TD_ALLOC, a, b)->pc = c;
	} else if (sscanf(line, "frame %lx %lx", &a, &b) == 2) {
		struct td_stack *stack = &channel->stacks[channel->stack_count++];

		*stack = (struct td_stack){ .count = 1, .frames = { a }, .cfa = { b } };
	} else {
		ok(0, line);
	}
}

static struct td_channel *make_channel(const char *subject)
{
	struct td_channel *channel = mmap(NULL, sizeof *channel, PROT_READ | PROT_WRITE,
					  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	FILE *lines = popen(subject, "r");
	char line[1000];

	channel->stack_count = 1;
	channel->job.detail = 1;
	channel->ended.end = TD_END_PASSED;
	while (lines && fgets(line, sizeof line, lines))
		take_line(channel, line);
	if (lines)
		pclose(lines);
	return channel;
}

static void check_names(const struct td_trace *trace)
{
	for (int i = 0; i < wish_count; i++) {
		const struct td_trace_event *event = &trace->events[wishes[i].event];

		is(trace->names[wishes[i].value ? event->value : event->name], wishes[i].text, wishes[i].text);
	}
}

static void check_file(const struct td_trace *trace, const char *directory)
{
	char *path = td_format("%s/one.trd", directory);
	struct td_trace *again;
	struct td_codec a = td_trd_encode(trace), b;

	ok(td_trace_write(trace, path) == 0, "a trace is written");
	ok(td_trace_write(trace, path) < 0, "and not over another");
	again = td_trace_read(path);
	ok(again != NULL, "it can be read");
	if (again) {
		b = td_trd_encode(again);
		ok(a.size == b.size && !memcmp(a.bytes, b.bytes, a.size), "what is read is what was written");
		ok(td_trace_difference(trace, again) == -1, "and no event differs");
		free(b.bytes);
	}
	td_trace_free(again);
	free(a.bytes);
	unlink(path);
	free(path);
}

static int reads(const char *path, const void *bytes, size_t size)
{
	FILE *file = fopen(path, "wb");
	struct td_trace *trace;

	if (!file || fwrite(bytes, 1, size, file) != size || fclose(file))
		return -1;
	trace = td_trace_read(path);
	td_trace_free(trace);
	return trace != NULL;
}

/* Every prefix and every flipped bit of a file must be refused; the checksum sees to that. */
static void check_damage(const struct td_trace *trace, const char *directory)
{
	char *path = td_format("%s/good.trd", directory), *bad = td_format("%s/bad.trd", directory);
	uint8_t bytes[1 << 20];
	size_t size, refused = 0;
	FILE *file;

	td_trace_write(trace, path);
	file = fopen(path, "rb");
	size = fread(bytes, 1, sizeof bytes, file);
	fclose(file);
	for (size_t i = 0; i < size; i += 1 + i / 64)
		refused += reads(bad, bytes, i) == 0;
	ok(refused > 100 && reads(bad, bytes, size) == 1, "truncated files are refused");
	refused = 0;
	for (size_t i = 0; i < size; i += 1 + i / 64) {
		bytes[i] ^= 1 << i % 8;
		refused += reads(bad, bytes, size) == 0;
		bytes[i] ^= 1 << i % 8;
	}
	ok(refused > 100, "damaged files are refused");
	ok(reads(bad, "#!/bin/sh\n", 10) == 0, "a foreign file is refused");
	ok(reads(bad, "", 0) == 0, "an empty file is refused");
	ok(td_trace_read(directory) == NULL, "a directory is refused");
	ok(td_trace_read("/nowhere/at/all.trd") == NULL, "a missing file is refused");
	unlink(path);
	unlink(bad);
	free(path);
	free(bad);
}

static void show_races(const struct td_trace *trace, FILE *out)
{
	struct td_variants *variants = td_variants_make(trace, 64);

	if (!variants)
		return;
	td_report_races(variants, out);
	td_report_variants(variants, "replay", out);
	td_report_races_json(variants, out);
	td_variants_free(variants);
}

/* Behind the checksum: bodies that somebody made up.  Whatever is accepted must be fit to be shown. */
static void check_hostile(const struct td_trace *trace)
{
	struct td_codec body = td_trd_encode(trace);
	FILE *nowhere = fopen("/dev/null", "w");
	unsigned long accepted = 0, state = 1;
	uint8_t *copy = td_alloc(body.size);
	int whole;

	for (size_t i = 0; i < body.size; i += 1 + i / 256) {
		struct td_trace *got = td_trd_decode(body.bytes, i);

		accepted += got != NULL;
		td_trace_free(got);
	}
	whole = accepted == 0;
	ok(whole, "no part of a body is taken for a whole one");
	for (int round = 0; round < 4000; round++) {
		memcpy(copy, body.bytes, body.size);
		for (int i = 0; i < 1 + round % 3; i++) {
			state = state * 6364136223846793005ul + 1442695040888963407ul;
			size_t at = (state >> 33) % body.size;

			copy[at] = round % 2 ? 0xff : (uint8_t)(state >> 20);
		}
		struct td_trace *got = td_trd_decode(copy, body.size);

		if (got && round % 10 == 0)
			td_report_text(got, "replay", nowhere), td_report_json(got, &(struct td_report_options){ 0 }, nowhere);
		if (got)
			show_races(got, nowhere);
		td_trace_free(got);
	}
	ok(1, "made-up bodies do no harm");
	free(copy);
	free(body.bytes);
	fclose(nowhere);
}

int main(int argc, char **argv)
{
	char directory[] = "/tmp/treadle-names-XXXXXX";
	char *program = argc > 1 ? argv[1] : "names_subject", *arguments[] = { program, NULL }, *environment[] = { NULL };
	struct td_command command = { .program = program, .directory = "/", .argv = arguments, .environment = environment };
	struct td_channel *channel = make_channel(program);
	struct td_trace *trace = td_trace_capture(channel, &command, "hello\n", 6);

	ok(wish_count > 15, "the subject has much to say");
	check_names(trace);
	if (!mkdtemp(directory))
		return 1;
	freopen("/dev/null", "w", stderr); /* what follows is refused in a line each */
	check_file(trace, directory);
	check_damage(trace, directory);
	check_hostile(trace);
	rmdir(directory);
	td_trace_free(trace);
	printf("1..%d\n", tests);
	return failures != 0;
}
