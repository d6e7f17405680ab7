#include "race_clock.h"

#include "host.h"

enum { ARENA = 1 << 24 /* numbers */, SYNCS = 1 << 18, MOST_SYNCS = SYNCS / 4 * 3, SMALLEST = 8,
       MOST_KEPT = 1 << 20, MOST_SHARES = 1 << 18 };

static uint32_t TD_STATE *arena;
static uint32_t TD_STATE arena_top;
static struct td_sync TD_STATE *syncs;
static uint32_t TD_STATE sync_count;
static uint32_t TD_STATE epoch;
static uint8_t TD_STATE full;
static struct td_knowledge TD_STATE *knowledge;
static uint32_t TD_STATE *knowledge_epochs;
static struct td_sync TD_STATE spare;
static struct td_clock TD_STATE *kept;
static uint32_t TD_STATE kept_count;
static struct td_share TD_STATE *shares;
static uint32_t TD_STATE share_count;
static struct td_share TD_STATE spare_share;

void td_clocks_setup(void)
{
	arena = td_map(ARENA * sizeof *arena);
	syncs = td_map(SYNCS * sizeof *syncs);
	knowledge = td_map(TD_MAX_THREADS * sizeof *knowledge);
	knowledge_epochs = td_map(TD_MAX_THREADS * sizeof *knowledge_epochs);
	kept = td_map(MOST_KEPT * sizeof *kept);
	shares = td_map(MOST_SHARES * sizeof *shares);
}

void td_clocks_reset(void)
{
	epoch++;
	arena_top = sync_count = kept_count = share_count = 0;
	full = 0;
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
	sync_count++;
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
