/* Where an execution stands that did not come to an end of its own: for a message. */
#ifndef TD_EXPLORE_STANDING_H
#define TD_EXPLORE_STANDING_H

#include "session.h"

/* The end's message, or `otherwise` if it has none, and the place: "MESSAGE, in FUNCTION at FILE:LINE".  To be freed.
 */
char *td_standing_words(const struct td_trace *trace, const char *otherwise);

/* The same for the last execution of a session. */
char *td_standing_of(const struct td_session *session, const char *otherwise);

#endif
