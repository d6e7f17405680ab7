/* Reports of executions made up here, so that what is said does not depend on a compiler. */
#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "base/map.h"

static int tests, failures;

static void ok(int good, const char *what)
{
	failures += !good;
	printf("%sok %d - %s\n", good ? "" : "not ", ++tests, what);
}

/* A trace being written. */
struct story {
	struct td_trace trace;
	struct td_intern names;
	struct td_site sites[100];
	struct td_trace_thread threads[8];
	struct td_trace_event events[1000];
	struct td_frame_list stack;
};

static struct story *begin(const char *const *labels)
{
	static char *arguments[] = { "./build/bank", NULL };
	struct story *story = td_alloc(sizeof *story);
	struct td_trace *trace = &story->trace;

	td_intern_add(&story->names, "");
	story->sites[0].function = "?";
	for (int line = 1; line < 100; line++)
		story->sites[line] = (struct td_site){ .pc = line, .function = line < 50 ? "deposit" : "main", .file = "bank.c",
						       .line = line, .source = "account.balance = old + 1;" };
	trace->command = (struct td_command){ .program = "/x/bank", .directory = "/x", .argv = arguments };
	trace->sites = story->sites;
	trace->site_count = 100;
	trace->stacks = &story->stack;
	trace->stack_count = 1;
	trace->threads = story->threads;
	trace->events = story->events;
	trace->block_site = trace->block_free_site = UINT32_MAX;
	trace->output = "";
	for (; *labels; labels++) {
		struct td_trace_thread *thread = &story->threads[trace->thread_count++];

		thread->label = (char *)*labels;
		thread->raw.holder = UINT16_MAX;
		thread->create_site = trace->thread_count > 1 ? 60 + trace->thread_count : 0;
	}
	return story;
}

static uint32_t name(struct story *story, const char *text)
{
	return text ? td_intern_add(&story->names, text) : 0;
}

static struct td_trace_event *add(struct story *story, int thread, enum td_kind kind, const char *object, const char *value,
				  int line)
{
	struct td_trace *trace = &story->trace;
	struct td_trace_event *event = &story->events[trace->event_count++];

	event->raw = (struct td_event){ .thread = thread, .kind = kind, .size = 4 };
	event->name = name(story, object);
	event->raw.object = 0x1000 + 8 * event->name;
	event->value = name(story, value);
	event->site = line;
	if (trace->event_count > 1 && event[-1].raw.thread != thread)
		event->raw.flags = TD_F_SWITCH;
	return event;
}

static void wait_at_end(struct story *story, int thread, enum td_kind kind, const char *object, int holder, int line)
{
	struct td_trace_thread *info = &story->threads[thread];

	info->raw.state = TD_T_BLOCKED;
	info->raw.pending = kind;
	info->raw.holder = holder < 0 ? UINT16_MAX : holder;
	info->name = name(story, object);
	info->raw.object = 0x1000 + 8 * info->name;
	info->site = line;
	info->stack = (struct td_frame_list){ .count = 2, .sites = { line, 90 } };
}

static char *text_of(struct story *story, const struct td_report_options *options)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	story->trace.names = story->names.strings.items;
	story->trace.name_count = story->names.strings.count;
	td_report_text_with(&story->trace, options ? options : &(struct td_report_options){ 0 }, "treadle replay bank.trd", out);
	fclose(out);
	return text;
}

static void end(struct story *story)
{
	td_intern_clear(&story->names);
	free(story);
}

/* TEXT holds each of the lines, in this order. */
static void shows(const char *text, const char *const *lines, const char *what)
{
	const char *at = text;
	int good = 1;

	for (; *lines && good; lines++) {
		const char *found = strstr(at, *lines);

		good = found != NULL;
		if (good)
			at = found + strlen(*lines);
		else
			printf("# not shown: %s\n", *lines);
	}
	ok(good, what);
	if (getenv("SHOW") || !good)
		printf("%s\n", text);
}

static void lost_update(void)
{
	static const char *const labels[] = { "main", "deposit", "deposit#2", NULL };
	struct story *story = begin(labels);
	struct td_trace *trace = &story->trace;
	char *text;

	add(story, 0, TD_CREATE, "deposit", NULL, 62);
	add(story, 0, TD_CREATE, "deposit#2", NULL, 63);
	for (int i = 0; i < 30; i++)
		add(story, 0, TD_WRITE, "progress", "7", 64);
	add(story, 1, TD_BEGIN, "deposit", NULL, 10);
	add(story, 1, TD_READ, "account.balance", "0", 12);
	add(story, 2, TD_READ, "account.balance", "0", 12)->raw.flags |= TD_F_PREEMPT;
	add(story, 2, TD_WRITE, "account.balance", "1", 13);
	add(story, 2, TD_EXIT, "deposit#2", NULL, 15);
	add(story, 1, TD_WRITE, "account.balance", "1", 13);
	add(story, 1, TD_EXIT, "deposit", NULL, 15);
	add(story, 0, TD_JOIN, "deposit", NULL, 65);
	add(story, 0, TD_JOIN, "deposit#2", NULL, 66);
	add(story, 0, TD_READ, "account.balance", "1", 67);
	trace->ended = (struct td_ended){ .end = TD_END_ASSERT, .pc = 67, .message = "account.balance == 2" };
	trace->site = 67;
	trace->stack = (struct td_frame_list){ .count = 2, .sites = { 67, 90 } };
	trace->excerpt = "\tpthread_join(b, NULL);\n\n\tassert(account.balance == 2);\n\treturn 0;\n}\n";
	trace->excerpt_line = 65;
	story->threads[1].raw.state = story->threads[2].raw.state = TD_T_DONE;
	trace->output = "one\n\033[31mtwo\n";
	trace->output_size = strlen(trace->output);
	text = text_of(story, NULL);
	shows(text, (const char *const[]){ "bank: assertion failed: account.balance == 2, at main (bank.c:67)\n", ":N is line N of bank.c\n", "main",
					   "deposit", "deposit#2\n", "created at :62", "1  :62  create deposit",
					   "… 23 events", "34", ":12  read account.balance = 0",
					   "╰ preempted before write account.balance", "35", "ends",
					   "38", "write account.balance = 1", "✗  :67  assertion failed: account.balance == 2",
					   "  >   67 │         assert(account.balance == 2);", "stack of main", "#0 main  bank.c:67",
					   "threads", "main  fails, at main (bank.c:67)", "ended: deposit, deposit#2", "output",
					   "    | one\n    | ?[31mtwo\n", "replay: treadle replay bank.trd\n", NULL },
	      "a lost update");
	ok(!strchr(text, '\033'), "no escape sequence gets out");
	free(text);
	text = text_of(story, &(struct td_report_options){ .from = 3, .to = 4 });
	shows(text, (const char *const[]){ "… 2 events", "3  bank.c:64", "4  bank.c:64", "… ", NULL }, "a range of events");
	free(text);
	end(story);
}

static void deadlock(void)
{
	static const char *const labels[] = { "main", "worker", NULL };
	struct story *story = begin(labels);
	char *text;

	add(story, 0, TD_CREATE, "worker", NULL, 62);
	add(story, 0, TD_LOCK, "a", NULL, 63);
	add(story, 1, TD_BEGIN, "worker", NULL, 5)->raw.flags |= TD_F_PREEMPT;
	add(story, 1, TD_LOCK, "b", NULL, 6);
	wait_at_end(story, 0, TD_LOCK, "b", 1, 64);
	wait_at_end(story, 1, TD_LOCK, "a", 0, 7);
	story->trace.ended = (struct td_ended){ .end = TD_END_DEADLOCK, .thread = 1, .cycle_count = 2, .cycle = { 0, 1 } };
	text = text_of(story, NULL);
	shows(text, (const char *const[]){ "bank: deadlock: main waits for lock b held by worker; worker waits for lock a\n"
					   "    held by main\n",
					   "bank.c:63  lock a", "╰ preempted before lock b", "bank.c:6  lock b",
					   "✗  bank.c:64  blocked: wants b, held by worker",
					   "bank.c:7  blocked: wants a, held by main", "threads",
					   "main    waits for lock b held by worker, at main (bank.c:64) ← main\n            (bank.c:90)",
					   "worker  waits for lock a held by main, at deposit (bank.c:7)", "locks held",
					   "a held by main, locked in main (bank.c:63)", "b held by worker", NULL },
	      "a deadlock");
	free(text);
	end(story);
}

static void conditions(void)
{
	static const char *const labels[] = { "main", "p", "consumer", "d", "e", "f", NULL };
	struct story *story = begin(labels);
	struct td_trace_event *event;
	char *text;

	add(story, 2, TD_LOCK, "m", NULL, 9);
	event = add(story, 2, TD_COND_WAIT, "nonempty", NULL, 10);
	event->other = name(story, "m");
	event->raw.aux = story->events[0].raw.object;
	add(story, 1, TD_LOCK, "m", NULL, 20);
	add(story, 1, TD_SIGNAL, "nonempty", NULL, 21)->raw.value = 3;
	add(story, 3, TD_RMW, "flag", "1", 30)->before = name(story, "0");
	add(story, 4, TD_SEM_POST, "items", NULL, 31)->raw.value = 1;
	add(story, 5, TD_NOTE, NULL, NULL, 32)->other = name(story, "here we are");
	story->trace.ended = (struct td_ended){ .end = TD_END_PASSED };
	text = text_of(story, &(struct td_report_options){ .all = 1 });
	shows(text, (const char *const[]){ "bank: passed: exit 0\n", "consumer", "lock m", "wait nonempty (releases m)", "p", "lock m",
					   "signal nonempty → wakes consumer", "update flag: 0 → 1", "post items → 1",
					   "note: here we are", NULL },
	      "condition variables, and six threads in lines");
	free(text);
	end(story);
}

/* Whose variable it is stands above the picture, but where there are two of one name. */
static void scopes(void)
{
	static const char *const labels[] = {"main", "worker", NULL};
	struct story *story = begin(labels);
	char *text;

	add(story, 0, TD_WRITE, "sum (of main)", "&sum (of main)", 10);
	add(story, 0, TD_WRITE, "sum.of[2] (of main)", "1", 11);
	add(story, 1, TD_READ, "at (of worker)", "1", 12);
	add(story, 1, TD_READ, "at (of main)", "1", 13);
	add(story, 1, TD_READ, "count (in take)", "1", 14);
	add(story, 1, TD_READ, "count", "2", 15);
	add(story, 1, TD_READ, "summand", "2", 15);
	story->trace.ended = (struct td_ended){.end = TD_END_PASSED};
	text = text_of(story, &(struct td_report_options){.all = 1});
	shows(text,
	      (const char *const[]){"\n     sum is the variable of main\n     main ", "write sum = &sum ",
				    "write sum.of[2] = 1 ", "read at (of worker) = 1\n", "read at (of main) = 1\n",
				    "read count (in take) = 1\n", "read count = 2\n", "read summand = 2\n", NULL},
	      "scopes above the picture");
	free(text);
	end(story);
}

int main(void)
{
	setenv("COLUMNS", "150", 1); /* which says nothing about what is no terminal */
	lost_update();
	deadlock();
	conditions();
	scopes();
	printf("1..%d\n", tests);
	return failures != 0;
}
