#include "base.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The 128-bit product folded: every input bit reaches every output bit in one multiplication. */
static uint64_t mix(uint64_t a, uint64_t b)
{
	unsigned __int128 product = (unsigned __int128)a * b;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static const uint64_t odd_1 = 0x9e3779b97f4a7c15ull, odd_2 = 0xd6e8feb86659fd93ull;

uint64_t td_hash_bytes(const void *bytes, size_t size, uint64_t seed)
{
	const unsigned char *at = bytes;
	uint64_t hash = mix(seed ^ odd_1, size ^ odd_2);
	uint64_t word;

	for (; size >= 8; size -= 8, at += 8) {
		memcpy(&word, at, 8);
		hash = mix(hash ^ word ^ odd_1, odd_2 + word);
	}
	if (size) {
		word = 0;
		memcpy(&word, at, size);
		hash = mix(hash ^ word ^ odd_1, odd_2 + word);
	}
	return mix(hash ^ odd_2, odd_1);
}

/* A word has to wait for the hash of the one before it, so there are four of them side by side. */
enum { LANES = 4, BLOCK = 1 << 17 };

static void hash_block(uint64_t lanes[LANES], const unsigned char *bytes, size_t size)
{
	uint64_t words[LANES];

	for (size_t at = 0; at < size; at += sizeof words) {
		memcpy(words, bytes + at, sizeof words);
		for (int i = 0; i < LANES; i++)
			lanes[i] = mix(lanes[i] ^ words[i] ^ odd_1, odd_2 + words[i]);
	}
}

/* As much as there is room for, followed by zeros if the file has less: how many bytes it had; -1 if it cannot be read. */
static ssize_t read_block(int fd, unsigned char block[BLOCK])
{
	size_t filled = 0;
	ssize_t got;

	while (filled < BLOCK && (got = read(fd, block + filled, BLOCK - filled)) != 0) {
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		filled += (size_t)got;
	}
	memset(block + filled, 0, BLOCK - filled);
	return (ssize_t)filled;
}

static uint64_t hash_descriptor(int fd)
{
	static unsigned char block[BLOCK];
	uint64_t lanes[LANES] = { 1, 2, 3, 4 }, size = 0, hash;
	ssize_t got;

	do {
		got = read_block(fd, block);
		if (got < 0)
			return 0;
		hash_block(lanes, block, ((size_t)got + sizeof lanes - 1) & ~(sizeof lanes - 1));
		size += (uint64_t)got;
	} while (got == BLOCK);
	hash = td_hash_bytes(lanes, sizeof lanes, size);
	return hash ? hash : 1; /* 0 is kept for "cannot be read" */
}

uint64_t td_hash_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat status;
	uint64_t hash = 0;

	if (fd < 0)
		return 0;
	if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) /* others may have no end */
		hash = hash_descriptor(fd);
	close(fd);
	return hash;
}
