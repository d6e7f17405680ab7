#include "base.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
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

uint64_t td_hash_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat status;
	uint64_t hash = 0;
	void *bytes;

	if (fd < 0)
		return 0;
	if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
		bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
		if (bytes != MAP_FAILED) {
			hash = td_hash_bytes(bytes, (size_t)status.st_size, 0);
			munmap(bytes, (size_t)status.st_size);
			hash += hash == 0; /* 0 is kept for "cannot be read" */
		}
	}
	close(fd);
	return hash;
}
