/* The kinds of jobs that the tool gives: a row each in the table of jobs.c.
 *
 * A new kind is a constant of enum td_job_kind (wire/channel.h), what it needs in struct td_job or in the channel, and a row here.  Its function
 * runs executions with td_execution_run and counts in the channel's `done`. */
#ifndef TD_RT_JOBS_H
#define TD_RT_JOBS_H

/* Runs the job that stands in the channel. */
void td_job_run(void);

#endif
