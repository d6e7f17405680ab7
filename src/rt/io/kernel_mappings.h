/* Memory that libraries map where the kernel chooses: dlopen, the data of a locale, tables of character sets.
 *
 * No call of the program's tells of it.  After an execution the library has forgotten it, since the library's own memory is put back; so it
 * is unmapped, and the next execution finds the same places free.  Whether there is any is seen by where the kernel would put a new page. */
#ifndef TD_RT_KERNEL_MAPPINGS_H
#define TD_RT_KERNEL_MAPPINGS_H

#include <stdint.h>

void td_kernel_mappings_setup(void);       /* what is there now stays */
int td_kernel_mappings_reserved(uint64_t address); /* PROT_* of memory that was mapped before main and not to be written to; else -1 */
void td_kernel_mappings_look(void);        /* before a mark is made, which could not go back behind them */
void td_kernel_mappings_put_back(void);    /* after an execution */

#endif
