#include "excerpts.h"

#include "base/base.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_TEXT = 160 };

struct file {
	char *name, *text;
	size_t size;
};

struct td_excerpts {
	struct file *items;
	size_t count, room;
};

struct td_excerpts *td_excerpts_open(void)
{
	return td_alloc(sizeof(struct td_excerpts));
}

void td_excerpts_close(struct td_excerpts *self)
{
	for (size_t i = 0; i < self->count; i++) {
		free(self->items[i].name);
		free(self->items[i].text);
	}
	free(self->items);
	free(self);
}

static struct file read_file(const char *name)
{
	struct file file = { td_strdup(name), td_strdup(""), 0 };
	FILE *in = fopen(name, "re");
	char buffer[65536];
	size_t got;

	while (in && (got = fread(buffer, 1, sizeof buffer, in)) > 0) {
		file.text = td_grow(file.text, file.size + got + 1);
		memcpy(file.text + file.size, buffer, got);
		file.text[file.size += got] = '\0';
	}
	if (in)
		fclose(in);
	return file;
}

static const struct file *file_of(struct td_excerpts *self, const char *name)
{
	for (size_t i = 0; i < self->count; i++)
		if (!strcmp(self->items[i].name, name))
			return &self->items[i];
	TD_PUSH(self, read_file(name));
	return &self->items[self->count - 1];
}

char *td_excerpt_line(struct td_excerpts *self, const char *file, uint32_t line)
{
	const struct file *in = file_of(self, file);
	const char *at = in->text, *end = in->text + in->size, *stop;

	for (; line > 1 && at; line--) {
		at = memchr(at, '\n', (size_t)(end - at));
		at = at ? at + 1 : NULL;
	}
	if (!at || at >= end || !line)
		return NULL;
	stop = memchr(at, '\n', (size_t)(end - at));
	stop = stop ? stop : end;
	if (stop > at && stop[-1] == '\r')
		stop--;
	return td_format("%.*s", (int)(stop - at), at);
}

/* A node may end with a macro, whose arguments belong to it. */
static const char *end_of(const struct file *in, uint32_t offset, uint32_t size)
{
	const char *begin = in->text + offset, *at = begin + size;
	int open = 0;

	for (const char *i = begin; i < at; i++)
		open += (*i == '(') - (*i == ')');
	while (open > 0 && at < in->text + in->size && *at != '\n') {
		open += (*at == '(') - (*at == ')');
		at++;
	}
	return at;
}

char *td_excerpt_node(struct td_excerpts *self, const struct td_program *program, uint32_t node)
{
	const struct td_node *at = td_node(program, node);
	const struct file *in = file_of(self, td_text(program, at->file));
	char *text, *to;
	const char *end;

	if (!at->size || at->offset >= in->size || at->offset + at->size > in->size) {
		text = td_excerpt_line(self, in->name, at->line);
		return text ? text : td_strdup("?");
	}
	end = end_of(in, at->offset, at->size);
	text = to = td_alloc((size_t)(end - in->text - at->offset) + 4);
	for (const char *from = in->text + at->offset; from < end; from++) {
		if (!isspace((unsigned char)*from))
			*to++ = *from;
		else if (to > text && to[-1] != ' ')
			*to++ = ' ';
		if (to - text > LONGEST_TEXT) {
			strcpy(to, "...");
			break;
		}
	}
	return text;
}

int td_excerpt_column(struct td_excerpts *self, const struct td_program *program, uint32_t node)
{
	const struct td_node *at = td_node(program, node);
	const struct file *in = file_of(self, td_text(program, at->file));
	uint32_t begin = at->offset < in->size ? at->offset : 0;

	while (begin && in->text[begin - 1] != '\n')
		begin--;
	return at->offset < in->size ? (int)(at->offset - begin) + 1 : 0;
}

const char *td_shown_file(const char *file)
{
	static char here[PATH_MAX];
	size_t length;

	if (!*here && !getcwd(here, sizeof here))
		return file;
	length = strlen(here);
	if (length > 1 && !strncmp(file, here, length) && file[length] == '/')
		return file + length + 1;
	return file;
}
