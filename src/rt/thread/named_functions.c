/* Functions of the program that verification benchmarks give a meaning to by their names, and where they are: those called
 * __VERIFIER_atomic_SOMETHING, of which `treadle cc` hooks the begin and end, assume_abort_if_not, which calls abort when an
 * assumption does not hold, and those that may do nothing (adopted.c). */
#include "annotate.h"
#include "rt/engine.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

enum { MAX_BODIES = 256 };

static uint64_t TD_STATE bodies[MAX_BODIES][2];
static uint32_t TD_STATE body_count;
static uint64_t TD_STATE assumption[2];

static int is_body(const char *name)
{
	static const char prefix[] = "__VERIFIER_atomic_";
	for (size_t i = 0; i < sizeof prefix - 1; i++)
		if (name[i] != prefix[i])
			return 0;
	return !td_same(name + sizeof prefix - 1, "begin") && !td_same(name + sizeof prefix - 1, "end");
}

static void note(uint64_t where[2], const Elf64_Sym *symbol)
{
	where[0] = td_channel->modules[0].base + symbol->st_value;
	where[1] = where[0] + symbol->st_size;
}

static void find_in(const char *file, const Elf64_Shdr *symbols, const Elf64_Shdr *strings)
{
	const Elf64_Sym *symbol = (const void *)(file + symbols->sh_offset);
	uint64_t count = symbols->sh_size / sizeof *symbol;
	for (uint64_t i = 0; i < count; i++) {
		const char *name = file + strings->sh_offset + symbol[i].st_name;
		uint64_t start = td_channel->modules[0].base + symbol[i].st_value;
		if (ELF64_ST_TYPE(symbol[i].st_info) != STT_FUNC || symbol[i].st_shndx == SHN_UNDEF)
			continue;
		td_adopt(name, start, start + symbol[i].st_size);
		if (td_same(name, "assume_abort_if_not"))
			note(assumption, &symbol[i]);
		else if (is_body(name) && body_count < MAX_BODIES)
			note(bodies[body_count++], &symbol[i]);
	}
}

static void find_in_file(const char *file)
{
	const Elf64_Ehdr *header = (const void *)file;
	const Elf64_Shdr *sections = (const void *)(file + header->e_shoff);
	for (uint32_t i = 0; i < header->e_shnum; i++)
		if (sections[i].sh_type == SHT_SYMTAB)
			find_in(file, &sections[i], &sections[sections[i].sh_link]);
}

void td_named_functions_find(void)
{
	struct stat status;
	long fd = td_syscall(SYS_open, (long)"/proc/self/exe", O_RDONLY | O_CLOEXEC, 0, 0, 0, 0);
	if (fd < 0)
		return;
	td_syscall(SYS_fstat, fd, (long)&status, 0, 0, 0, 0);
	long file = td_syscall(SYS_mmap, 0, status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	td_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
	if (file < 0 && file > -4096)
		return;
	find_in_file((const char *)file);
	td_syscall(SYS_munmap, file, status.st_size, 0, 0, 0, 0);
}

static int in_body(uint64_t pc)
{
	for (uint32_t i = 0; i < body_count; i++)
		if (pc >= bodies[i][0] && pc < bodies[i][1])
			return 1;
	return 0;
}

/* A call that does not return may be the last thing in it. */
int td_is_assumption(uint64_t pc)
{
	return pc > assumption[0] && pc <= assumption[1];
}

TD_EXPORT void __tsan_func_entry(void *caller)
{
	(void)caller;
	if (td_current && body_count && in_body(TD_HERE))
		td_atomic_begin(TD_HERE);
}

TD_EXPORT void __tsan_func_exit(void)
{
	if (td_current && body_count && in_body(TD_HERE))
		td_atomic_end();
}
