#include "checkpoint.h"

#include "prepare.h"
#include "trace/codec.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

static const char magic[8] = { 'T', 'R', 'E', 'A', 'D', 'L', 'E', 'C' };

enum { VERSION = 2, LEVEL = 1, PAGE = 4096 };

static uint64_t hash_text(const char *text, uint64_t seed)
{
	return td_hash_bytes(text, strlen(text) + 1, seed);
}

/* Of everything that makes this search what it is. */
static uint64_t identity_of(const struct td_explorer *self)
{
	struct td_job job = self->job;
	uint64_t hash = td_hash_file(self->command->program) + TD_CHANNEL_VERSION + sizeof(struct td_channel);

	for (char *const *line = self->command->locks; line && *line; line++)
		hash = hash_text(*line, hash);
	for (char **word = self->command->argv; *word; word++)
		hash = hash_text(*word, hash);
	if (self->command->input)
		hash = td_hash_bytes(self->command->input, self->command->input_size, hash);
	job.first = job.count = job.isolate = job.restart = job.from_start = 0;
	hash = td_hash_bytes(&job, offsetof(struct td_job, by_reads_from) + 1,
			     hash); /* what lies behind it is not initialised */
	return hash + self->session->channel->workers;
}

static void code_counts(struct td_codec *codec, struct td_explorer *self)
{
	struct td_summary *summary = self->summary;
	uint64_t *numbers[] = {&self->next,         &self->search_first, &self->bound_first, &summary->executions,
			       &summary->findings,  &summary->cut,       &summary->assumed,  &summary->unconfirmed,
			       &summary->discarded, &summary->wasted,    &summary->stood,    &summary->events,
			       &summary->switches,  &summary->races,     &summary->confirmed};

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		td_code_u64(codec, numbers[i]);
	td_code_u32(codec, &self->job.isolate);
	td_code_u32(codec, &summary->cuts.why);
	for (int i = 0; i < TD_CUTS; i++)
		td_code_u64(codec, &summary->cuts.pc[i]);
}

static void code_findings(struct td_codec *codec, struct td_findings *findings)
{
	uint32_t count = (uint32_t)findings->count;

	findings->items = td_code_array(codec, findings->items, &count, sizeof *findings->items, 16, UINT32_MAX);
	for (uint32_t i = 0; i < count; i++) {
		td_code_u64(codec, &findings->items[i].key);
		td_code_int(codec, &findings->items[i].tries);
		td_code_int(codec, &findings->items[i].confirmed);
	}
	findings->count = findings->room = count;
}

static void code_classes(struct td_codec *codec, struct td_classes *classes)
{
	struct td_class_list list = codec->writing ? td_classes_list(classes) : (struct td_class_list){ 0 };
	uint32_t count = (uint32_t)list.count;

	list.items = td_code_array(codec, list.items, &count, sizeof *list.items, 12, UINT32_MAX);
	for (uint32_t i = 0; i < count; i++) {
		td_code_u64(codec, &list.items[i].fingerprint);
		td_code_u32(codec, &list.items[i].times);
		if (!codec->writing && !codec->bad)
			td_classes_add(classes, list.items[i].fingerprint, list.items[i].times);
	}
	free(list.items);
}

/* What executions have shown of the program; a search that learns of some of it begins anew. */
static void code_learned(struct td_codec *codec, struct td_channel *channel)
{
	uint32_t *facts[] = {&channel->could_race, &channel->unprotected, &channel->alike,
			     &channel->asymmetric, &channel->waited,      &channel->weak_count};

	for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
		td_code_u32(codec, facts[i]);
	td_code_u64(codec, &channel->unprotected_pc);
	td_code_u64(codec, &channel->asymmetric_pc);
	td_code_bytes(codec, channel->weak_atomics, sizeof channel->weak_atomics);
}

static void code_channel(struct td_codec *codec, struct td_channel *channel)
{
	code_learned(codec, channel);
	td_code_count(codec, &channel->range_count, sizeof *channel->ranges, TD_MAX_RANGES);
	td_code_bytes(codec, channel->ranges, channel->range_count * sizeof *channel->ranges);
	td_code_count(codec, &channel->path_length, sizeof *channel->path, TD_MAX_SEGMENTS);
	td_code_bytes(codec, channel->path, channel->path_length * sizeof *channel->path);
	td_code_u64(codec, &channel->done.longest);
}

/* Page by page, those that are there: its place, then its bytes; a place beyond the end ends the list. */
static void write_memory(struct td_codec *codec, int fd)
{
	uint8_t page[PAGE];
	uint64_t end = TD_SEARCH_SIZE;
	off_t base = (off_t)TD_SEARCH_OFFSET, at = base, hole;

	while ((at = lseek(fd, at, SEEK_DATA)) >= 0 && (hole = lseek(fd, at, SEEK_HOLE)) > at) {
		for (; at < hole; at += PAGE) {
			uint64_t place = (uint64_t)(at - base);

			if (pread(fd, page, sizeof page, at) != PAGE)
				die("cannot read the memory of the search: %s", strerror(errno));
			td_code_u64(codec, &place);
			td_code_bytes(codec, page, sizeof page);
		}
	}
	td_code_u64(codec, &end);
}

static void read_memory(struct td_codec *codec, int fd)
{
	uint8_t page[PAGE];
	uint64_t place = 0;

	for (;;) {
		td_code_u64(codec, &place);
		if (codec->bad || place >= TD_SEARCH_SIZE)
			return;
		td_code_bytes(codec, page, sizeof page);
		if (place % PAGE || pwrite(fd, page, sizeof page, (off_t)(TD_SEARCH_OFFSET + place)) != PAGE)
			codec->bad = true;
	}
}

static void code_state(struct td_codec *codec, struct td_explorer *self)
{
	code_counts(codec, self);
	code_findings(codec, &self->findings);
	code_classes(codec, &self->classes);
	code_channel(codec, self->session->channel);
	if (codec->writing)
		write_memory(codec, self->session->channel_fd);
	else
		read_memory(codec, self->session->channel_fd);
}

static int write_file(FILE *file, const struct td_codec *body, uint64_t identity)
{
	size_t room = ZSTD_compressBound(body->size);
	void *packed = td_alloc(room);
	size_t size = ZSTD_compress(packed, room, body->bytes, body->size, LEVEL);
	uint64_t head[4] = { VERSION, identity, body->size, td_hash_bytes(body->bytes, body->size, 0) };

	if (ZSTD_isError(size))
		BUG("zstd: %s", ZSTD_getErrorName(size));
	fwrite(magic, sizeof magic, 1, file);
	fwrite(head, sizeof head, 1, file);
	fwrite(packed, size, 1, file);
	free(packed);
	return fflush(file) || ferror(file) || fsync(fileno(file));
}

int td_checkpoint_save(struct td_explorer *self, const char *path)
{
	char *temporary = td_format("%s.new", path);
	struct td_codec body = { .writing = true };
	FILE *file;
	int bad;

	code_state(&body, self);
	file = fopen(temporary, "w");
	bad = !file || write_file(file, &body, identity_of(self));
	if (file)
		bad |= fclose(file) != 0;
	bad = bad || rename(temporary, path);
	if (bad) {
		error("%s: cannot write the checkpoint: %s", path, strerror(errno));
		unlink(temporary);
	}
	free(body.bytes);
	free(temporary);
	return bad ? -1 : 0;
}

static char *read_whole(const char *path, size_t *size)
{
	FILE *file = fopen(path, "r");
	struct stat status;
	char *bytes;

	if (!file)
		return NULL;
	if (fstat(fileno(file), &status) || !S_ISREG(status.st_mode))
		die("%s: not a checkpoint of Treadle", path);
	bytes = td_alloc((size_t)status.st_size + 1);
	*size = fread(bytes, 1, (size_t)status.st_size, file);
	fclose(file);
	return bytes;
}

/* Better now than after hours. */
static void refuse_unwritable(const char *path)
{
	char *temporary = td_format("%s.new", path);
	FILE *file = fopen(temporary, "w");

	if (!file)
		die("%s: cannot write a checkpoint there: %s", path, strerror(errno));
	fclose(file);
	unlink(temporary);
	free(temporary);
}

int td_checkpoint_load(struct td_explorer *self, const char *path)
{
	size_t size = 0, got;
	char *bytes = read_whole(path, &size);
	uint64_t head[4];
	struct td_codec body = { 0 };

	if (!bytes && errno == ENOENT) {
		refuse_unwritable(path);
		return 0;
	}
	if (!bytes)
		die("%s: %s", path, strerror(errno));
	if (size < sizeof magic + sizeof head || memcmp(bytes, magic, sizeof magic))
		die("%s: not a checkpoint of Treadle", path);
	memcpy(head, bytes + sizeof magic, sizeof head);
	if (head[0] != VERSION)
		die("%s: a checkpoint of another version of Treadle", path);
	if (head[1] != identity_of(self))
		die("%s: a checkpoint of another program, or with other arguments or options; remove it to begin anew",
		    path);
	body.bytes = td_alloc(head[2]);
	got = ZSTD_decompress(body.bytes, head[2], bytes + sizeof magic + sizeof head,
			      size - sizeof magic - sizeof head);
	body.size = head[2];
	if (ZSTD_isError(got) || got != head[2] || td_hash_bytes(body.bytes, got, 0) != head[3])
		die("%s: damaged", path);
	code_state(&body, self);
	if (body.bad)
		die("%s: damaged: its contents make no sense", path);
	self->ranges = td_ranges_hash(self->session->channel);
	free(body.bytes);
	free(bytes);
	return 1;
}
