/* The nodes of a search, and the sleep set at each.
 *
 * A node is done when all its children are, and when the subtree of each step in its sleep set is done as well: until
 * then another worker may still find a race reversal that belongs below it.  With one worker the two are the same.
 *
 * The caller must hold the lock to look at children that are not private. */
#ifndef TD_RT_TREE_H
#define TD_RT_TREE_H

#include "search.h"

void td_tree_setup(void);
void td_tree_reset(void);
struct td_node *td_tree_root(void);
void td_tree_lock(void);
void td_tree_unlock(void);

/* A new last child. */
struct td_node *td_node_add(struct td_node *parent, uint16_t thread, uint16_t outcome, const struct td_footprint *footprint);

/* The step to the child has been executed: what is asleep behind it follows. */
void td_node_test(struct td_node *parent, struct td_node *child, const struct td_step *step);

/* Is the thread's step asleep when this child is tried, with this outcome?  TD_ANY_OUTCOME: with every outcome.  A child that
 * is NULL comes after all others. */
int td_sleep_set_has(const struct td_node *node, const struct td_node *child, uint32_t thread, uint32_t outcome);

/* The first child that can be tried now, or NULL. */
struct td_node *td_node_waiting(const struct td_node *node);

uint32_t td_node_count_waiting(const struct td_node *node);

/* The step to this node cannot be taken: there is nothing to explore. */
void td_node_abandon(struct td_node *node);
void td_node_shorten(struct td_node *node); /* one that waits: what is stored behind it is found again below it */

/* Returns whether the node is done now. */
int td_node_close(struct td_node *node);

/* The way from the root to a node that waits, as children; 0: none can be tried now.  Closes what it can. */
uint32_t td_tree_find_waiting(struct td_node **way, uint32_t room);

#endif
