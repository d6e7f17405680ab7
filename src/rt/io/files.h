/* Files that threads share.  What is done with one is a use of something that is no memory (hidden.h).
 *
 * A file is known by its path, which is the same in every execution, as its number on the disk is not.  What lies in the directory where
 * the program was started is known by its path from there, so that classes have the same names wherever that is.  A call with a name is
 * about that name; one with a descriptor is about the path that the kernel had for it when it was opened, so that links to it are seen
 * through, and it does not matter whether the file has been removed or renamed since.  One file that two open descriptors have under
 * different paths, because it was renamed or has several names, makes all files one: that is learned.
 *
 * Reading, and asking where one is, moves or shows the position, which two threads share if they have the descriptor from the same call
 * of open: who reads first gets what comes first.  Otherwise readers do not notice each other.
 *
 * Standard output and whatever else was open before main is nobody's file; only standard input is one, if it is a file. */
#ifndef TD_RT_FILES_H
#define TD_RT_FILES_H

#include "hidden.h"

#include <stdio.h>

void td_files_setup(void);
void td_files_reset(void);                    /* after an execution */
void td_files_moved(void);                    /* the program goes to another directory */
void td_file_forget(int fd);                  /* the number stands for something else from now on */
int td_file_opened(int fd);                   /* ... for what was just opened; is it a file, and not a device or the like? */
void td_file_copied(int copy, int fd);        /* a second number for the same open file */
void td_file_drawn(int fd, const char *path); /* its name was made up, and is another one in each execution */
uint64_t td_file_name(int fd);                /* a hash of the path that it was opened with, the same in every execution */
const char *td_file_text(int fd);             /* the path for people, until the next call for a file */

/* The running thread is about to do something with what is in the file, or with the name; nothing happens outside of executions. */
void td_file_use(int fd, uint32_t ways, uint64_t pc);
void td_file_use_stream(FILE *stream, uint32_t ways, uint64_t pc);
void td_file_use_all(uint32_t ways, uint64_t pc); /* ... with every file that is open */
void td_file_use_name(int directory, const char *path, uint32_t ways, uint64_t pc);

/* The same around a call of the kernel, after which it is known whether that has changed anything: td_file_end, which returns the result. */
void td_file_begin(struct td_hidden_step *step, int fd, uint32_t ways, uint64_t pc);
void td_file_begin_name(struct td_hidden_step *step, int directory, const char *path, uint32_t ways, uint64_t pc);
void td_file_begin_names(struct td_hidden_step *step, int directory, const char *path, int other_directory, const char *other, uint32_t ways,
			 uint64_t pc);
long td_file_end(const struct td_hidden_step *step, long result, int has_changed);

#endif
