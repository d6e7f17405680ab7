#include "dead.h"

#include "machine.h"
#include "rt/sys.h"

enum { MOST = 2048, HEADS = 1 << 13, KEPT = 1 << 10, RSP = 4, RBP = 5, RDI = 7, PRESERVED = 1 << 3 | 1 << 12 | 1 << 13 | 1 << 14 | 1 << 15, NOWHERE = 0xffff };

struct live {
	uint64_t bytes[TD_DEAD_BYTES / 64];
	uint16_t registers;
};

struct place {
	const uint8_t *code;
	struct td_instruction does;
	struct live live;        /* before it */
	uint16_t next, target;   /* NOWHERE if there is none */
};

static struct place TD_STATE places[MOST];
static uint32_t TD_STATE place_count;
static uint16_t TD_STATE heads[HEADS];      /* place + 1, by its address */
static struct td_dead TD_STATE kept[KEPT], last;

void __tsan_read1(void *), __tsan_read2(void *), __tsan_read4(void *), __tsan_read8(void *), __tsan_read16(void *);
void __tsan_write1(void *), __tsan_write2(void *), __tsan_write4(void *), __tsan_write8(void *), __tsan_write16(void *);

/* They look at addresses, not at what is there. */
static int is_hook(const uint8_t *function)
{
	static void (*const hooks[])(void *) = {__tsan_read1, __tsan_read2, __tsan_read4, __tsan_read8, __tsan_read16,
						__tsan_write1, __tsan_write2, __tsan_write4, __tsan_write8, __tsan_write16};
	for (unsigned i = 0; i < sizeof hooks / sizeof *hooks; i++)
		if ((const uint8_t *)hooks[i] == function)
			return 1;
	return 0;
}

static uint16_t *head_of(const uint8_t *code)
{
	uint32_t slot = (uint32_t)(((uint64_t)code * 0x9e3779b97f4a7c15ull) >> 51);
	while (heads[slot] && places[heads[slot] - 1].code != code)
		slot = (slot + 1) % HEADS;
	return &heads[slot];
}

/* NOWHERE: there are too many. */
static uint16_t place_of(const uint8_t *code)
{
	uint16_t *head = head_of(code);
	if (*head)
		return (uint16_t)(*head - 1);
	if (place_count == MOST)
		return NOWHERE;
	places[place_count] = (struct place){.code = code, .next = NOWHERE, .target = NOWHERE};
	*head = (uint16_t)(place_count + 1);
	return (uint16_t)place_count++;
}

static int follow(const uint8_t *code, uint16_t *to)
{
	*to = place_of(code);
	return *to != NOWHERE;
}

/* Memory below all variables may be found through the stack pointer, unless that is only moved. */
static int uses_stack_pointer(const struct place *place)
{
	const uint8_t *code = place->code + ((*place->code & 0xf0) == 0x40);
	const struct td_instruction *does = &place->does;
	return does->reads >> RSP & 1 && *code != 0x81 && *code != 0x83 && !(does->copies_from == RSP && does->copies_to == RBP);
}

/* Everything that can be come to from the function's beginning. */
static int read_all(const uint8_t *start)
{
	td_plain_set(heads, 0, sizeof heads);
	place_count = 0;
	place_of(start);
	for (uint32_t i = 0; i < place_count; i++) {
		struct place *place = &places[i];
		struct td_instruction *does = &place->does;
		if (!td_instruction_read(place->code, does) || uses_stack_pointer(place))
			return 0;
		int goes_on = does->flow != TD_FLOW_JUMP && does->flow != TD_FLOW_RETURN;
		int jumps = does->flow == TD_FLOW_JUMP || does->flow == TD_FLOW_BRANCH;
		if ((goes_on && !follow(place->code + does->length, &place->next)) || (jumps && !follow(does->target, &place->target)))
			return 0;
	}
	return 1;
}

static void add_bytes(struct live *live, int32_t from, uint32_t size)
{
	for (uint32_t i = 0; i < size; i++) {
		int64_t below = -((int64_t)from + i);
		if (below > 0 && below <= TD_DEAD_BYTES)
			live->bytes[(below - 1) / 64] |= 1ull << (below - 1) % 64;
	}
}

static void drop_bytes(struct live *live, int32_t from, uint32_t size)
{
	for (uint32_t i = 0; i < size; i++) {
		int64_t below = -((int64_t)from + i);
		if (below > 0 && below <= TD_DEAD_BYTES)
			live->bytes[(below - 1) / 64] &= ~(1ull << (below - 1) % 64);
	}
}

static void join(struct live *into, const struct live *from)
{
	for (unsigned i = 0; i < TD_DEAD_BYTES / 64; i++)
		into->bytes[i] |= from->bytes[i];
	into->registers |= from->registers;
}

static int is_same(const struct live *a, const struct live *b)
{
	for (unsigned i = 0; i < TD_DEAD_BYTES / 64; i++)
		if (a->bytes[i] != b->bytes[i])
			return 0;
	return a->registers == b->registers;
}

/* The address goes to a hook and nowhere else: a call leaves nothing of the registers that it is in. */
static int is_for_hook(const struct place *place)
{
	unsigned in = place->does.address_in;
	const struct place *next = &places[place->next];
	if (in > RDI || PRESERVED >> in & 1)
		return 0;
	if (next->does.copies_from == (int)in && next->does.copies_to == RDI)
		next = &places[next->next];
	else if (in != RDI)
		return 0;
	return next->does.flow == TD_FLOW_CALL && is_hook(next->does.target);
}

/* The frame pointer itself is where it points to. */
static int is_push(const uint8_t *code)
{
	return ((*code & 0xf8) == 0x50 && *code != 0x55) || ((*code & 0xf0) == 0x40 && (code[1] & 0xf8) == 0x50);
}

/* What anybody may read at any time: variables from one whose address is taken upwards, and where registers are kept that are popped at
 * the end. */
static struct live always_live(void)
{
	struct live live = {.registers = 0};
	uint32_t pushes = 0;
	for (uint32_t i = 0; i < place_count; i++) {
		const struct td_instruction *does = &places[i].does;
		pushes += is_push(places[i].code);
		if (does->takes_address && does->address_in != RSP && does->at < 0 && !is_for_hook(&places[i]))
			add_bytes(&live, does->at, (uint32_t)-(int64_t)does->at);
	}
	add_bytes(&live, -8 * (int32_t)pushes, 8 * pushes);
	return live;
}

static struct live live_before(const struct place *place, const struct live *always)
{
	const struct td_instruction *does = &place->does;
	struct live live = {.registers = does->flow == TD_FLOW_RETURN ? PRESERVED : 0};
	if (place->next != NOWHERE)
		join(&live, &places[place->next].live);
	if (place->target != NOWHERE)
		join(&live, &places[place->target].live);
	live.registers &= (uint16_t)~does->writes;
	live.registers |= does->reads & PRESERVED;
	if (does->writes_frame)
		drop_bytes(&live, does->at, does->size);
	if (does->reads_frame)
		add_bytes(&live, does->at, does->size);
	join(&live, always);
	return live;
}

static void find_live(void)
{
	struct live always = always_live();
	for (int has_changed = 1; has_changed;) {
		has_changed = 0;
		for (uint32_t i = place_count; i-- > 0;) {
			struct live live = live_before(&places[i], &always);
			has_changed |= !is_same(&live, &places[i].live);
			places[i].live = live;
		}
	}
}

static const uint8_t *has_frame_pointer(const uint8_t *start)
{
	static const uint8_t landing[] = {0xf3, 0x0f, 0x1e, 0xfa}, frame[] = {0x55, 0x48, 0x89, 0xe5};
	start += td_plain_compare(start, landing, sizeof landing) ? 0 : sizeof landing;
	return td_plain_compare(start, frame, sizeof frame) ? NULL : start;
}

static void analyse(struct td_dead *self, uint64_t ip, const uint8_t *start)
{
	*self = (struct td_dead){.ip = ip};
	if (!has_frame_pointer(start) || !read_all(start) || !*head_of((const uint8_t *)ip))
		return;
	find_live();
	const struct live *live = &places[*head_of((const uint8_t *)ip) - 1].live;
	for (unsigned i = 0; i < TD_DEAD_BYTES / 64; i++)
		self->bytes[i] = ~live->bytes[i];
	self->registers = PRESERVED & (uint16_t)~live->registers;
}

const struct td_dead *td_dead_at(uint64_t ip, uint64_t start)
{
	uint32_t slot = (uint32_t)((ip * 0x9e3779b97f4a7c15ull) >> 54);
	if (!start)
		return NULL;
	for (uint32_t i = 0; i < KEPT / 2; i++, slot = (slot + 1) % KEPT) {
		if (kept[slot].ip == ip)
			return &kept[slot];
		if (kept[slot].ip)
			continue;
		analyse(&kept[slot], ip, (const uint8_t *)start);
		return &kept[slot];
	}
	analyse(&last, ip, (const uint8_t *)start);
	return &last;
}
