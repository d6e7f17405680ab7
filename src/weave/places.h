/* Where the parts of Treadle lie, seen from the running tool.
 *
 * In the build tree everything is beside the tool; installed, the tool is in PREFIX/bin and its parts in PREFIX/lib/treadle.
 * Nothing is compiled in, so that an installation can be moved.
 */
#ifndef TD_WEAVE_PLACES_H
#define TD_WEAVE_PLACES_H

struct td_places {
	char *tool;    /* the tool itself, without symbolic links */
	char *headers; /* the directory that has treadle/treadle.h */
	char *runtime; /* libtreadle-rt.a */
	char *stub;    /* libtreadle-stub.a */
	char *sync;    /* the directory that has libtreadle-sync.a */
	char *weaver;  /* treadle-weave, or NULL if it was not built */
	char *parser;  /* treadle-parse, or NULL if it was not built */
};

void td_places_find(struct td_places *self);

#endif
