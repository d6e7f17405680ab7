/* Standard output and standard error, which the tool has put somewhere: on /dev/null while it explores, in a file in memory when it makes an
 * execution again.
 *
 * A program that asks what they are must be told the same both times, or its schedule would not hold: so it is told of /dev/null. */
#ifndef TD_RT_OUTPUT_H
#define TD_RT_OUTPUT_H

#include <sys/stat.h>

void td_output_setup(void);
int td_output_is_kept(int fd);               /* it is the tool's file, under whichever number */
void td_output_describe(struct stat *status); /* as fstat does */

#endif
