#include "standing.h"

/* The innermost place with a source line, if there is one: the C library, where the call is made, tells a user little.
 */
static const struct td_site *site_to_name(const struct td_trace *trace)
{
	if (!trace->ended.pc || trace->site >= trace->site_count)
		return NULL;
	for (uint32_t i = 0; i < trace->stack.count && !trace->sites[trace->site].file; i++)
		if (trace->sites[trace->stack.sites[i]].file)
			return &trace->sites[trace->stack.sites[i]];
	return &trace->sites[trace->site];
}

char *td_standing_words(const struct td_trace *trace, const char *otherwise)
{
	const struct td_site *site = site_to_name(trace);
	const char *message = trace->ended.message[0] ? trace->ended.message : otherwise;

	if (!site)
		return td_strdup(message);
	if (site->file)
		return td_format("%s, in %s at %s:%d", message, site->function, site->file, site->line);
	return td_format("%s, in %s", message, site->function);
}

char *td_standing_of(const struct td_session *session, const char *otherwise)
{
	struct td_trace *trace = td_trace_capture(session->channel, session->command, "", 0);
	char *words = td_standing_words(trace, otherwise);

	td_trace_free(trace);
	return words;
}
