/* From every creation outwards along the call graph: each loop on a call path to it is judged (check.h).  A loop that
 * lies on several paths has one finding, with the worst verdict; findings come in the order of files and lines. */
#ifndef TD_BOUNDS_WAYS_H
#define TD_BOUNDS_WAYS_H

#include "check.h"

struct td_limits {
	uint64_t calls;          /* nested calls that are followed */
	uint64_t loops;          /* nested loops that are looked at, without those that are bounded */
};

/* One loop, with the worst that any creation in it gave rise to. */
struct td_finding {
	enum td_bound verdict;
	enum td_resource resource;
	struct td_loop loop;
	uint32_t sites[TD_MOST_PLACES]; /* from the creation outwards to the call in the loop */
	size_t site_count;
	struct td_conditions conditions;
	const char *pattern;     /* that bounds it, or NULL */
	char *why;               /* in words; of a suppressed one, the reason given */
};

struct td_creation {
	uint32_t site;
	enum td_resource resource;
	bool is_in_loop;
};

struct td_findings {
	struct td_finding *items;
	size_t count, room;
	struct { struct td_creation *items; size_t count, room; } creations;
};

struct td_findings td_ways_follow(const struct td_program *program, const struct td_creators *creators,
				  const struct td_limits *limits);
void td_findings_free(struct td_findings *self);

/* Where a loop begins: that of its statement or label, or of the function. */
uint32_t td_finding_line(const struct td_program *program, const struct td_finding *finding);

#endif
