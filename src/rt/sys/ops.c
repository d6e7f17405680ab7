/* The table of operations for the runtime, which shares no object with the tool. */
#include "wire/ops.c"
