#include "files.h"

#include "fd.h"
#include "fd_calls.h"
#include "file_locks.h"
#include "hidden.h"
#include "inherited.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

enum { ROOM = 4096, MAX_DRAWN = 64, MAX_OPENED = 4096, STREAMS = 1 /* a number that no path has */ };

struct file {
	uint64_t place;        /* 0: not known yet; NO_FILE */
	uint64_t name;         /* a hash, the same in every execution */
	uint64_t device, number;
	uint16_t opened;       /* which call of open it came from, up to MAX_OPENED */
};

#define NO_FILE 1ull

/* A name that is made up belongs to the thread that wanted it, and is its first one, its second, and so on. */
struct drawn {
	uint64_t name, lasting; /* as it was made up; the same in every execution */
};

static struct file TD_STATE files[TD_MAX_FDS];
static uint8_t TD_STATE any;                      /* is there one? */
static uint8_t TD_STATE has_moved;                /* in some execution, to another directory */
static uint32_t TD_STATE opened_count, drawn_count;
static uint16_t TD_STATE readers[MAX_OPENED];     /* the first thread that has read there, + 1 */
static struct drawn TD_STATE drawn[MAX_DRAWN];
static char TD_STATE start[ROOM], text[ROOM];     /* the directory where the program was started; for paths */

void td_files_setup(void)
{
	if (td_syscall(SYS_getcwd, (long)start, sizeof start, 0, 0, 0, 0) < 0)
		*start = 0;
}

void td_files_moved(void)
{
	has_moved = 1;
}

void td_files_reset(void)
{
	if (!any)
		return;
	any = 0;
	opened_count = drawn_count = 0;
	td_plain_set(files, 0, sizeof files);
	td_plain_set(readers, 0, sizeof readers);
}

/* Component by component, so that a path can be put together of two parts. */
static uint64_t hash_path(uint64_t hash, const char *path)
{
	while (*path) {
		const char *end = path;
		while (*end && *end != '/')
			end++;
		if (end > path && !(end == path + 1 && *path == '.')) {
			for (; path < end; path++)
				hash = td_mix(hash, (uint8_t)*path);
			hash = td_mix(hash, '/');
		}
		path = *end ? end + 1 : end;
	}
	return hash;
}

/* What is left of it from the directory on where the program was started; NULL if it lies elsewhere. */
static const char *inside(const char *path)
{
	const char *at = start;
	for (; *at && *at == *path; at++)
		path++;
	return *at || (*path && *path != '/') ? NULL : path;
}

static uint64_t hash_whole(const char *path)
{
	const char *rest = inside(path);
	return rest ? hash_path(1, rest) : hash_path(0, path);
}

/* Into `text`, which is empty if there is none. */
static void read_path(int fd)
{
	char link[32];
	td_text(link, sizeof link, "/proc/self/fd/%d", (int64_t)fd);
	long length = td_syscall(SYS_readlink, (long)link, (long)text, sizeof text - 1, 0, 0, 0);
	text[length > 0 ? length : 0] = 0;
}

static uint64_t hash_name(int directory, const char *path)
{
	if (!path)
		return 0;
	if (*path == '/')
		return hash_whole(path);
	if (directory == AT_FDCWD && !has_moved)
		return hash_path(1, path);
	if (directory != AT_FDCWD)
		read_path(directory);
	else if (td_syscall(SYS_getcwd, (long)text, sizeof text, 0, 0, 0, 0) < 0)
		*text = 0;
	return hash_path(hash_whole(text), path);
}

static uint64_t all_files(void)
{
	return td_hidden_place(TD_HIDDEN_FILES);
}

static int are_one(void)
{
	return *td_shadow(all_files()) & TD_SHADOW_SHARED;
}

static uint64_t place_for(uint64_t hash)
{
	if (are_one())
		return all_files();
	return td_hidden_place(TD_HIDDEN_FILE + hash % (TD_HIDDEN_END - TD_HIDDEN_FILE));
}

static uint64_t lasting_name(uint64_t name)
{
	for (uint32_t i = 0; i < drawn_count; i++)
		if (drawn[i].name == name)
			return drawn[i].lasting;
	return name;
}

static uint64_t place_of_name(uint64_t name)
{
	return place_for(lasting_name(name));
}

/* A file that has no name is known by the descriptor. */
static uint64_t name_of_fd(int fd, const struct stat *status)
{
	if (!fd || !status->st_nlink)
		return td_mix(2, (uint64_t)fd);
	read_path(fd);
	return lasting_name(hash_whole(text));
}

static void make_one(void)
{
	if (!are_one() && td_channel->job.learn)
		td_shadow_learn(all_files());
}

static void see_other_names(const struct file *self)
{
	for (int fd = 0; fd < TD_MAX_FDS; fd++)
		if (files[fd].place > NO_FILE && files[fd].place != self->place && files[fd].number == self->number &&
		    files[fd].device == self->device)
			make_one();
}

static void look_up(int fd)
{
	struct stat status;
	struct file *self = &files[fd];
	int is_file = !td_syscall(SYS_fstat, fd, (long)&status, 0, 0, 0, 0) && S_ISREG(status.st_mode);
	any = 1;
	*self = (struct file){.place = NO_FILE};
	if (!is_file)
		return;
	uint64_t name = name_of_fd(fd, &status);
	*self = (struct file){place_for(name), name, status.st_dev, status.st_ino, (uint16_t)(opened_count++ % MAX_OPENED)};
	see_other_names(self);
}

static struct file *file_of(int fd)
{
	if (fd < 0 || fd >= TD_MAX_FDS || td_fd_is_ours(fd) || (td_inherited_is(fd) && (fd || !td_fd_has_input())))
		return NULL;
	if (!files[fd].place)
		look_up(fd);
	return files[fd].place == NO_FILE ? NULL : &files[fd];
}

void td_file_forget(int fd)
{
	if (fd >= 0 && fd < TD_MAX_FDS)
		files[fd].place = 0;
	td_file_lock_closed(fd);
}

int td_file_opened(int fd)
{
	return file_of(fd) != NULL;
}

void td_file_copied(int copy, int fd)
{
	const struct file *from = file_of(fd);
	if (from && copy >= 0 && copy < TD_MAX_FDS)
		files[copy] = *from;
}

void td_file_drawn(int fd, const char *path)
{
	td_file_forget(fd);
	if (drawn_count == MAX_DRAWN)
		return;
	any = 1;
	uint64_t number = td_mix(td_current->origin.lineage, ++td_current->counts.flows);
	drawn[drawn_count++] = (struct drawn){hash_name(AT_FDCWD, path), number};
	td_file_opened(fd);
}

uint64_t td_file_name(int fd)
{
	const struct file *self = file_of(fd);
	if (self)
		return self->name;
	read_path(fd);
	return lasting_name(hash_whole(text));
}

static int is_drawn(uint64_t name)
{
	for (uint32_t i = 0; i < drawn_count; i++)
		if (drawn[i].lasting == name)
			return 1;
	return 0;
}

const char *td_file_text(int fd)
{
	static const char mark[] = " (deleted)";
	if (is_drawn(td_file_name(fd)))
		return "a temporary file";
	read_path(fd);
	size_t length = td_length(text), end = sizeof mark - 1;
	if (length > end && td_same(text + length - end, mark))
		text[length - end] = 0;
	const char *rest = inside(text);
	return rest && *rest == '/' ? rest + 1 : text;
}

/* Is there a second thread that reads by what one call has opened? */
static void note_reader(const struct file *self)
{
	uint16_t *reader = &readers[self->opened], me = (uint16_t)(td_current->id + 1);
	if (td_hidden_is_alone(td_current))
		return;
	if (!*reader)
		*reader = me;
	else if (*reader != me)
		td_hidden_learn(self->place, TD_SEES_ORDER);
}

void td_file_begin(struct td_hidden_step *step, int fd, uint32_t ways, uint64_t pc)
{
	const struct file *self = td_current ? file_of(fd) : NULL;
	*step = (struct td_hidden_step){.place = self ? self->place : 0, .ways = ways};
	if (!self)
		return;
	if (ways & TD_SEES_ORDER)
		note_reader(self);
	td_hidden_begin(step, pc);
}

long td_file_end(const struct td_hidden_step *step, long result, int has_changed)
{
	if (step->place)
		td_hidden_end(step, has_changed);
	return result;
}

void td_file_use(int fd, uint32_t ways, uint64_t pc)
{
	struct td_hidden_step step;
	td_file_begin(&step, fd, ways, pc);
	td_file_end(&step, 0, 1);
}

/* One in memory is seen without being read. */
void td_file_use_stream(FILE *stream, uint32_t ways, uint64_t pc)
{
	if (!td_current || !stream)
		return;
	if (stream->_fileno >= 0)
		td_file_use(stream->_fileno, ways, pc);
	else
		td_hidden_use(place_for(td_mix(STREAMS, (uint64_t)stream)), TD_SEES | TD_CHANGES, pc);
}

void td_file_use_all(uint32_t ways, uint64_t pc)
{
	if (!td_current)
		return;
	if (!td_hidden_is_alone(td_current))
		make_one();
	td_hidden_use(all_files(), ways, pc);
}

void td_file_begin_name(struct td_hidden_step *step, int directory, const char *path, uint32_t ways, uint64_t pc)
{
	*step = (struct td_hidden_step){.ways = ways};
	if (!td_current)
		return;
	step->place = place_of_name(hash_name(directory, path));
	td_hidden_begin(step, pc);
}

void td_file_begin_names(struct td_hidden_step *step, int directory, const char *path, int other_directory, const char *other, uint32_t ways,
			 uint64_t pc)
{
	*step = (struct td_hidden_step){.ways = ways};
	if (!td_current)
		return;
	step->place = place_of_name(hash_name(directory, path));
	step->other = place_of_name(hash_name(other_directory, other));
	if (step->other == step->place)
		step->other = 0;
	td_hidden_begin(step, pc);
}

void td_file_use_name(int directory, const char *path, uint32_t ways, uint64_t pc)
{
	struct td_hidden_step step;
	td_file_begin_name(&step, directory, path, ways, pc);
	td_file_end(&step, 0, 1);
}
