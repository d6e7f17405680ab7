/* The races and variants of a trace as JSON: doc/trace-json.md says what everything means. */
#include <jansson.h>
#include <stdlib.h>

#include "races.h"
#include "words.h"

static json_t *numbers(const uint32_t *items, size_t count)
{
	json_t *array = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(array, items[i] == UINT32_MAX ? json_null() : json_integer(items[i]));
	return array;
}

static json_t *touch(const struct td_variants *variants, uint32_t i)
{
	const struct td_trace_touch *from = &variants->steps->touches[i];
	json_t *object = json_object();

	json_object_set_new(object, "number", json_integer(i));
	json_object_set_new(object, "object", json_integer(from->object));
	json_object_set_new(object, "writes", json_boolean(from->writes));
	json_object_set_new(object, "slot", json_integer(from->slot));
	json_object_set_new(object, "rivals",
			    numbers(td_race_set(variants->sets, i), td_race_set_size(variants->sets, i)));
	return object;
}

static json_t *step(const struct td_variants *variants, uint32_t i)
{
	const struct td_trace_step *from = &variants->steps->items[i];
	json_t *object = json_object(), *touches = json_array();

	for (uint32_t k = from->touch; k < from->touch + from->touch_count; k++)
		json_array_append_new(touches, touch(variants, k));
	json_object_set_new(object, "number", json_integer(i));
	json_object_set_new(object, "thread", json_integer(from->thread));
	json_object_set_new(object, "event", from->event == UINT32_MAX ? json_null() : json_integer(from->event + 1));
	json_object_set_new(object, "events", json_integer(from->event_count));
	json_object_set_new(object, "happened", json_boolean(i < variants->steps->happened));
	json_object_set_new(object, "after", numbers(variants->steps->order + from->order, from->order_count));
	json_object_set_new(object, "timestamp", numbers(td_timestamp(variants->all, i), variants->all->width));
	json_object_set_new(object, "control", numbers(td_timestamp(variants->past, i), variants->past->width));
	json_object_set_new(object, "touches", touches);
	return object;
}

static json_t *changes(const struct td_variant *variant)
{
	json_t *array = json_array();

	for (uint32_t i = 0; i < variant->change_count; i++)
		json_array_append_new(array,
				      numbers((uint32_t[]){variant->changes[i].touch, variant->changes[i].rival}, 2));
	return array;
}

static json_t *barred(const struct td_variant *variant)
{
	json_t *array = json_array();

	for (uint32_t i = 0; i < variant->kept_count; i++)
		if (variant->kept[i].flags & TD_KEPT_BARRED)
			json_array_append_new(array, json_integer(variant->kept[i].thread));
	return array;
}

static json_t *variant(const struct td_variants *variants, uint32_t i)
{
	const struct td_variant *from = &variants->items[i];
	json_t *object = json_object();

	json_object_set_new(object, "number", json_integer(i + 1));
	json_object_set_new(object, "row", json_integer(from->row));
	json_object_set_new(object, "changes", changes(from));
	json_object_set_new(object, "opened", numbers(from->opened, from->opened_count));
	json_object_set_new(object, "prefix", numbers(from->steps, from->step_count));
	json_object_set_new(object, "barred", barred(from));
	return object;
}

static json_t *row(const struct td_race_table *table, uint32_t i)
{
	json_t *cells = json_array();

	for (uint32_t k = 0; k < table->column_count; k++)
		json_array_append_new(cells, json_integer(td_race_table_row(table, i)[k]));
	return cells;
}

static json_t *objects(const struct td_variants *variants)
{
	const struct td_trace *trace = variants->steps->trace;
	json_t *array = json_array();

	for (uint32_t i = 0; i < variants->steps->object_count; i++) {
		json_t *name = json_string(trace->names[variants->steps->objects[i].name]);

		json_array_append_new(array, name ? name : json_null());
	}
	return array;
}

int td_report_races_json(const struct td_variants *variants, FILE *out)
{
	const struct td_trace *trace = variants->steps->trace;
	json_t *root = json_object(), *steps = json_array(), *all = json_array(), *rows = json_array();
	char class[20];
	int bad;

	for (uint32_t i = 0; i < variants->steps->count; i++)
		json_array_append_new(steps, step(variants, i));
	for (uint32_t i = 0; i < variants->count; i++)
		json_array_append_new(all, variant(variants, i));
	for (uint32_t i = 0; i < variants->table->row_count; i++)
		json_array_append_new(rows, row(variants->table, i));
	snprintf(class, sizeof class, "%016llx", (unsigned long long)trace->ended.fingerprint);
	json_object_set_new(root, "schema", json_string("treadle-races/1"));
	json_object_set_new(root, "class", json_string(class));
	json_object_set_new(root, "kind", json_string(td_end_word(trace->ended.end)));
	json_object_set_new(root, "repeats_from", trace->event_limit ? json_integer(trace->event_limit) : json_null());
	json_object_set_new(root, "objects", objects(variants));
	json_object_set_new(root, "steps", steps);
	json_object_set_new(root, "columns", numbers(variants->table->columns, variants->table->column_count));
	json_object_set_new(root, "rows", rows);
	json_object_set_new(root, "more", json_boolean(variants->table->more));
	json_object_set_new(root, "variants", all);
	bad = json_dumpf(root, out, JSON_INDENT(1)) || fputc('\n', out) == EOF;
	json_decref(root);
	return bad ? -1 : 0;
}
