/* The site table: what treadle-weave tells the tool about the places of an object's code.
 *
 * clang's front end gives it, before anything is optimised: each access, call, branch and return with its place in the
 * source, the expression that names the memory, and the control-flow graph they lie in.  An object has one blob of it,
 * in a section that the program does not load.  A blob has no relocations and no addresses, so the linker puts the
 * blobs of all objects one behind the other; an address is led to its sites by the place in the source that DWARF gives
 * it (trace/sites.h).
 *
 * A blob is the mark, the size of what follows (four bytes, little-endian), and then a stream of numbers (LEB128) and
 * texts (that end in NUL):
 *
 *   strings    their count, each text; number 0 is "", which means "none"
 *   functions  their count; each:
 *     linkage name, file, signature            strings
 *     line, flags (TD_FUNCTION_)
 *     blocks   their count; each:
 *       whether a loop begins here
 *       successors   their count, each a block's number in the function
 *       sites        their count; each:
 *         kind (enum td_site_kind), file (a string), line (minus the one before, zigzag), column, discriminator
 *         expression, callee                   strings
 *
 * A signature is a function's type with all pointers alike, so that it is the same for a method and for what overrides
 * it.
 */
#ifndef TD_WEAVE_SITES_H
#define TD_WEAVE_SITES_H

#define TD_SITES_SECTION ".treadle.sites"
#define TD_SITES_MARK "TDSITES1"

enum { TD_SITES_MARK_SIZE = 8 };

enum td_site_kind {
	TD_SITE_READ,
	TD_SITE_WRITE,
	TD_SITE_UPDATE, /* an atomic operation that reads and writes */
	TD_SITE_FENCE,
	TD_SITE_ASSEMBLY,
	TD_SITE_CALL,          /* callee: its linkage name; expression: what the first argument points to */
	TD_SITE_CALL_INDIRECT, /* callee: the signature */
	TD_SITE_HANDS_OVER,    /* behind a call that gets a function as an argument, and may call it: callee */
	TD_SITE_BRANCH,
	TD_SITE_RETURN,
	TD_SITE_KINDS
};

enum {
	TD_FUNCTION_ADDRESS_TAKEN = 1, /* an indirect call may come here */
	TD_FUNCTION_LOCAL = 2,         /* other objects may have one of the same name */
};

#endif
