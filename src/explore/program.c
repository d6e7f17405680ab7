#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

/* A symbol of the runtime that every woven executable has. */
static const char woven_symbol[] = "treadle_rt_version";

static char *absolute(const char *path)
{
	char *real = realpath(path, NULL);

	if (!real)
		die("cannot find %s: %s", path, strerror(errno));
	return real;
}

static int is_program(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

/* NULL if it is not there. */
static char *search_path(const char *name)
{
	const char *list = getenv("PATH");

	if (!list)
		list = "/usr/local/bin:/usr/bin:/bin";
	while (1) {
		size_t length = strcspn(list, ":");
		char *candidate = td_format("%.*s/%s", length ? (int)length : 1, length ? list : ".", name);

		if (is_program(candidate)) {
			char *found = absolute(candidate);

			free(candidate);
			return found;
		}
		free(candidate);
		if (!list[length])
			return NULL;
		list += length + 1;
	}
}

static _Noreturn void die_not_on_path(const char *name)
{
	if (is_program(name))
		die("there is no program %s on the PATH; did you mean ./%s?", name, name);
	die("there is no program %s on the PATH", name);
}

int td_program_exists(const char *name)
{
	char *found = strchr(name, '/') ? td_strdup(name) : search_path(name);
	int exists = found && access(found, F_OK) == 0;

	free(found);
	return exists;
}

static int has_symbol(Elf *elf, Elf_Scn *section, const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
	GElf_Sym symbol;

	for (size_t i = 0; data && i < count; i++) {
		const char *name;

		if (!gelf_getsym(data, (int)i, &symbol))
			break;
		name = elf_strptr(elf, header->sh_link, symbol.st_name);
		if (name && !strcmp(name, woven_symbol) && symbol.st_shndx != SHN_UNDEF)
			return 1;
	}
	return 0;
}

static int is_woven(Elf *elf)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(elf, section))) {
		if (!gelf_getshdr(section, &header))
			continue;
		if ((header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM) && has_symbol(elf, section, &header))
			return 1;
	}
	return 0;
}

static void check_elf(const char *path, int fd)
{
	GElf_Ehdr header;
	Elf *elf;

	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (!elf || elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header))
		die("%s is not an ELF program", path);
	if (header.e_machine != EM_X86_64 || gelf_getclass(elf) != ELFCLASS64)
		die("%s is not an x86-64 program", path);
	if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
		die("%s is an object file, not a program; link it with treadle cc", path);
	if (!is_woven(elf))
		die("%s was not compiled with treadle cc; compile and link it again with treadle cc (CC=\"treadle cc\" "
		    "for make)",
		    path);
	elf_end(elf);
}

static void check_start(const char *path, int fd)
{
	char start[2];
	ssize_t got = pread(fd, start, sizeof start, 0);

	if (got < 0)
		die("cannot read %s: %s", path, strerror(errno));
	if (got == 0)
		die("%s is an empty file", path);
	if (got == 2 && start[0] == '#' && start[1] == '!')
		die("%s is a script; name the program that it starts instead", path);
}

void td_program_check(const char *path)
{
	struct stat status;
	int fd;

	if (stat(path, &status) < 0)
		die("cannot find %s: %s", path, strerror(errno));
	if (S_ISDIR(status.st_mode))
		die("%s is a directory, not a program", path);
	if (!S_ISREG(status.st_mode))
		die("%s is not a file", path);
	if (access(path, X_OK) < 0)
		die("%s is not executable", path);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		die("cannot read %s: %s", path, strerror(errno));
	check_start(path, fd);
	check_elf(path, fd);
	close(fd);
}

static char **copy_list(char **list)
{
	size_t count = 0;
	char **copy;

	while (list[count])
		count++;
	copy = td_alloc((count + 1) * sizeof *copy);
	for (size_t i = 0; i < count; i++)
		copy[i] = td_strdup(list[i]);
	return copy;
}

/* A trace holds the whole input, and each execution reads it from the start: so it is read once, here.  A pipe that is
 * never closed would make this wait for ever, and the user should know what for. */
static void read_all(struct td_command *command)
{
	struct pollfd ready = { .fd = 0, .events = POLLIN };
	size_t room = 0;
	ssize_t got;

	if (poll(&ready, 1, 2000) == 0)
		warning("waiting for the end of standard input (use </dev/null if the program reads none)");
	while (1) {
		if (room - command->input_size < 65536)
			command->input = td_grow(command->input, room = room ? 2 * room : 131072);
		got = read(0, command->input + command->input_size, room - command->input_size);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			die("cannot read standard input: %s", strerror(errno));
		if (got == 0)
			return;
		command->input_size += (uint64_t)got;
	}
}

static void take_input(struct td_command *command)
{
	struct stat status;

	if (fstat(0, &status) == 0 && (S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode)))
		read_all(command);
	if (command->input_size == 0) {
		free(command->input);
		command->input = NULL;
	}
}

struct td_command *td_program_describe(char **argv)
{
	struct td_command *command = td_alloc(sizeof *command);

	if (strchr(argv[0], '/')) {
		td_program_check(argv[0]);
		command->program = absolute(argv[0]);
	} else {
		command->program = search_path(argv[0]);
		if (!command->program)
			die_not_on_path(argv[0]);
		td_program_check(command->program);
	}
	command->directory = getcwd(NULL, 0);
	if (!command->directory)
		die("the current directory cannot be read: %s", strerror(errno));
	command->argv = copy_list(argv);
	unsetenv(TD_CHANNEL_ENV);
	command->environment = copy_list(environ);
	command->program_hash = td_hash_file(command->program);
	take_input(command);
	return command;
}
