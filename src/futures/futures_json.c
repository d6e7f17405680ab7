#include "futures_text.h"

#include <jansson.h>
#include <string.h>

static json_t *text(const char *string)
{
	json_t *made = string ? json_string(string) : json_null();

	return made ? made : json_stringn_nocheck(string, strlen(string));
}

static json_t *definition_json(struct td_guide *guide, const struct td_futures *futures, const struct td_use *use,
			       const struct td_named *of, const struct td_definition *definition)
{
	struct td_named named = td_named_definition(guide, use, definition);
	char *pick = td_pick_text(of, &named);
	json_t *made = json_object();

	json_object_set_new(made, "verdict",
			    text(definition->schedule   ? "possible"
				 : futures->is_complete ? "impossible"
							: "not known"));
	json_object_set_new(made, "place", text(named.place));
	json_object_set_new(made, "function", text(named.function));
	json_object_set_new(made, "thread", text(named.thread));
	json_object_set_new(made, "value", text(named.value));
	json_object_set_new(made, "futures", json_integer((json_int_t)definition->count));
	json_object_set_new(made, "pick", text(pick));
	free(pick);
	td_named_clear(&named);
	return made;
}

static json_t *use_json(struct td_guide *guide, const struct td_futures *futures, const struct td_use *use)
{
	struct td_named named = td_named_use(guide, use);
	json_t *made = json_object(), *list = json_array();

	json_object_set_new(made, "place", text(named.place));
	json_object_set_new(made, "function", text(named.function));
	json_object_set_new(made, "thread", text(named.thread));
	json_object_set_new(made, "object", text(named.object));
	for (size_t i = 0; i < use->count; i++)
		json_array_append_new(list, definition_json(guide, futures, use, &named, &use->items[i]));
	json_object_set_new(made, "definitions", list);
	td_named_clear(&named);
	return made;
}

int td_futures_json(struct td_guide *guide, const struct td_futures *futures, bool every, FILE *out)
{
	json_t *made = json_object(), *list = json_array();
	int status;

	for (size_t i = 0; i < futures->count; i++)
		if (every || td_use_is_open(&futures->items[i]))
			json_array_append_new(list, use_json(guide, futures, &futures->items[i]));
	json_object_set_new(made, "schema", json_string("treadle-futures/1"));
	json_object_set_new(made, "complete", json_boolean(futures->is_complete));
	json_object_set_new(made, "futures", json_integer((json_int_t)futures->executions));
	json_object_set_new(made, "reads", list);
	status = json_dumpf(made, out, JSON_INDENT(1)) < 0 || fputc('\n', out) == EOF ? -1 : 0;
	json_decref(made);
	return status;
}
