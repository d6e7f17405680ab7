/* How the world behaves in a run.  Each third run draws all of it anew; the others take what has brought most threads so far, or
 * has come to code that no run had come to, and change some of it, so that what takes several things to come together is found one
 * after the other. */
#include "world.h"

struct habits judge_habits;
struct outcome *judge_outcome;
static unsigned long state;

unsigned judge_below(unsigned n)
{
	state = state * 6364136223846793005UL + 1442695040888963407UL;
	return (unsigned)(state >> 33) % n;
}

static struct answer some_answer(void)
{
	static const long values[] = { -1, 0, 1, 2, 5, 'n', 'q', 'r' };
	static const enum answering kinds[] = { VARYING, MOSTLY, FIXED, FIXED };
	return (struct answer){ kinds[judge_below(4)], values[judge_below(sizeof values / sizeof values[0])] };
}

/* Each with that chance. */
static void draw_order(struct habits *habits, unsigned chance)
{
	int *const habit[] = { &habits->pausing, &habits->thread_pausing, &habits->lingering, &habits->order, &habits->main_first,
			       &habits->backwards, &habits->meddling, &habits->failing, &habits->by_site, &habits->sharing, &habits->block };
	static const unsigned kinds[] = { 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 6 };
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (judge_below(chance) == 0)
			*habit[i] = (int)judge_below(kinds[i]);
}

static void draw_all(struct habits *habits)
{
	habits->seed = judge_below(1U << 30);
	draw_order(habits, 1);
	for (int i = 0; i < SITES; i++)
		habits->answers[i] = some_answer();
}

static void change_some(struct habits *habits)
{
	unsigned few = 2U << judge_below(4);
	if (judge_below(8) == 0)
		habits->seed = judge_below(1U << 30);
	draw_order(habits, 8);
	for (int i = 0; i < SITES; i++)
		if (judge_below(few) == 0)
			habits->answers[i] = some_answer();
}

static const struct habits *some_kept(void)
{
	int kept = judge_outcome->kept_count < KEPT ? judge_outcome->kept_count : KEPT;
	return kept && judge_below(4) == 0 ? &judge_outcome->kept[judge_below((unsigned)kept)] : &judge_outcome->best;
}

void judge_draw_habits(unsigned long number)
{
	state = number * 2654435761UL + 1;
	judge_below(2);
	judge_habits = *some_kept();
	if (number % 3 > 0 && judge_outcome->best_score > 0)
		change_some(&judge_habits);
	else
		draw_all(&judge_habits);
	state = judge_habits.seed;
}

void judge_keep_habits(long score, int is_new)
{
	if (is_new)
		judge_outcome->kept[judge_outcome->kept_count++ % KEPT] = judge_habits;
	if (score < judge_outcome->best_score)
		return;
	judge_outcome->best_score = score;
	judge_outcome->best = judge_habits;
}

/* What is answered varies with the run's seed alone, unlike what is changed in between. */
long judge_any_answer(void)
{
	return some_answer().value;
}
