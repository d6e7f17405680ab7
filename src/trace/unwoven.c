#include "unwoven.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/map.h"

/* The dynamic symbols of a file. */
struct symbols {
	struct td_intern undefined, defined;
	bool is_woven;
};

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool is_of_language(const char *file)
{
	static const char *const names[] = {"libc.",      "libc-",      "libm.",  "libm-",     "libmvec",
					    "libpthread", "libdl",      "librt.", "librt-",    "libresolv",
					    "libgcc_s",   "libstdc++",  "libc++", "libatomic", "libgomp",
					    "ld-linux",   "linux-vdso", "libanl", "libutil"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strncmp(file, names[i], strlen(names[i])))
			return true;
	return false;
}

static void add_symbol(struct symbols *self, const GElf_Sym *symbol, const char *name)
{
	int type = GELF_ST_TYPE(symbol->st_info);

	if (!strncmp(name, "__tsan_", 7))
		self->is_woven = true;
	if (symbol->st_shndx == SHN_UNDEF)
		td_intern_add(&self->undefined, name);
	else if (type == STT_FUNC || type == STT_GNU_IFUNC)
		td_intern_add(&self->defined, name);
}

static void add_section(struct symbols *self, Elf *elf, Elf_Scn *section, const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;

	for (size_t i = 0; data && i < count; i++) {
		GElf_Sym symbol;
		const char *name =
			gelf_getsym(data, (int)i, &symbol) ? elf_strptr(elf, header->sh_link, symbol.st_name) : NULL;

		if (name && *name)
			add_symbol(self, &symbol, name);
	}
}

static struct symbols read_symbols(const char *path)
{
	struct symbols self = {0};
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	elf_version(EV_CURRENT);
	Elf *elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ_MMAP, NULL);

	while (elf && (section = elf_nextscn(elf, section)))
		if (gelf_getshdr(section, &header) && header.sh_type == SHT_DYNSYM)
			add_section(&self, elf, section, &header);
	elf_end(elf);
	if (fd >= 0)
		close(fd);
	return self;
}

static void clear_symbols(struct symbols *self)
{
	td_intern_clear(&self->undefined);
	td_intern_clear(&self->defined);
}

/* A row begins with the name of its function. */
static bool is_known_lock(char *const *rows, const char *name)
{
	size_t length = strlen(name);

	for (; rows && *rows; rows++)
		if (!strncmp(*rows, name, length) && (!(*rows)[length] || strchr(" \t", (*rows)[length])))
			return true;
	return false;
}

static bool calls(const struct td_trace *trace, const struct symbols *program, struct symbols *library)
{
	for (size_t i = 0; i < program->undefined.strings.count; i++) {
		const char *name = program->undefined.strings.items[i];
		size_t before = library->defined.strings.count;

		if (td_intern_add(&library->defined, name) < before && !is_known_lock(trace->command.locks, name))
			return true;
	}
	return false;
}

static bool is_called(const struct td_trace *trace, struct symbols *of, uint32_t library)
{
	for (uint32_t i = 0; i < trace->module_count; i++)
		if ((!i || of[i].is_woven) && calls(trace, &of[i], &of[library]))
			return true;
	return false;
}

char *td_unwoven_libraries(const struct td_trace *trace)
{
	struct symbols *of = td_alloc((trace->module_count + 1) * sizeof *of);
	char *list = NULL;

	for (uint32_t i = 0; i < trace->module_count; i++)
		if (!i || !is_of_language(base_name(trace->modules[i].path)))
			of[i] = read_symbols(trace->modules[i].path);
	for (uint32_t i = 1; i < trace->module_count; i++) {
		if (of[i].is_woven || !is_called(trace, of, i))
			continue;
		char *longer =
			td_format("%s%s%s", list ? list : "", list ? ", " : "", base_name(trace->modules[i].path));

		free(list);
		list = longer;
	}
	for (uint32_t i = 0; i < trace->module_count; i++)
		clear_symbols(&of[i]);
	free(of);
	return list;
}
