/* A session: the tool's side of the channel, and the process at its other end.
 *
 * The channel outlives processes: what one of them learned (shared ranges, the depth-first path, the longest execution)
 * is there for the next.  A process is started before the first job and again after it died or was left in a state that
 * cannot be put back; td_session_run does that by itself.
 *
 * After td_session_run, channel->ended describes the last execution whatever happened: when the process died without a
 * word, or hung, the session writes there what can be said about it.
 */
#ifndef TD_EXPLORE_SESSION_H
#define TD_EXPLORE_SESSION_H

#include "trace/trace.h"

#include <sys/types.h>

enum td_output_mode {
	TD_OUTPUT_DROP, /* stdout and stderr go nowhere */
	TD_OUTPUT_KEEP  /* both go to memory, in the order in which they were written */
};

struct td_session {
	const struct td_command *command;
	struct td_channel *channel;
	enum td_output_mode output;
	double watchdog;               /* seconds without progress after which an execution counts as hung; 0: never */
	void (*tick)(void *context);   /* called about every 50 ms while a job runs, and once at its end; may be NULL */
	void *context;
	/* the process of the last job died before it could say so: its search is in no good state */
	int lost;
	int given_up;                  /* the last job was to stop and its execution went on and on: it was killed */
	/* private */
	int channel_fd, input_fd, output_fd;
	pid_t pid;                     /* 0: no process */
};

/* No process is started yet. */
struct td_session *td_session_new(const struct td_command *command, enum td_output_mode output, double watchdog);
void td_session_free(struct td_session *self);

/* End the process; the next td_session_run starts a fresh one. */
void td_session_stop(struct td_session *self);

/* Do the job and wait for its end.  Returns 0, or -1 if the user killed the execution, or it went on long after time
 * was up; the job is then not finished.  In the latter case channel->ended has where the execution was, as far as that
 * can be known. */
int td_session_run(struct td_session *self, const struct td_job *job);

/* Leave the job in the channel for a process that the caller will start (gdb, say): it begins at once. */
void td_session_preset(struct td_session *self, const struct td_job *job);

/* Whether the process cannot go on after such an end. */
int td_end_spoils_process(enum td_end end);

/* What the process printed, with TD_OUTPUT_KEEP; to be freed. */
char *td_session_output(const struct td_session *self, uint64_t *size);

/* Put a process's end of the channel where the runtime looks for it and become the program.  Returns only on failure,
 * with errno set.  For a process that is to run under a debugger; output_fd < 0 leaves stdout and stderr as they are.
 */
void td_session_become(const struct td_command *command, int channel_fd, int input_fd, int output_fd);

/* The descriptor that td_session_become gives the channel; always the same, since the environment's size moves the
 * stack. */
enum { TD_CHANNEL_FD = 200 };

/* A memfd with these bytes, readable from its start by a process that opens it anew; close-on-exec. */
int td_memory_file(const char *name, const void *bytes, uint64_t size);

#endif
