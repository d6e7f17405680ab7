#include "orders.h"

#include <jansson.h>
#include <string.h>

/* What stands behind a command's name. */
enum value { IS_THREAD, IS_NUMBER, IS_WAY, IS_FILE, IS_TRUE };

static const struct {
	const char *name;
	enum td_order_kind kind;
	enum value value;
} commands[] = {
	{"run", TD_ORDER_RUN, IS_THREAD},   {"run_on", TD_ORDER_RUN_ON, IS_THREAD}, {"until", TD_ORDER_RUN_TO, IS_WAY},
	{"do", TD_ORDER_DO, IS_WAY},        {"choose", TD_ORDER_CHOOSE, IS_NUMBER}, {"undo", TD_ORDER_UNDO, IS_NUMBER},
	{"back", TD_ORDER_BACK, IS_NUMBER}, {"save", TD_ORDER_SAVE, IS_FILE},       {"events", TD_ORDER_LIST, IS_TRUE},
	{"state", TD_ORDER_STATE, IS_TRUE}, {"quit", TD_ORDER_QUIT, IS_TRUE},
};

/* By its number or its label. */
static char *take_thread(struct td_order *self, const json_t *value)
{
	if (json_is_integer(value) && json_integer_value(value) >= 0)
		self->thread = td_format("%lld", (long long)json_integer_value(value));
	else if (json_is_string(value))
		self->thread = td_strdup(json_string_value(value));
	return self->thread ? NULL : td_strdup("a thread is named by its id or its label");
}

static char *take_way(struct td_order *self, const json_t *value)
{
	const json_t *place = json_object_get(value, "place");

	if (json_object_size(value) != 2 || !json_is_string(place) || !json_object_get(value, "thread"))
		return td_strdup("say {\"thread\": 1, \"place\": \"FILE:LINE\"}");
	self->place = td_strdup(json_string_value(place));
	return take_thread(self, json_object_get(value, "thread"));
}

static char *take_value(struct td_order *self, enum value kind, const char *name, const json_t *value)
{
	switch (kind) {
	case IS_THREAD: return take_thread(self, value);
	case IS_WAY: return take_way(self, value);
	case IS_NUMBER:
		self->number = json_is_integer(value) ? (uint64_t)json_integer_value(value) : 0;
		return json_is_integer(value) && json_integer_value(value) >= 0 ? NULL
										: td_format("%s wants a number", name);
	case IS_FILE:
		self->file = json_is_string(value) ? td_strdup(json_string_value(value)) : NULL;
		return self->file && *self->file ? NULL : td_format("%s wants the name of a file", name);
	default: return json_is_true(value) ? NULL : td_format("say {\"%s\": true}", name);
	}
}

static char *take_command(struct td_order *self, json_t *object)
{
	const char *name = json_object_iter_key(json_object_iter(object));

	if (!name || json_object_size(object) != 1)
		return td_strdup("a command is an object with one member");
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (!strcmp(commands[i].name, name)) {
			self->kind = commands[i].kind;
			return take_value(self, commands[i].value, name, json_object_get(object, name));
		}
	return td_format("there is no command %s", name);
}

char *td_order_parse_json(struct td_order *self, const char *line)
{
	json_error_t error;
	json_t *object = json_loads(line, JSON_REJECT_DUPLICATES, &error);
	char *why;

	*self = (struct td_order){.kind = TD_ORDER_NOTHING};
	if (!object)
		return td_format("no JSON: %s", error.text);
	why = json_is_object(object) ? take_command(self, object) : td_strdup("a command is an object");
	json_decref(object);
	return why;
}
