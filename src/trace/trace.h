/* One execution, taken out of the channel, with every address given its name.
 *
 * A trace stands alone: it holds the command, the schedule, the events and all text needed to show it, so that a .trd file
 * can be shown without the program and replayed with it.
 */
#ifndef TD_TRACE_TRACE_H
#define TD_TRACE_TRACE_H

#include <stdbool.h>

#include "base/base.h"
#include "wire/channel.h"

enum { TD_EXCERPT_AROUND = 2 }; /* lines of the source shown before and after the failing one */

/* What was run and how; enough to run it again. */
struct td_command {
	char *program;           /* absolute path */
	char *directory;         /* where it ran */
	char **argv;             /* NULL-terminated, argv[0] as the user wrote it */
	char **environment;      /* NULL-terminated, without Treadle's own variable */
	char **locks;            /* NULL-terminated: functions of libraries that lock (explore/lock_rows.h); NULL: none */
	char *input;             /* bytes of standard input, or NULL */
	uint64_t input_size;
	uint64_t program_hash;
};

/* A place in the source.  Indices of sites, stacks and names start with an empty one, so 0 means "not known". */
struct td_site {
	uint64_t pc;
	char *function;          /* "?" if unknown */
	char *file;              /* NULL if unknown */
	char *directory;         /* where the compiler ran, that a relative file is relative to; NULL if unknown */
	int line, column;
	char *source;            /* the text of the line, NULL if not found */
};

/* Frees what is in them, not the array. */
void td_sites_clear(struct td_site *sites, uint32_t count);

/* Not of the C or C++ library, nor of one without debug information. */
bool td_site_is_own(const struct td_site *site);

struct td_frame_list {
	uint32_t count;
	uint32_t sites[TD_MAX_FRAMES]; /* indices into trace->sites, innermost first */
};

struct td_trace_event {
	struct td_event raw;
	uint32_t site;           /* index into trace->sites: the innermost of the stack that is the program's own, if any is */
	uint32_t stack;          /* index into trace->stacks */
	uint32_t name;           /* index into trace->names: what the object is called, e.g. "queue.head", "lock", "heap#3+8" */
	uint32_t other;          /* ... what goes with it: the mutex of a condition variable's wait, the text of a note */
	uint32_t value;          /* ... the value as its type says: "-1", "NULL", "&node#1", "RED" */
	uint32_t before;         /* ... RMW: the value before */
	uint32_t expression;     /* ... what the source calls the object there: "q->head"; with clang only */
};

struct td_trace_thread {
	struct td_thread_info raw;
	char *label;             /* "main", "producer", "producer#2": from its start function or its name */
	struct td_frame_list stack;
	uint32_t name;           /* what it waits for or would act upon next */
	uint32_t site;
	uint32_t create_site;    /* where it was created */
	uint32_t value;          /* STOPPED: what is now in the memory that it would act upon, index into names.  Not in files */
};

/* What a variant kept of the execution it was derived from (see check/variants.h): steps by thread and number of operation. */
enum {
	TD_KEPT_FIXED = 1,       /* its outcome must not be changed any more */
	TD_KEPT_CHANGED = 2,     /* its outcome is what the variant changed */
	TD_KEPT_CALL = 4,        /* not done in the prefix: its thread is about to do it */
	TD_KEPT_BARRED = 8,      /* ... and must leave the next place to a new step */
	TD_KEPT_JOINED = 16,     /* several pieces of the memory that it touches were one object (check/joined.h) */
	TD_KEPT_FLAGS = 31
};

struct td_kept {
	uint32_t thread, op, flags;
	uint64_t up_to;          /* of what the step touches one after the other, the flags concern all up to this byte; 0: all */
};

/* An event by its place in the source, so that it can be looked for in another build of the program. */
struct td_told_event {
	char *thread, *function; /* its thread's label, and where it is */
	char *file, *source;     /* NULL if not known */
	int line;
	uint32_t kind;           /* enum td_kind */
	uint32_t number;         /* the thread's n-th event at this place */
};

struct td_trace {
	struct td_command command;
	struct td_job job;
	struct td_ended ended;
	struct td_frame_list stack; /* of the failure */
	uint32_t name;           /* of ended.object */
	uint32_t site;           /* of ended.pc */
	uint32_t block_site, block_free_site; /* heap findings: allocated, freed; UINT32_MAX if none */
	char *excerpt;           /* the lines of the source around `site`, NULL if not found */
	uint32_t excerpt_line;   /* number of its first line */
	struct td_site *sites;
	uint32_t site_count;
	char **names;
	uint32_t name_count;
	struct td_frame_list *stacks;
	uint32_t stack_count;
	struct td_trace_thread *threads;
	uint32_t thread_count;
	struct td_trace_event *events;
	uint32_t event_count;
	struct td_segment *segments;
	uint32_t segment_count;
	uint32_t *choices;
	uint32_t choice_count;
	struct td_module *modules;
	uint32_t module_count;
	char *output;            /* what the execution printed, stdout and stderr as they came */
	uint64_t output_size;
	struct td_kept *kept;    /* of an execution that followed a variant */
	uint32_t kept_count;
	char *cause;             /* why it failed, in a sentence without a full stop; NULL: not looked into, or not known */
	struct td_told_event *told; /* the orderings that made it fail, two each: the first came before the second */
	uint32_t told_count;
	struct td_segment *drawn; /* the schedule that was found first, where a shorter one is shown */
	uint32_t drawn_count;
	uint32_t *drawn_choices;
	uint32_t drawn_choice_count;
	char *unconfirmed;       /* a race that could not be made again: why; NULL for all others.  Not in files */
	uint32_t event_limit;    /* ... and the events from this number on repeat other variants; 0: none do */
};

/* Take the last execution out of the channel (a detail run of TD_JOB_FOLLOW) and name everything in it.
 * The trace takes copies; `command` is copied too. */
struct td_trace *td_trace_capture(const struct td_channel *channel, const struct td_command *command, const char *output,
				  uint64_t output_size);
/* The same without names, for analyses: in microseconds.  It has no command.  Of a systematic search's finding it has also
 * what other threads did behind it. */
struct td_trace *td_trace_plain(const struct td_channel *channel);
void td_trace_free(struct td_trace *trace);

/* Files.  Writing goes to a temporary name beside PATH first, so nothing half-written stays; it never replaces a file.
 * Reading says in one line (error()) what is wrong with a file and returns NULL. */
int td_trace_write(const struct td_trace *trace, const char *path);
struct td_trace *td_trace_read(const char *path);

/* PROG.trd, PROG.2.trd, ... in the current directory, or so for FILE where one is named: the first that does not exist. */
char *td_trace_free_name(const char *program, const char *file);

/* The file that ADDRESS was loaded from, as an index into trace->modules; the program itself is 0.  -1: from none. */
int td_module_of(const struct td_trace *trace, uint64_t address);

/* The first event at which `again` is not `first` (thread, op, kind, object, site; addresses are compared by module and
 * offset, not as they are), or -1 if all are the same. */
int64_t td_trace_difference(const struct td_trace *first, const struct td_trace *again);

/* Is it one of these, whichever time its thread came there? */
bool td_event_is_told(const struct td_trace *trace, const struct td_trace_event *event, const struct td_told_event *told);

const char *td_kind_name(enum td_kind kind);   /* "read", "lock", ... */
const char *td_end_name(enum td_end end);      /* "deadlock", "assertion failed", ... stable words for JSON: td_end_word */
const char *td_end_word(enum td_end end);      /* "deadlock", "assert", "use-after-free", ... */

#endif
