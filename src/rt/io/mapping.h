/* Memory that the program maps.
 *
 * Left to itself, the kernel would give it other addresses in the next execution, and what the program does not give back would stay.  So
 * each thread has a stretch of addresses where what it maps lies one behind the other, and all of it is taken back after the execution.
 * What asks for an address of its own gets it, and is remembered.
 *
 * Who unmaps memory, protects it or has it emptied changes all of it, for whoever else uses it: an event, where threads share it. */
#ifndef TD_RT_MAPPING_H
#define TD_RT_MAPPING_H

void td_mappings_reset(void); /* after an execution */

#endif
