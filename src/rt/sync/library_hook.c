/* The program's calls of functions of libraries are led to the runtime: in the tables of addresses (GOT) of the
 * program's modules, the entry of each function that is a row of a table is replaced by the address of a few
 * instructions, which say which row it is. */
#include "library_lock.h"

#include "rt/state.h"
#include "rt/sys.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum { STUB = 32, PAGE = 4096, MOST = TD_MAX_LOCK_ROWS + 64 };

static struct td_library_function TD_STATE functions[MOST];
static uint8_t TD_STATE *stubs;
static uint32_t TD_STATE function_count;

/* What each stub jumps to, with the function in r11: the arguments are put into an array, whose address is the first
 * one of the call. */
void td_library_enter(void) __asm__("treadle_library_enter") __attribute__((visibility("hidden")));
uint64_t td_library_entered(const uint64_t *arguments, const struct td_library_function *function,
			    uint64_t pc) __asm__("treadle_library_entered") __attribute__((visibility("hidden"), used));

uint64_t td_library_entered(const uint64_t *arguments, const struct td_library_function *function, uint64_t pc)
{
	return td_library_call(arguments, function, pc);
}

__attribute__((naked, used)) void td_library_enter(void)
{
	__asm__("push %rbp\n\t"
		"mov %rsp, %rbp\n\t"
		"push %r9\n\t"
		"push %r8\n\t"
		"push %rcx\n\t"
		"push %rdx\n\t"
		"push %rsi\n\t"
		"push %rdi\n\t"
		"mov %rsp, %rdi\n\t"
		"mov %r11, %rsi\n\t"
		"mov 8(%rbp), %rdx\n\t"
		"call treadle_library_entered\n\t"
		"leave\n\t"
		"ret");
}

static void write_word(uint8_t *at, uint64_t word)
{
	td_plain_copy(at, &word, sizeof word);
}

/* movabs $function, %r11; movabs $treadle_library_enter, %r10; jmp *%r10 */
static void make_stub(uint8_t *at, const struct td_library_function *function)
{
	static const uint8_t code[] = {0x49, 0xbb, 0, 0, 0, 0, 0, 0, 0,    0,    0x49, 0xba,
				       0,    0,    0, 0, 0, 0, 0, 0, 0x41, 0xff, 0xe2};
	td_plain_copy(at, code, sizeof code);
	write_word(at + 2, (uint64_t)function);
	write_word(at + 12, (uint64_t)td_library_enter);
}

static void *look_up(const char *name)
{
	return *name ? dlsym(RTLD_DEFAULT, name) : NULL;
}

/* A library that the program does not use has none of its functions. */
static void add(const struct td_lock_row *row)
{
	void *real = look_up(row->name);
	if (!real || function_count == MOST)
		return;
	functions[function_count] = (struct td_library_function){row, real, look_up(row->lock), look_up(row->unlock)};
	if (row->role != TD_LOCK_WAIT || (functions[function_count].lock && functions[function_count].unlock))
		function_count++;
}

static void find_functions(void)
{
	for (uint32_t i = 0; i < td_channel->lock_row_count && i < TD_MAX_LOCK_ROWS; i++)
		add(&td_channel->lock_rows[i]); /* the user's come first, and so are found before ours */
	for (uint32_t i = 0; i < td_library_row_count; i++)
		add(&td_library_rows[i]);
	while (dlerror())
		;
}

static void make_stubs(void)
{
	stubs = td_map((uint64_t)MOST * STUB);
	for (uint32_t i = 0; i < function_count; i++)
		make_stub(stubs + i * STUB, &functions[i]);
	td_syscall(SYS_mprotect, (long)stubs, MOST * STUB, PROT_READ | PROT_EXEC, 0, 0, 0);
}

/* What a module says of itself. */
struct tables {
	const ElfW(Sym) * symbols;
	const char *strings;
	const ElfW(Rela) * calls, *others;
	uint64_t call_size, other_size;
	uint64_t base, guarded_low, guarded_high; /* guarded: read-only once the module was loaded */
};

static void read_entry(struct tables *self, const ElfW(Dyn) * entry)
{
	switch (entry->d_tag) {
	case DT_SYMTAB: self->symbols = (const void *)entry->d_un.d_ptr; return;
	case DT_STRTAB: self->strings = (const void *)entry->d_un.d_ptr; return;
	case DT_JMPREL: self->calls = (const void *)entry->d_un.d_ptr; return;
	case DT_PLTRELSZ: self->call_size = entry->d_un.d_val; return;
	case DT_RELA: self->others = (const void *)entry->d_un.d_ptr; return;
	case DT_RELASZ: self->other_size = entry->d_un.d_val; return;
	default: return;
	}
}

static int find_function(const char *name)
{
	for (uint32_t i = 0; i < function_count; i++)
		if (td_same(functions[i].row->name, name))
			return (int)i;
	return -1;
}

static void replace(const struct tables *self, uint64_t *slot, const void *stub)
{
	uint64_t page = (uint64_t)slot & ~(uint64_t)(PAGE - 1);
	int is_guarded = (uint64_t)slot >= self->guarded_low && (uint64_t)slot < self->guarded_high;
	if (is_guarded)
		td_syscall(SYS_mprotect, (long)page, PAGE, PROT_READ | PROT_WRITE, 0, 0, 0);
	*slot = (uint64_t)stub;
	if (is_guarded)
		td_syscall(SYS_mprotect, (long)page, PAGE, PROT_READ, 0, 0, 0);
}

static void look_through(const struct tables *self, const ElfW(Rela) * list, uint64_t size)
{
	for (uint64_t i = 0; list && i < size / sizeof *list; i++) {
		uint64_t type = ELF64_R_TYPE(list[i].r_info);
		if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT)
			continue;
		const ElfW(Sym) *symbol = &self->symbols[ELF64_R_SYM(list[i].r_info)];
		int function = symbol->st_shndx == SHN_UNDEF ? find_function(self->strings + symbol->st_name) : -1;
		if (function >= 0)
			replace(self, (uint64_t *)(self->base + list[i].r_offset), stubs + function * STUB);
	}
}

static int hook_module(struct dl_phdr_info *info, size_t size, void *unused)
{
	struct tables tables = {.base = info->dlpi_addr};
	uint64_t text = 0;
	const ElfW(Dyn) *dynamic = NULL;
	(void)size;
	(void)unused;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		uint64_t start = info->dlpi_addr + header->p_vaddr;
		if (header->p_type == PT_DYNAMIC)
			dynamic = (const void *)start;
		else if (header->p_type == PT_GNU_RELRO)
			tables.guarded_low = start, tables.guarded_high = start + header->p_memsz;
		else if (header->p_type == PT_LOAD && header->p_flags & PF_X)
			text = start;
	}
	if (!dynamic || !td_pc_is_woven(text))
		return 0;
	for (; dynamic->d_tag != DT_NULL; dynamic++)
		read_entry(&tables, dynamic);
	if (tables.symbols && tables.strings) {
		look_through(&tables, tables.calls, tables.call_size);
		look_through(&tables, tables.others, tables.other_size);
	}
	return 0;
}

void td_library_locks_setup(void)
{
	find_functions();
	if (!function_count)
		return;
	make_stubs();
	dl_iterate_phdr(hook_module, NULL);
}
