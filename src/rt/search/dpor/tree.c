#include "tree.h"

#include "dependence.h"
#include "search.h"
#include "rt/state.h"
#include "rt/sys.h"

struct tree {
	uint32_t lock;
	struct td_node *root;
};

static struct tree TD_STATE *tree;

void td_tree_setup(void)
{
	tree = td_pool_table(sizeof *tree);
}

void td_tree_reset(void)
{
	*tree = (struct tree){.root = td_pool_take(sizeof *tree->root)};
	tree->root->state = TD_OPEN;
	tree->root->workers = 1;
	tree->root->is_private = 1;
}

struct td_node *td_tree_root(void)
{
	return tree->root;
}

void td_tree_lock(void)
{
	td_spin_lock(&tree->lock);
}

void td_tree_unlock(void)
{
	td_spin_unlock(&tree->lock);
}

struct td_node *td_node_add(struct td_node *parent, uint16_t thread, uint16_t outcome, const struct td_footprint *footprint)
{
	struct td_node *node = td_pool_take(sizeof *node), **list = &parent->first_child;
	node->thread = thread;
	node->outcome = outcome;
	node->untested = 1;
	if (footprint)
		td_footprint_copy(&node->footprint, footprint);
	while (*list)
		list = &(*list)->next;
	return *list = node;
}

static void drop_sleepers(struct td_node *node)
{
	while (node->sleep_set) {
		struct td_sleeper *sleeper = node->sleep_set;
		node->sleep_set = sleeper->next;
		td_footprint_drop(&sleeper->footprint);
		td_pool_give(sleeper, sizeof *sleeper);
	}
	node->sleeping = node->sleeping_single_outcome = 0;
}

static void drop_children(struct td_node *node)
{
	while (node->first_child) {
		struct td_node *child = node->first_child;
		node->first_child = child->next;
		drop_children(child);
		drop_sleepers(child);
		td_footprint_drop(&child->footprint);
		td_pool_give(child, sizeof *child);
	}
}

void td_node_shorten(struct td_node *node)
{
	drop_children(node);
	node->subtree_is_complete = 1;
}

/* Asleep behind a step is what was asleep before it or has been tried there, and does not depend on it. */
static void inherit(struct td_node *child, const struct td_step *step, const struct td_sleeper *from)
{
	if (from->thread == step->thread || td_footprints_depend(&from->footprint, &step->footprint))
		return;
	struct td_sleeper *sleeper = td_pool_take(sizeof *sleeper);
	*sleeper = *from;
	sleeper->is_above_complete |= child->subtree_is_complete;
	td_footprint_copy(&sleeper->footprint, &from->footprint);
	sleeper->next = child->sleep_set;
	child->sleep_set = sleeper;
	child->sleeping |= td_thread_bit(sleeper->thread);
	if (sleeper->outcome_count == 1 && !sleeper->outcome)
		child->sleeping_single_outcome |= td_thread_bit(sleeper->thread);
}

void td_node_test(struct td_node *parent, struct td_node *child, const struct td_step *step)
{
	if (!child->untested)
		return;
	child->untested = 0;
	child->outcome = step->outcome;
	child->outcome_count = step->outcome_count;
	td_footprint_drop(&child->footprint);
	td_footprint_copy(&child->footprint, &step->footprint);
	for (const struct td_sleeper *sleeper = parent->sleep_set; sleeper; sleeper = sleeper->next)
		inherit(child, step, sleeper);
	for (const struct td_node *tried = parent->first_child; tried != child; tried = tried->next)
		inherit(child, step, &(struct td_sleeper){.thread = tried->thread, .outcome = tried->outcome,
							   .outcome_count = tried->outcome_count, .footprint = tried->footprint,
							   .origin = tried});
}

int td_sleep_set_has(const struct td_node *node, const struct td_node *child, uint32_t thread, uint32_t outcome)
{
	uint32_t found = 0, of = 1;
	if (node->sleeping_single_outcome & td_thread_bit(thread) && thread < TD_SEARCH_THREADS && (outcome == 0 || outcome == TD_ANY_OUTCOME))
		return 1;
	const struct td_sleeper *asleep = node->sleeping & td_thread_bit(thread) ? node->sleep_set : NULL;
	for (const struct td_sleeper *sleeper = asleep; sleeper; sleeper = sleeper->next)
		if (sleeper->thread == thread && (outcome == TD_ANY_OUTCOME || sleeper->outcome == outcome)) {
			found++;
			of = sleeper->outcome_count;
		}
	for (const struct td_node *tried = node->first_child; tried && tried != child; tried = tried->next)
		if (tried->thread == thread && !tried->untested && (outcome == TD_ANY_OUTCOME || tried->outcome == outcome)) {
			found++;
			of = tried->outcome_count;
		}
	return outcome == TD_ANY_OUTCOME ? found >= of : found > 0;
}

/* One after the other, so that it is known what those before touch. */
struct td_node *td_node_waiting(const struct td_node *node)
{
	for (struct td_node *child = node->first_child; child; child = child->next) {
		if (child->state == TD_WAITING)
			return child;
		if (child->untested)
			return NULL;
	}
	return NULL;
}

uint32_t td_node_count_waiting(const struct td_node *node)
{
	uint32_t count = 0;
	for (const struct td_node *child = node->first_child; child; child = child->next)
		count += child->state == TD_WAITING;
	return count;
}

static int can_close(const struct td_node *node)
{
	if (node->state != TD_OPEN || node->untested)
		return 0;
	for (const struct td_node *child = node->first_child; child; child = child->next)
		if (child->state != TD_DONE)
			return 0;
	for (const struct td_sleeper *sleeper = node->sleep_set; sleeper; sleeper = sleeper->next)
		if (sleeper->origin->state != TD_DONE)
			return 0;
	return 1;
}

void td_node_abandon(struct td_node *node)
{
	drop_children(node);
	drop_sleepers(node);
	node->state = TD_DONE;
	node->untested = 0;
	node->outcome_count = 1;
}

int td_node_close(struct td_node *node)
{
	if (!can_close(node))
		return 0;
	drop_children(node);
	drop_sleepers(node);
	node->state = TD_DONE;
	return 1;
}

/* Where others may look for work: open, executed, and not private to a worker. */
static int is_public(const struct td_node *node)
{
	return node->state == TD_OPEN && !node->untested && !node->is_private;
}

uint32_t td_tree_find_waiting(struct td_node **way, uint32_t room)
{
	struct td_node *node = tree->root, *child = node->is_private ? NULL : node->first_child;
	uint32_t depth = 0;
	for (;;) {
		if (child && child == td_node_waiting(node)) {
			way[depth] = child;
			return depth + 1;
		}
		if (child && is_public(child) && depth + 1 < room) {
			way[depth++] = node = child;
			child = node->first_child;
			continue;
		}
		if (child) {
			child = child->next;
			continue;
		}
		if (!depth)
			return 0;
		child = way[--depth];
		node = depth ? way[depth - 1] : tree->root;
		if (!child->workers)
			td_node_close(child);
		child = child->next;
	}
}
