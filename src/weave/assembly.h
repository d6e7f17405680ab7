/* Inline assembly, where gcc compiles: its hooks are for the accesses of C, and what an asm statement does to memory has none.
 *
 * gcc says in its output where the text of such statements begins and ends (#APP, #NO_APP), with registers and addresses put in.
 * There, each instruction that works on memory gets a call before it, at which its thread waits for its turn, and one behind it,
 * which looks at what has become of the memory; to other threads it is one atomic operation (rt/hooks/assembly.c).  On this processor
 * a load acquires, a store releases, and what is locked is a fence as well.
 *
 * gcc starts its programs through us (-wrapper), so that the assembler's input can be changed on the way.
 */
#ifndef TD_WEAVE_ASSEMBLY_H
#define TD_WEAVE_ASSEMBLY_H

/* Change the file, if there is anything to change.  Where something is not understood, it is left as it is with a warning. */
void td_assembly_weave(const char *path);

/* Become the program that gcc wants to start; before the assembler, weave its input. */
_Noreturn void td_assembly_wrap(char **words);

#endif
