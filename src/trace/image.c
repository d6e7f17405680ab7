#include "image.h"

#include <dwarf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parents.h"
#include "types.h"

static int compare_units(const void *a, const void *b)
{
	const struct td_unit_range *x = a, *y = b;

	return x->low < y->low ? -1 : x->low > y->low;
}

/* .debug_aranges would say the same, but clang does not write it. */
static void find_units(struct td_image *image)
{
	Dwarf_Off offset = 0, next;
	size_t header;

	while (dwarf_nextcu(image->dwarf, offset, &next, &header, NULL, NULL, NULL) == 0) {
		Dwarf_Addr base, low, high;
		ptrdiff_t at = 0;
		Dwarf_Die unit;

		if (dwarf_offdie(image->dwarf, offset + header, &unit))
			while ((at = dwarf_ranges(&unit, at, &base, &low, &high)) > 0)
				if (low < high)
					TD_PUSH(&image->units, ((struct td_unit_range){ low, high, offset + header }));
		offset = next;
	}
	if (image->units.count)
		qsort(image->units.items, image->units.count, sizeof *image->units.items, compare_units);
}

static int compare_symbols(const void *a, const void *b)
{
	const struct td_elf_symbol *x = a, *y = b;

	if (x->low != y->low)
		return x->low < y->low ? -1 : 1;
	if (x->high != y->high)
		return x->high < y->high ? -1 : 1;
	return strcmp(y->name, x->name);
}

static void add_symbols(struct td_image *image, Elf_Scn *section, const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;

	for (size_t i = 0; data && i < count; i++) {
		GElf_Sym symbol;
		const char *name;

		if (!gelf_getsym(data, i, &symbol) || symbol.st_shndx == SHN_UNDEF || !symbol.st_size)
			continue;
		int type = GELF_ST_TYPE(symbol.st_info);

		if (type != STT_FUNC && type != STT_OBJECT && type != STT_GNU_IFUNC)
			continue;
		name = elf_strptr(image->elf, header->sh_link, symbol.st_name);
		if (name && *name)
			TD_PUSH(&image->symbols, ((struct td_elf_symbol){ symbol.st_value, symbol.st_value + symbol.st_size,
									  name, type != STT_OBJECT }));
	}
}

static void find_symbols(struct td_image *image)
{
	Elf_Scn *section = NULL;

	while ((section = elf_nextscn(image->elf, section))) {
		GElf_Shdr header;

		if (gelf_getshdr(section, &header) && (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM))
			add_symbols(image, section, &header);
	}
	if (image->symbols.count)
		qsort(image->symbols.items, image->symbols.count, sizeof *image->symbols.items, compare_symbols);
}

static bool find_segment(const struct td_image *image, uint32_t type, uint64_t address, GElf_Phdr *segment)
{
	size_t count;

	if (elf_getphdrnum(image->elf, &count))
		return false;
	for (size_t i = 0; i < count; i++)
		if (gelf_getphdr(image->elf, i, segment) && segment->p_type == type &&
		    (type != PT_LOAD || (address >= segment->p_vaddr && address - segment->p_vaddr < segment->p_filesz)))
			return true;
	return false;
}

/* x86-64 puts the executable's block right below the thread pointer, rounded up to its alignment. */
static void find_thread_local_block(struct td_image *image)
{
	GElf_Phdr segment;

	if (!find_segment(image, PT_TLS, 0, &segment))
		return;
	uint64_t align = segment.p_align ? segment.p_align : 1;

	image->tls_size = (segment.p_memsz + align - 1) / align * align;
}

struct td_image *td_image_open(const char *path)
{
	struct td_image *image = td_alloc(sizeof *image);

	image->path = td_strdup(path);
	elf_version(EV_CURRENT);
	image->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (image->fd >= 0)
		image->elf = elf_begin(image->fd, ELF_C_READ_MMAP, NULL);
	if (image->elf && elf_kind(image->elf) != ELF_K_ELF) {
		elf_end(image->elf);
		image->elf = NULL;
	}
	if (!image->elf)
		return image;
	find_symbols(image);
	find_thread_local_block(image);
	image->dwarf = dwarf_begin_elf(image->elf, DWARF_C_READ, NULL);
	if (image->dwarf)
		find_units(image);
	return image;
}

void td_image_close(struct td_image *image)
{
	if (image->dwarf) {
		td_parents_forget(image->dwarf);
		dwarf_end(image->dwarf);
	}
	if (image->elf)
		elf_end(image->elf);
	if (image->fd >= 0)
		close(image->fd);
	free(image->units.items);
	free(image->symbols.items);
	free(image->globals.items);
	free(image->locals.items);
	free(image->functions.items);
	free(image->path);
	free(image);
}

bool td_image_unit(struct td_image *image, uint64_t pc, Dwarf_Die *unit)
{
	size_t low = 0, high = image->units.count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (image->units.items[middle].low <= pc)
			low = middle + 1;
		else
			high = middle;
	}
	return low && pc < image->units.items[low - 1].high &&
	       dwarf_offdie(image->dwarf, image->units.items[low - 1].unit, unit);
}

const struct td_elf_symbol *td_image_symbol(const struct td_image *image, uint64_t address, bool function)
{
	size_t low = 0, high = image->symbols.count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (image->symbols.items[middle].low <= address)
			low = middle + 1;
		else
			high = middle;
	}
	/* Symbols may overlap and nest; a few steps back are enough for what compilers and the C library do. */
	for (size_t back = 0; low && back < 8; low--, back++) {
		const struct td_elf_symbol *symbol = &image->symbols.items[low - 1];

		if (address < symbol->high && symbol->function == function)
			return symbol;
	}
	return NULL;
}

/* Where a variable lives if that is one fixed place: 1 in the program, 2 in the thread-local block, 0 elsewhere. */
static int fixed_place(Dwarf_Die *die, uint64_t *place)
{
	Dwarf_Attribute attribute, address;
	Dwarf_Op *ops;
	size_t count;

	if (!dwarf_attr(die, DW_AT_location, &attribute) || dwarf_getlocation(&attribute, &ops, &count) || !count)
		return 0;
	if (ops[0].atom == DW_OP_addr || ops[0].atom == DW_OP_const8u || ops[0].atom == DW_OP_const4u)
		*place = ops[0].number;
	else if ((ops[0].atom != DW_OP_addrx && ops[0].atom != DW_OP_constx && ops[0].atom != DW_OP_GNU_addr_index &&
		  ops[0].atom != DW_OP_GNU_const_index) ||
		 dwarf_getlocation_attr(&attribute, &ops[0], &address) || dwarf_formaddr(&address, place))
		return 0;
	if (count == 1)
		return ops[0].atom == DW_OP_addr || ops[0].atom == DW_OP_addrx || ops[0].atom == DW_OP_GNU_addr_index;
	return count == 2 && (ops[1].atom == DW_OP_form_tls_address || ops[1].atom == DW_OP_GNU_push_tls_address) ? 2 : 0;
}

static void add_variable(struct td_image *image, Dwarf_Die *die)
{
	uint64_t place = 0, size;
	int kind = fixed_place(die, &place);
	Dwarf_Die type;

	if (!kind || !td_type_of(die, &type))
		return;
	size = td_type_size(&type);
	if (size)
		TD_PUSH(kind == 1 ? &image->globals : &image->locals,
			((struct td_variable){ place, place + size, *die }));
}

static void add_function(struct td_image *image, Dwarf_Die *die)
{
	Dwarf_Addr base, low, high;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(die, at, &base, &low, &high)) > 0)
		if (low < high)
			TD_PUSH(&image->functions, ((struct td_variable){ low, high, *die }));
}

/* Statics of functions lie deep, so everything that can hold a variable is gone into. */
static void collect(struct td_image *image, Dwarf_Die *parent)
{
	Dwarf_Die die;

	if (dwarf_child(parent, &die))
		return;
	do {
		switch (dwarf_tag(&die)) {
		case DW_TAG_variable:
			add_variable(image, &die);
			break;
		case DW_TAG_subprogram:
			add_function(image, &die);
			collect(image, &die);
			break;
		case DW_TAG_namespace:
		case DW_TAG_lexical_block:
		case DW_TAG_inlined_subroutine:
		case DW_TAG_structure_type:
		case DW_TAG_class_type:
			collect(image, &die);
			break;
		}
	} while (dwarf_siblingof(&die, &die) == 0);
}

static int compare_variables(const void *a, const void *b)
{
	const struct td_variable *x = a, *y = b;

	if (x->low != y->low)
		return x->low < y->low ? -1 : 1;
	return x->high < y->high ? -1 : x->high > y->high;
}

static void sort_variables(struct td_variables *list)
{
	if (list->count)
		qsort(list->items, list->count, sizeof *list->items, compare_variables);
}

/* It is built so that it does not say where; as a whole, so that its unit may have no name of its own. */
bool td_unit_is_runtime(Dwarf_Die *unit)
{
	Dwarf_Attribute attribute;
	const char *name = dwarf_diename(unit);
	const char *directory = dwarf_attr(unit, DW_AT_comp_dir, &attribute) ? dwarf_formstring(&attribute) : NULL;

	return name && directory && !strcmp(directory, "treadle") && (!strncmp(name, "src/rt/", 7) || !strcmp(name, "<artificial>"));
}

static void find_dies(struct td_image *image)
{
	Dwarf_Off offset = 0, next;
	size_t header;
	Dwarf_Die unit;

	image->dies_known = true;
	if (!image->dwarf)
		return;
	while (dwarf_nextcu(image->dwarf, offset, &next, &header, NULL, NULL, NULL) == 0) {
		if (dwarf_offdie(image->dwarf, offset + header, &unit) && !td_unit_is_runtime(&unit))
			collect(image, &unit);
		offset = next;
	}
	sort_variables(&image->globals);
	sort_variables(&image->locals);
	sort_variables(&image->functions);
}

static const struct td_variable *find_in(const struct td_variables *list, uint64_t address)
{
	size_t low = 0, high = list->count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (list->items[middle].low <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low && address < list->items[low - 1].high ? &list->items[low - 1] : NULL;
}

const struct td_variable *td_image_global(struct td_image *image, uint64_t address)
{
	if (!image->dies_known)
		find_dies(image);
	return find_in(&image->globals, address);
}

const struct td_variable *td_image_global_named(struct td_image *image, const char *name)
{
	if (!image->dies_known)
		find_dies(image);
	for (size_t i = 0; i < image->globals.count; i++) {
		const char *its = dwarf_diename(&image->globals.items[i].die);

		if (its && !strcmp(its, name))
			return &image->globals.items[i];
	}
	return NULL;
}

const struct td_variable *td_image_thread_local(struct td_image *image, uint64_t offset)
{
	if (!image->dies_known)
		find_dies(image);
	return find_in(&image->locals, offset);
}

const struct td_variable *td_image_function(struct td_image *image, uint64_t pc)
{
	if (!image->dies_known)
		find_dies(image);
	return find_in(&image->functions, pc);
}

const char *td_image_bytes(const struct td_image *image, uint64_t address, size_t *size)
{
	GElf_Phdr segment;
	const char *bytes;

	if (!image->elf || !find_segment(image, PT_LOAD, address, &segment))
		return NULL;
	uint64_t at = address - segment.p_vaddr + segment.p_offset;

	bytes = elf_rawfile(image->elf, size);
	if (!bytes || at >= *size)
		return NULL;
	*size -= at;
	return bytes + at;
}

char *td_image_string(const struct td_image *image, uint64_t address)
{
	size_t size;
	const char *bytes = td_image_bytes(image, address, &size);

	return bytes ? strndup(bytes, size < 400 ? size : 400) : NULL;
}
