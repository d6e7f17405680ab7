#include "modules.h"

#include "rt/sys.h"

#include <link.h>
#include <sys/syscall.h>

enum { NUMBER_SHIFT = 56 };

static uint64_t TD_STATE woven[2 * TD_MAX_MODULES];
static uint32_t TD_STATE woven_count;
static uint64_t TD_STATE writable_low[TD_MAX_MODULES], writable_high[TD_MAX_MODULES]; /* of each, from the first to the last byte */

static int starts_with(const char *text, const char *start)
{
	while (*start)
		if (*text++ != *start++)
			return 0;
	return 1;
}

static int comes_with_the_system(const char *path)
{
	return starts_with(path, "/lib") || starts_with(path, "/usr/lib") || starts_with(path, "linux-vdso");
}

static void own_path(char *path, size_t size)
{
	long length = td_syscall(SYS_readlink, (long)"/proc/self/exe", (long)path, (long)size - 1, 0, 0, 0);
	path[length > 0 ? length : 0] = 0;
}

static void widen(uint64_t *low, uint64_t *high, uint64_t start, uint64_t end)
{
	*low = start < *low ? start : *low;
	*high = end > *high ? end : *high;
}

static void note_segments(struct td_module *module, const struct dl_phdr_info *info)
{
	uint32_t number = td_channel->module_count;
	module->base = info->dlpi_addr;
	module->low = module->text_low = writable_low[number] = UINT64_MAX;
	writable_high[number] = 0;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		uint64_t start = info->dlpi_addr + header->p_vaddr, end = start + header->p_memsz;
		if (header->p_type != PT_LOAD)
			continue;
		widen(&module->low, &module->high, start, end);
		if (header->p_flags & PF_X)
			widen(&module->text_low, &module->text_high, start, end);
		if (header->p_flags & PF_W)
			widen(&writable_low[number], &writable_high[number], start, end);
	}
}

static int note_module(struct dl_phdr_info *info, size_t size, void *unused)
{
	(void)size;
	(void)unused;
	if (td_channel->module_count == TD_MAX_MODULES)
		return 1;
	struct td_module *module = &td_channel->modules[td_channel->module_count];
	*module = (struct td_module){0};
	if (info->dlpi_name[0])
		td_text(module->path, sizeof module->path, "%s", info->dlpi_name);
	else if (td_channel->module_count == 0)
		own_path(module->path, sizeof module->path);
	note_segments(module, info);
	if (!comes_with_the_system(module->path) || td_channel->module_count == 0) {
		woven[2 * woven_count] = module->text_low;
		woven[2 * woven_count++ + 1] = module->text_high;
	}
	td_channel->module_count++;
	return 0;
}

void td_modules_describe(void)
{
	td_channel->module_count = 0;
	woven_count = 0;
	dl_iterate_phdr(note_module, NULL);
}

static int begins_with(const char *text, const char *start)
{
	while (*start && *text == *start) {
		text++;
		start++;
	}
	return !*start;
}

static const char *file_name(const char *path)
{
	const char *name = path;
	for (; *path; path++)
		if (*path == '/')
			name = path + 1;
	return name;
}

int td_module_has_constant(uint64_t address)
{
	for (uint32_t i = 0; i < td_channel->module_count; i++) {
		const struct td_module *module = &td_channel->modules[i];
		if (address >= module->low && address < module->high)
			return address < writable_low[i] || address >= writable_high[i];
	}
	return 0;
}

int td_pc_is_of(uint64_t pc, const char *library)
{
	for (uint32_t i = 0; i < td_channel->module_count; i++) {
		const struct td_module *module = &td_channel->modules[i];
		if (pc >= module->low && pc < module->high)
			return begins_with(file_name(module->path), library);
	}
	return 0;
}

int td_pc_is_woven(uint64_t pc)
{
	for (uint32_t i = 0; i < woven_count; i++)
		if (pc >= woven[2 * i] && pc < woven[2 * i + 1])
			return 1;
	return 0;
}

uint64_t td_module_relative(uint64_t address)
{
	for (uint32_t i = 0; i < td_channel->module_count; i++) {
		const struct td_module *module = &td_channel->modules[i];
		if (address >= module->low && address < module->high)
			return address - module->base + ((uint64_t)i << NUMBER_SHIFT);
	}
	return address;
}

uint64_t td_module_absolute(uint64_t relative)
{
	uint64_t number = relative >> NUMBER_SHIFT, offset = relative - (number << NUMBER_SHIFT);
	const struct td_module *module = number < td_channel->module_count ? &td_channel->modules[number] : NULL;
	return relative && module && offset < module->high - module->base ? module->base + offset : relative;
}
