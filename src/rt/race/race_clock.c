#include "race_clock.h"

#include "rt/state.h"
#include "rt/sys.h"

enum { ARENA = 1 << 24 /* numbers */, SYNCS = 1 << 18, MOST_SYNCS = SYNCS / 4 * 3, SMALLEST = 8,
       MOST_KEPT = 1 << 20, MOST_SHARES = 1 << 18 };

static uint32_t TD_STATE *arena;
static uint32_t TD_EXECUTION arena_top;
static struct td_sync TD_STATE *syncs;
static uint32_t TD_STATE *in_use;         /* places in the table, in the order in which they were taken */
static uint32_t TD_EXECUTION sync_count;
static uint32_t TD_STATE syncs_at_most;   /* in this execution, also before it went back to a mark */
static uint32_t TD_STATE epoch;
static uint8_t TD_EXECUTION full;
static struct td_knowledge TD_STATE *knowledge;
static uint32_t TD_STATE *knowledge_epochs;
static uint32_t TD_STATE threads_at_most; /* have knowledge, also from before it went back */
static struct td_sync TD_STATE spare;
static struct td_clock TD_STATE *kept;
static uint32_t TD_EXECUTION kept_count;
static struct td_share TD_STATE *shares;
static uint32_t TD_EXECUTION share_count;
static struct td_share TD_STATE spare_share;

void td_clocks_setup(void)
{
	arena = td_map(ARENA * sizeof *arena);
	syncs = td_map(SYNCS * sizeof *syncs);
	in_use = td_map(MOST_SYNCS * sizeof *in_use);
	knowledge = td_map(TD_MAX_THREADS * sizeof *knowledge);
	knowledge_epochs = td_map(TD_MAX_THREADS * sizeof *knowledge_epochs);
	kept = td_map(MOST_KEPT * sizeof *kept);
	shares = td_map(MOST_SHARES * sizeof *shares);
}

void td_clocks_reset(void)
{
	epoch++;
	arena_top = sync_count = syncs_at_most = kept_count = share_count = 0;
	full = 0;
}

void td_clocks_mark(void)
{
	td_mark_keep(arena, arena_top * sizeof *arena);
	td_mark_keep(kept, kept_count * sizeof *kept);
	td_mark_keep(shares, share_count * sizeof *shares);
	td_mark_keep(knowledge, td_fiber_count * sizeof *knowledge);
	td_mark_keep(knowledge_epochs, td_fiber_count * sizeof *knowledge_epochs);
	for (uint32_t i = 0; i < sync_count; i++)
		td_mark_keep(&syncs[in_use[i]], sizeof *syncs);
}

/* A thread that has come since has no number yet. */
void td_clocks_back(void)
{
	while (syncs_at_most > sync_count)
		syncs[in_use[--syncs_at_most]].epoch = 0;
	while (threads_at_most > td_fiber_count)
		knowledge_epochs[--threads_at_most] = 0;
}

int td_clocks_are_full(void)
{
	return full;
}

static void make_room(struct td_clock *clock, uint32_t count)
{
	uint32_t room = clock->room ? clock->room : SMALLEST;
	while (room < count)
		room *= 2;
	if (room == clock->room)
		return;
	if (room > ARENA - arena_top) {
		full = 1;
		arena_top = 0; /* what is written over is not looked at any more */
	}
	uint32_t *at = &arena[arena_top];
	arena_top += room;
	if (clock->count)
		td_plain_copy(at, clock->at, clock->count * sizeof *at);
	clock->at = at;
	clock->room = room;
}

static void lengthen(struct td_clock *clock, uint32_t count)
{
	if (count <= clock->count)
		return;
	make_room(clock, count);
	for (uint32_t i = clock->count; i < count; i++)
		clock->at[i] = 0;
	clock->count = count;
}

void td_clock_join(struct td_clock *to, const struct td_clock *from)
{
	lengthen(to, from->count);
	for (uint32_t i = 0; i < from->count; i++)
		if (from->at[i] > to->at[i])
			to->at[i] = from->at[i];
}

int td_clock_has(const struct td_clock *clock, const struct td_clock *other)
{
	for (uint32_t i = 0; i < other->count; i++)
		if (other->at[i] > td_clock_of(clock, i))
			return 0;
	return 1;
}

void td_clock_copy(struct td_clock *to, const struct td_clock *from)
{
	make_room(to, from->count);
	for (uint32_t i = 0; i < from->count; i++)
		to->at[i] = from->at[i];
	to->count = from->count;
}

struct td_knowledge *td_knowledge(uint32_t thread)
{
	struct td_knowledge *self = &knowledge[thread];
	if (likely(knowledge_epochs[thread] == epoch))
		return self;
	knowledge_epochs[thread] = epoch;
	threads_at_most = thread < threads_at_most ? threads_at_most : thread + 1;
	*self = (struct td_knowledge){0};
	lengthen(&self->now, thread + 1);
	self->now.at[thread] = 1;
	return self;
}

void td_clock_tick(uint32_t thread)
{
	td_knowledge(thread)->now.at[thread]++;
}

static struct td_sync *slot_of(uint64_t address)
{
	uint32_t i = (uint32_t)((address * 0x9e3779b97f4a7c15ull) >> 46);
	while (syncs[i].epoch == epoch && syncs[i].address != address)
		i = (i + 1) % SYNCS;
	return &syncs[i];
}

struct td_sync *td_sync(uint64_t address)
{
	struct td_sync *self = slot_of(address);
	if (likely(self->epoch == epoch))
		return self;
	if (sync_count == MOST_SYNCS) {
		full = 1;
		return &spare;
	}
	in_use[sync_count++] = (uint32_t)(self - syncs);
	syncs_at_most = sync_count;
	*self = (struct td_sync){.address = address, .epoch = epoch};
	return self;
}

static struct td_share *find_share(const struct td_sync *sync, uint32_t thread)
{
	struct td_share *share = sync->shares;
	while (share && share->thread != thread)
		share = share->next;
	return share;
}

struct td_share *td_sync_share(struct td_sync *sync, uint32_t thread)
{
	struct td_share *share = find_share(sync, thread);
	if (share)
		return share;
	if (share_count == MOST_SHARES) {
		full = 1;
		return &spare_share;
	}
	share = &shares[share_count++];
	*share = (struct td_share){.thread = thread, .next = sync->shares};
	return sync->shares = share;
}

void td_sync_keep_share(struct td_sync *sync, uint32_t thread)
{
	struct td_share *share = find_share(sync, thread);
	sync->released.count = 0;
	sync->shares = share;
	if (!share)
		return;
	share->next = NULL;
	td_clock_join(&sync->released, &share->clock);
}

void td_sync_forget(uint64_t address)
{
	struct td_sync *self = slot_of(address);
	if (self->epoch == epoch)
		*self = (struct td_sync){.address = address, .epoch = epoch};
}

uint32_t td_clock_keep(const struct td_clock *clock)
{
	if (kept_count == MOST_KEPT) {
		full = 1;
		return 0;
	}
	kept[kept_count] = (struct td_clock){0};
	td_clock_copy(&kept[kept_count], clock);
	return ++kept_count;
}

const struct td_clock *td_clock_kept(uint32_t number)
{
	static const struct td_clock none;
	return number && number <= kept_count ? &kept[number - 1] : &none;
}
