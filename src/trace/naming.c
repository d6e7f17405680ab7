#include "naming.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "allocation.h"
#include "demangle.h"
#include "heap.h"
#include "locals.h"
#include "base/map.h"
#include "parents.h"

enum { LONGEST_STRING = 24 };    /* shown of a string constant */
enum { ALLOCATION_FRAMES = 3 }; /* how far out an allocation is looked at: malloc may be called by a function of its own */

/* What is asked for. */
struct query {
	uint64_t address, size;
	enum td_look look;
	uint32_t stack;          /* the one that it lies on, 0: on none; its number plus one */
};

/* What was answered before: names in modules, and on the same stack, stay the same, and many blocks come from the same line. */
struct known_name {
	struct query query;
	struct td_name name;
};

struct known_type {
	uint64_t pc, size;
	struct td_block_type of;
};

struct known_part {
	const void *type;        /* where it is described */
	struct query query;      /* the address is an offset */
	struct td_part part;
};

struct td_naming {
	struct td_symbols *symbols;
	const struct td_channel *channel;
	char *const *labels;
	struct td_heap heap;
	struct td_intern kinds;  /* of heap blocks */
	struct {
		uint32_t *items; /* how many of each kind there are */
		size_t count, room;
	} numbers;
	uint32_t *stacks;        /* of each thread, its latest; UINT32_MAX if none */
	struct td_map name_of, type_of, part_of; /* all by pair_key() */
	struct {
		struct known_name *items;
		size_t count, room;
	} known_names;
	struct {
		struct known_type *items;
		size_t count, room;
	} known_types;
	struct {
		struct known_part *items;
		size_t count, room;
	} known_parts;
	struct {
		struct td_local *items;
		size_t count, room;
	} locals;                /* all that were found, in that order */
};

/* Two pairs may have the same key; a look-up compares them. */
static uint64_t pair_key(uint64_t address, uint64_t size)
{
	return address * 0x9e3779b97f4a7c15ull + size;
}

static void add_early_block(struct td_naming *naming, uint64_t address, uint64_t size, uint64_t pc)
{
	td_heap_add(&naming->heap, &(struct td_block){ .address = address, .size = size, .pc = pc, .stack = UINT32_MAX });
}

struct td_naming *td_naming_open(struct td_symbols *symbols, const struct td_channel *channel, char *const *labels)
{
	struct td_naming *naming = td_alloc(sizeof *naming);
	const struct td_ended *ended = &channel->ended;

	naming->symbols = symbols;
	naming->channel = channel;
	naming->labels = labels;
	naming->stacks = td_alloc(TD_MAX_THREADS * sizeof *naming->stacks);
	memset(naming->stacks, 0xff, TD_MAX_THREADS * sizeof *naming->stacks);
	for (uint32_t i = 0; i < channel->early_count && i < TD_MAX_EARLY_BLOCKS; i++)
		add_early_block(naming, channel->early[i].address, channel->early[i].size, channel->early[i].pc);
	/* Of those before the first event that are not listed, the finding may know one. */
	if (ended->block_size)
		add_early_block(naming, ended->block, ended->block_size, ended->block_pc);
	return naming;
}

void td_naming_close(struct td_naming *naming)
{
	td_heap_clear(&naming->heap);
	td_intern_clear(&naming->kinds);
	for (size_t i = 0; i < naming->known_names.count; i++)
		td_name_clear(&naming->known_names.items[i].name);
	free(naming->known_names.items);
	free(naming->known_types.items);
	for (size_t i = 0; i < naming->known_parts.count; i++)
		free(naming->known_parts.items[i].part.path);
	free(naming->known_parts.items);
	for (size_t i = 0; i < naming->locals.count; i++)
		free(naming->locals.items[i].name);
	free(naming->locals.items);
	td_map_clear(&naming->name_of);
	td_map_clear(&naming->type_of);
	td_map_clear(&naming->part_of);
	free(naming->numbers.items);
	free(naming->stacks);
	free(naming);
}

void td_naming_step(struct td_naming *naming, uint32_t i)
{
	const struct td_event *event = &naming->channel->events[i];
	uint32_t stack = naming->channel->event_stacks[i];

	if (stack >= naming->channel->stack_count || stack >= TD_MAX_STACKS)
		stack = UINT32_MAX;
	if (event->thread < TD_MAX_THREADS && stack != UINT32_MAX)
		naming->stacks[event->thread] = stack;
	if (event->kind == TD_ALLOC && event->object && event->size)
		td_heap_add(&naming->heap, &(struct td_block){ .address = event->object, .size = event->size,
							      .pc = event->pc, .stack = stack });
}

void td_name_clear(struct td_name *name)
{
	free(name->root);
	free(name->path);
	free(name->scope);
	*name = (struct td_name){ 0 };
}

static uint64_t query_key(const struct query *query)
{
	return pair_key(query->address, query->size + query->look * 0x10001 + query->stack * 0x100003ull);
}

static bool is_same_query(const struct query *a, const struct query *b)
{
	return a->address == b->address && a->size == b->size && a->look == b->look && a->stack == b->stack;
}

/* In C++ what a type is part of is asked, for which libdw goes through the whole unit. */
struct td_part td_naming_part(struct td_naming *naming, Dwarf_Die *type, uint64_t offset, uint64_t size, enum td_look look)
{
	struct query query = { .address = offset, .size = size, .look = look };
	uint32_t *slot = td_map_slot(&naming->part_of, pair_key((uint64_t)type->addr, query_key(&query)));
	const struct known_part *known = *slot == TD_MAP_NONE ? NULL : &naming->known_parts.items[*slot];
	struct td_part part;

	if (known && known->type == type->addr && is_same_query(&known->query, &query)) {
		part = known->part;
	} else {
		part = td_type_part(type, offset, size, look);
		*slot = naming->known_parts.count;
		TD_PUSH(&naming->known_parts, ((struct known_part){ type->addr, query, part }));
	}
	part.path = td_strdup(part.path);
	return part;
}

static void take_part(struct td_naming *naming, struct td_name *name, Dwarf_Die *type, uint64_t offset, const struct query *query)
{
	struct td_part part = td_naming_part(naming, type, offset, query->size, query->look);

	name->path = part.path;
	name->form = part.form;
	name->type = part.type;
}

/* A static of a function belongs to it, one of a file to that. */
static char *scope_of(Dwarf_Die *variable)
{
	Dwarf_Die *scopes = NULL;
	int count = td_parents(variable, &scopes);
	char *scope = NULL;

	for (int i = 1; i < count && !scope; i++)
		if (dwarf_tag(&scopes[i]) == DW_TAG_subprogram && dwarf_diename(&scopes[i]))
			scope = td_format("in %s", dwarf_diename(&scopes[i]));
	free(scopes);
	if (!scope && dwarf_decl_file(variable)) {
		const char *file = dwarf_decl_file(variable), *slash = strrchr(file, '/');

		scope = td_format("in %s", slash ? slash + 1 : file);
	}
	return scope;
}

static bool name_variable(struct td_naming *naming, struct td_name *name, const struct td_variable *variable, uint64_t at, const struct query *query)
{
	Dwarf_Die die = variable->die, type;

	name->root = td_die_name(&die);
	if (!name->root || !td_type_of(&die, &type))
		return false;
	name->scope = scope_of(&die);
	take_part(naming, name, &type, at - variable->low, query);
	return true;
}

static bool make_name_in_module(struct td_naming *naming, const struct query *query, struct td_name *name)
{
	uint64_t address = query->address;
	const struct td_variable *variable;
	const struct td_elf_symbol *symbol;
	uint64_t at;
	struct td_image *image = td_symbols_image(naming->symbols, address, &at);

	if (!image)
		return false;
	variable = td_image_global(image, at);
	if (variable && name_variable(naming, name, variable, at, query)) {
		name->place = address - (at - variable->low);
		return true;
	}
	td_name_clear(name);
	symbol = td_image_symbol(image, at, false);
	if (!symbol)
		symbol = td_image_symbol(image, at, true);
	if (symbol) {
		name->root = td_demangle(symbol->name);
		bool start = at == symbol->low || !strcmp(name->root, "vtable");

		name->path = start ? td_strdup("") : td_format("+%llu", (unsigned long long)(at - symbol->low));
		name->place = address - (at - symbol->low);
		return true;
	}
	const char *slash = strrchr(image->path, '/');

	name->root = td_strdup(slash ? slash + 1 : image->path);
	name->path = td_format("+0x%llx", (unsigned long long)at);
	return true;
}

static struct td_name copy_name(const struct td_name *name)
{
	struct td_name copy = *name;

	copy.root = td_strdup(name->root);
	copy.path = td_strdup(name->path);
	copy.scope = name->scope ? td_strdup(name->scope) : NULL;
	return copy;
}

static uint32_t *slot_of(struct td_naming *naming, const struct query *query)
{
	return td_map_slot(&naming->name_of, query_key(query));
}

static bool find_known(struct td_naming *naming, const struct query *query, struct td_name *name)
{
	uint32_t slot = *slot_of(naming, query);

	if (slot == TD_MAP_NONE)
		return false;
	const struct known_name *known = &naming->known_names.items[slot];

	if (!is_same_query(&known->query, query))
		return false;
	*name = copy_name(&known->name);
	return true;
}

static void keep_known(struct td_naming *naming, const struct query *query, const struct td_name *name)
{
	*slot_of(naming, query) = naming->known_names.count;
	TD_PUSH(&naming->known_names, ((struct known_name){ *query, copy_name(name) }));
}

static bool name_in_module(struct td_naming *naming, const struct query *query, struct td_name *name)
{
	if (find_known(naming, query, name))
		return true;
	if (!make_name_in_module(naming, query, name))
		return false;
	keep_known(naming, query, name);
	return true;
}

static struct td_block_type find_type(struct td_naming *naming, uint64_t pc, uint64_t size)
{
	struct td_block_type of = {0};

	of.known = td_allocation_type(naming->symbols, pc, size, &of.type);
	of.is_node =
		of.known && size == td_type_size(&of.type) && td_type_content(&of.type, &of.content, &of.content_at);
	return of;
}

static struct td_block_type type_of_block(struct td_naming *naming, uint64_t pc, uint64_t size)
{
	uint32_t *slot = td_map_slot(&naming->type_of, pair_key(pc, size));
	struct known_type known = { .pc = pc, .size = size };

	if (*slot != TD_MAP_NONE && naming->known_types.items[*slot].pc == pc &&
	    naming->known_types.items[*slot].size == size)
		return naming->known_types.items[*slot].of;
	known.of = find_type(naming, pc, size);
	*slot = naming->known_types.count;
	TD_PUSH(&naming->known_types, known);
	return known.of;
}

static void choose_kind(struct td_naming *naming, struct td_block *block)
{
	const struct td_stack *stack = block->stack == UINT32_MAX ? NULL : &naming->channel->stacks[block->stack];
	struct td_block_type *of = &block->of;
	uint32_t kind;

	*of = type_of_block(naming, block->pc, block->size);
	for (uint32_t i = 0; stack && !of->known && i < stack->count && i < ALLOCATION_FRAMES; i++)
		if (stack->frames[i] != block->pc)
			*of = type_of_block(naming, stack->frames[i], block->size);
	block->kind = of->known ? td_type_name(of->is_node ? &of->content : &of->type) : td_strdup("heap");
	kind = td_intern_add(&naming->kinds, block->kind);
	while (naming->numbers.count <= kind)
		TD_PUSH(&naming->numbers, 0);
	block->number = ++naming->numbers.items[kind];
}

/* What a node is there for gives the block its name; the links and counts beside it are called as the library calls
 * them. */
static void name_in_node(struct td_naming *naming, struct td_block *block, uint64_t offset, const struct query *query,
			 struct td_name *name)
{
	uint64_t end = block->of.content_at + td_type_size(&block->of.content), size = query->size ? query->size : 1;
	struct query inside = *query;

	inside.look = TD_LOOK_INSIDE;
	if (offset >= block->of.content_at && offset + size <= end)
		take_part(naming, name, &block->of.content, offset - block->of.content_at, query);
	else if (!offset && query->look == TD_LOOK_WHOLE)
		name->path = td_strdup("");
	else
		take_part(naming, name, &block->of.type, offset, &inside);
}

static bool name_in_heap(struct td_naming *naming, const struct query *query, struct td_name *name)
{
	uint64_t address = query->address, size = query->size;
	struct td_block *block = td_heap_find(&naming->heap, address);
	uint64_t offset, element;

	if (!block)
		return false;
	if (!block->kind)
		choose_kind(naming, block);
	offset = address - block->address;
	name->root = td_format("%s#%u", block->kind, block->number);
	name->place = block->address;
	if (block->of.is_node && offset < block->size) {
		name_in_node(naming, block, offset, query, name);
		return true;
	}
	element = block->of.known ? td_type_size(&block->of.type) : 0;
	if (!element || offset >= block->size) {
		name->path = offset ? td_format("+%llu", (unsigned long long)offset) : td_strdup("");
		return true;
	}
	if (offset % element + size > element && !(offset % element == 0 && size == block->size)) {
		name->path = offset ? td_format("+%llu", (unsigned long long)offset) : td_strdup("");
		return true;
	}
	take_part(naming, name, &block->of.type, offset % element, query);
	if (block->size > element && size <= element) {
		char *path = td_format("[%llu]%s", (unsigned long long)(offset / element), name->path);

		free(name->path);
		name->path = path;
	}
	return true;
}

/* No frame has it any more: what was found there last. */
static const struct td_local *past_local(struct td_naming *naming, uint64_t address)
{
	for (size_t i = naming->locals.count; i-- > 0;) {
		struct td_local *local = &naming->locals.items[i];

		if (address >= local->address && address - local->address < td_type_size(&local->type))
			return local;
	}
	return NULL;
}

static const struct td_local *find_local(struct td_naming *naming, const struct query *query)
{
	struct td_local local;

	if (!td_local_find(naming->symbols, &naming->channel->stacks[query->stack - 1], query->address, &local))
		return past_local(naming, query->address);
	TD_PUSH(&naming->locals, local);
	return &naming->locals.items[naming->locals.count - 1];
}

static bool name_local(struct td_naming *naming, uint32_t owner, const struct query *query, struct td_name *name)
{
	const struct td_local *local = find_local(naming, query);
	Dwarf_Die type;

	if (!local)
		return false;
	type = local->type;
	name->root = td_strdup(local->name);
	name->place = local->address;
	name->scope = td_format("of %s", naming->labels[owner]);
	take_part(naming, name, &type, query->address - local->address, query);
	return true;
}

static bool name_on_stack(struct td_naming *naming, uint32_t owner, const struct query *asked, struct td_name *name)
{
	const struct td_thread_info *thread = &naming->channel->threads[owner];
	struct query query = *asked;

	query.stack = naming->stacks[owner] + 1;
	if (query.stack && find_known(naming, &query, name))
		return true;
	if (!query.stack || !name_local(naming, owner, &query, name)) {
		name->root = td_format("%s's stack", naming->labels[owner]);
		name->path = td_format("-0x%llx", (unsigned long long)(thread->stack_high - query.address));
		name->place = thread->stack_high;
	}
	if (query.stack)
		keep_known(naming, &query, name);
	return true;
}

/* The executable's block ends at the thread pointer; those of shared objects are not told apart. */
static bool name_thread_local(struct td_naming *naming, uint32_t owner, const struct query *query, struct td_name *name)
{
	uint64_t address = query->address;
	const struct td_thread_info *thread = &naming->channel->threads[owner];
	const struct td_variable *variable = NULL;
	uint64_t unused, start;
	struct td_image *image = NULL;

	if (naming->channel->module_count)
		image = td_symbols_image(naming->symbols, naming->channel->modules[0].low, &unused);
	start = thread->tls_high - (image ? image->tls_size : 0);
	if (image && address >= start && address < thread->tls_high)
		variable = td_image_thread_local(image, address - start);
	if (variable && name_variable(naming, name, variable, address - start, query)) {
		free(name->scope);
		name->place = start + variable->low;
	} else {
		td_name_clear(name);
		name->root = td_strdup("thread-local");
		name->path = td_format("-0x%llx", (unsigned long long)(thread->tls_high - address));
		name->place = thread->tls_high;
	}
	name->scope = td_format("of %s", naming->labels[owner]);
	name->scope_always = true;
	return true;
}

static bool find_name(struct td_naming *naming, const struct query *query, struct td_name *name)
{
	const struct td_channel *channel = naming->channel;

	*name = (struct td_name){ 0 };
	if (name_in_module(naming, query, name))
		return true;
	for (uint32_t i = 0; i < channel->ended.thread_count && i < TD_MAX_THREADS; i++) {
		const struct td_thread_info *thread = &channel->threads[i];

		if (query->address >= thread->tls_low && query->address < thread->tls_high)
			return name_thread_local(naming, i, query, name);
		if (query->address >= thread->stack_low && query->address < thread->stack_high)
			return name_on_stack(naming, i, query, name);
	}
	return name_in_heap(naming, query, name);
}

static bool is_file_lock(uint64_t address)
{
	return address >= TD_FILE_LOCK_FIRST && address < TD_FILE_LOCK_LAST;
}

static const char *locked_file(const struct td_channel *channel, uint64_t object)
{
	for (uint32_t i = 0; i < channel->locked_file_count && i < TD_MAX_LOCKED_FILES; i++)
		if (channel->locked_files[i].object == object)
			return channel->locked_files[i].name;
	return "a file";
}

static bool name_file_lock(struct td_naming *naming, uint64_t address, struct td_name *name)
{
	uint64_t ranges = address & TD_FILE_LOCK_RANGES;
	const struct td_locked_file *any = naming->channel->locked_files;

	*name = (struct td_name){ .root = td_format("%s of %.*s", ranges ? "the locked range" : "flock", (int)sizeof any->name,
						    locked_file(naming->channel, address - ranges)),
				  .path = td_strdup(""), .place = address };
	return true;
}

bool td_naming_data(struct td_naming *naming, uint64_t address, uint64_t size, struct td_name *name)
{
	if (is_file_lock(address))
		return name_file_lock(naming, address, name);
	if (!size && address & 1) /* the lock of a library, see rt/sync/library_lock.c */
		return td_naming_pointee(naming, address - 1, 0, name);
	return find_name(naming, &(struct query){ .address = address, .size = size, .look = TD_LOOK_PART }, name);
}

/* Where the size is not known, a pointer to the start of something is taken to mean all of it; so is one to the first element
 * of a heap block, which is how C points to arrays. */
bool td_naming_pointee(struct td_naming *naming, uint64_t address, uint64_t size, struct td_name *name)
{
	if (!find_name(naming, &(struct query){ .address = address, .size = size ? size : 1, .look = TD_LOOK_WHOLE }, name))
		return false;
	bool whole = !strcmp(name->path, "[0]") ? strchr(name->root, '#') != NULL : !size && name->path[0] != '[';

	if (address == name->place && whole) {
		free(name->path);
		name->path = td_strdup("");
	}
	return true;
}

bool td_naming_string(struct td_naming *naming, uint64_t address, struct td_name *name)
{
	uint64_t at;
	struct td_image *image = td_symbols_image(naming->symbols, address, &at);
	char *text;

	if (!image || td_image_global(image, at) || td_image_symbol(image, at, false))
		return false;
	text = td_image_string(image, at);
	if (!text)
		return false;
	*name = (struct td_name){ .root = td_format("\"%.*s%s\"", LONGEST_STRING, text, strlen(text) > LONGEST_STRING ? "…" : ""),
				  .path = td_strdup(""), .place = address };
	free(text);
	return true;
}

bool td_naming_code(struct td_naming *naming, uint64_t address, struct td_name *name)
{
	uint64_t at;
	struct td_image *image = td_symbols_image(naming->symbols, address, &at);
	const struct td_elf_symbol *symbol = image ? td_image_symbol(image, at, true) : NULL;

	if (!symbol || at != symbol->low)
		return false;
	*name = (struct td_name){ .root = td_demangle(symbol->name), .path = td_strdup(""), .place = address };
	return true;
}

bool td_naming_thread(struct td_naming *naming, uint64_t handle, struct td_name *name)
{
	const struct td_channel *channel = naming->channel;

	for (uint32_t i = 0; handle && i < channel->ended.thread_count && i < TD_MAX_THREADS; i++)
		if (channel->threads[i].handle == handle) {
			*name = (struct td_name){ .root = td_strdup(naming->labels[i]), .path = td_strdup(""), .place = handle };
			return true;
		}
	return false;
}
