/* Traces on disk: see trd.h for the format. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "trd.h"

static const uint8_t magic[8] = { 0x89, 'T', 'R', 'D', '\r', '\n', 0x1a, '\n' };

enum { VERSION = 8, PACKED_NOT = 0, PACKED_ZSTD = 1, LEVEL = 6, HEAD = 32, TAIL = 8 };

#define LARGEST_BODY (1ull << 30)

static struct td_codec pack(const struct td_trace *trace)
{
	struct td_codec body = td_trd_encode(trace), file = { .writing = true };
	size_t room = ZSTD_compressBound(body.size);
	void *packed = td_alloc(room);
	size_t size = ZSTD_compress(packed, room, body.bytes, body.size, LEVEL);
	uint32_t version = VERSION, packing = PACKED_ZSTD;
	uint64_t whole = body.size, stored, checksum;

	if (ZSTD_isError(size))
		BUG("zstd: %s", ZSTD_getErrorName(size));
	stored = size;
	td_code_bytes(&file, (void *)magic, sizeof magic);
	td_code_u32(&file, &version);
	td_code_u32(&file, &packing);
	td_code_u64(&file, &whole);
	td_code_u64(&file, &stored);
	td_code_bytes(&file, packed, size);
	checksum = td_hash_bytes(file.bytes, file.size, 0);
	td_code_u64(&file, &checksum);
	free(packed);
	free(body.bytes);
	return file;
}

static int write_all(int fd, const uint8_t *bytes, size_t size)
{
	while (size) {
		ssize_t done = write(fd, bytes, size);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return -1;
		bytes += done;
		size -= done;
	}
	return 0;
}

/* link() gives the file its name only if nothing else has it; not every file system can, so the fallback asks the kernel to
 * rename without replacing. */
static int give_name(const char *temporary, const char *path)
{
	if (link(temporary, path) == 0)
		return unlink(temporary);
	if (errno == EEXIST)
		return -1;
	return renameat2(AT_FDCWD, temporary, AT_FDCWD, path, RENAME_NOREPLACE);
}

int td_trace_write(const struct td_trace *trace, const char *path)
{
	struct td_codec file = pack(trace);
	char *temporary = td_format("%s.XXXXXX", path);
	int fd = mkstemp(temporary), result = -1;
	mode_t mask = umask(0);

	umask(mask);
	if (fd < 0) {
		error("%s: cannot write: %s", path, strerror(errno));
	} else if (fchmod(fd, 0666 & ~mask) || write_all(fd, file.bytes, file.size) || fsync(fd)) {
		error("%s: cannot write: %s", path, strerror(errno));
		unlink(temporary);
	} else if (give_name(temporary, path)) {
		error("%s: %s", path, errno == EEXIST ? "is there already; not overwritten" : strerror(errno));
		unlink(temporary);
	} else {
		result = 0;
	}
	if (fd >= 0)
		close(fd);
	free(temporary);
	free(file.bytes);
	return result;
}

static int read_all(const char *path, struct td_codec *file)
{
	struct stat status;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0)
		return error("%s: %s", path, strerror(errno));
	if (fstat(fd, &status) || !S_ISREG(status.st_mode) || (uint64_t)status.st_size > LARGEST_BODY) {
		close(fd);
		return error("%s: not a Treadle trace", path);
	}
	file->bytes = td_alloc(status.st_size);
	while (file->size < (size_t)status.st_size) {
		ssize_t got = read(fd, file->bytes + file->size, status.st_size - file->size);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		file->size += got;
	}
	close(fd);
	return 0;
}

struct head {
	uint32_t version, packing;
	uint64_t whole, stored;
};

/* What can be wrong, in the order that gives the most useful message. */
static int check(const char *path, struct td_codec *file, struct head *head)
{
	uint8_t start[sizeof magic];
	struct td_codec tail;
	uint64_t checksum;

	td_code_bytes(file, start, sizeof start);
	if (file->size && memcmp(file->bytes, magic, file->size < sizeof magic ? file->size : sizeof magic))
		return error("%s: not a Treadle trace", path);
	td_code_u32(file, &head->version);
	td_code_u32(file, &head->packing);
	td_code_u64(file, &head->whole);
	td_code_u64(file, &head->stored);
	if (file->bad)
		return error("%s: truncated: only %zu bytes", path, file->size);
	if (head->version != VERSION)
		return error("%s: format version %u; this Treadle reads version %d", path, head->version, VERSION);
	if (file->size - HEAD < TAIL || head->stored > file->size - HEAD - TAIL)
		return error("%s: truncated: only %zu bytes", path, file->size);
	tail = (struct td_codec){ .bytes = file->bytes + file->size - TAIL, .size = TAIL };
	td_code_u64(&tail, &checksum);
	if (head->stored != file->size - HEAD - TAIL || checksum != td_hash_bytes(file->bytes, file->size - TAIL, 0))
		return error("%s: damaged: its checksum does not match", path);
	if (head->whole > LARGEST_BODY || head->packing > PACKED_ZSTD)
		return error("%s: damaged: impossible sizes", path);
	return 0;
}

static struct td_trace *unpack(const struct td_codec *file, const struct head *head)
{
	struct td_trace *trace = NULL;
	void *body;
	size_t size;

	if (head->packing == PACKED_NOT)
		return td_trd_decode(file->bytes + HEAD, head->stored);
	if (ZSTD_getFrameContentSize(file->bytes + HEAD, head->stored) != head->whole)
		return NULL;
	body = td_alloc(head->whole);
	size = ZSTD_decompress(body, head->whole, file->bytes + HEAD, head->stored);
	if (!ZSTD_isError(size) && size == head->whole)
		trace = td_trd_decode(body, size);
	free(body);
	return trace;
}

struct td_trace *td_trace_read(const char *path)
{
	struct td_codec file = { 0 };
	struct td_trace *trace = NULL;
	struct head head;

	if (read_all(path, &file))
		return NULL;
	if (check(path, &file, &head) == 0) {
		trace = unpack(&file, &head);
		if (!trace)
			error("%s: damaged: its contents make no sense", path);
	}
	free(file.bytes);
	return trace;
}
