# Small random programs whose threads share files, streams and what the C library remembers, and note what they see.
#
# Brute force would miss what it takes for no event, so in the program that it tries every call is one step with an access that all
# threads share: the same program without these must show its threads the same, by a search that knows of the files only.
# A program leaves a line with all that its threads saw in the file "seen" (Pipes.pm says why).
package Hidden;

use strict;
use warnings;
use Exporter qw(import);
use Seen;
use Test::More;

our @EXPORT = qw(compare_hidden);

my $head = <<'END';
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef EVERY
static int turns;
void treadle_rt_atomic_begin(void), treadle_rt_atomic_end(void);
#define CALL(call) ({ treadle_rt_atomic_begin(); turns++; __auto_type result = (call); treadle_rt_atomic_end(); result; })
#else
#define CALL(call) (call)
#endif
static int shared_fd;
static FILE *shared, *in_memory;
static void note(char *me, const char *what, long value, const char *bytes)
{
	sprintf(me + strlen(me), " %s%ld%.*s", what, value, value > 0 && bytes ? (int)value : 0, bytes);
}
static long told(long result) { return result < 0 ? -errno : result; }
static void take(char *me, int fd)
{
	char bytes[8] = "";
	long count = told(CALL(read(fd, bytes, 2)));
	note(me, "r", count, bytes);
}
static void take_at(char *me, int fd, long at)
{
	char bytes[8] = "";
	long count = told(CALL(pread(fd, bytes, 2, at)));
	note(me, "R", count, bytes);
}
static void size_of(char *me, int fd)
{
	struct stat status;
	CALL(fstat(fd, &status));
	note(me, "z", status.st_size, NULL);
}
static void is_there(char *me, const char *path) { note(me, "a", told(CALL(access(path, F_OK))), NULL); }
static void take_line(char *me)
{
	char line[16] = "";
	note(me, "l", CALL(fgets(line, sizeof line, shared)) != NULL, line);
}
static void make(char *me, const char *path)
{
	int fd = CALL(open(path, O_CREAT | O_EXCL | O_WRONLY, 0600));
	note(me, "x", fd < 0 ? -errno : 0, NULL);
	if (fd >= 0) close(fd);
}
static void add_to(const char *path, const char *bytes)
{
	int fd = CALL(open(path, O_CREAT | O_APPEND | O_WRONLY, 0600));
	(void)!CALL(write(fd, bytes, strlen(bytes)));
	close(fd);
}
static void take_from(char *me, const char *path)
{
	char bytes[8] = "";
	int fd = CALL(open(path, O_RDONLY));
	long count = told(CALL(read(fd, bytes, 2)));
	note(me, "f", count, bytes);
	if (fd >= 0) CALL(close(fd));
}
static void variable(char *me) { const char *value = CALL(getenv("SEEN")); note(me, "v", value ? *value : 0, NULL); }
#define BEGIN char me[512] = ""; int own = CALL(open("file", O_RDWR)); (void)own
END

my $main = <<'END';
static void read_back(const char *path, char *all)
{
	char bytes[64] = "";
	int fd = open(path, O_RDONLY);
	if (fd >= 0) (void)!read(fd, bytes, sizeof bytes - 1);
	for (char *at = bytes; *at; at++) if (*at == '\n') *at = '/';
	sprintf(all + strlen(all), " %s:%s", path, fd < 0 ? "-" : bytes);
	if (fd >= 0) close(fd);
}
int main(void)
{
	pthread_t threads[3];
	void *seen[3] = {"", "", ""};
	char all[2048] = "", *text = NULL;
	size_t size = 0;
	const char *paths[] = {"file", "stream", "lock", "other"};
	for (int i = 0; i < 4; i++)
		unlink(paths[i]);
	unsetenv("SEEN");
	srand(1);
	srand48(1);
	shared_fd = open("file", O_CREAT | O_RDWR, 0600);
	(void)!write(shared_fd, "012345", 6);
	lseek(shared_fd, 0, SEEK_SET);
	shared = fopen("stream", "w+");
	fputs("s0\ns1\n", shared);
	rewind(shared);
	in_memory = open_memstream(&text, &size);
	void *(*work[])(void *) = {work0, work1, work2};
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, work[i], NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], &seen[i]);
	fclose(shared);
	fclose(in_memory);
	close(shared_fd);
	for (int i = 0; i < 4; i++)
		read_back(paths[i], all);
	dprintf(open("seen", O_CREAT | O_WRONLY | O_APPEND, 0600), "%s |%s |%s |%s %s\n", (char *)seen[0], (char *)seen[1], (char *)seen[2],
		all, text);
	return 0;
}
END

sub any { return $_[rand @_] }

# By what they are about; %s is a letter of the thread's own.
my %operations = (
	descriptor => ['take(me, shared_fd);', '(void)!CALL(write(shared_fd, "%s", 1));', 'note(me, "p", CALL(lseek(shared_fd, 0, SEEK_CUR)), NULL);',
		       'CALL(lseek(shared_fd, 1, SEEK_SET));', 'size_of(me, shared_fd);'],
	opened => ['take(me, own);', '(void)!CALL(write(own, "%s", 1));', 'take_at(me, own, 0);', '(void)!CALL(pwrite(own, "%s", 1, 1));',
		   'size_of(me, own);', 'CALL(ftruncate(own, 3));'],
	readers => ['take(me, own);', 'take_at(me, own, 0);', 'size_of(me, own);', 'take(me, shared_fd);'],
	names => ['make(me, "lock");', 'note(me, "u", told(CALL(unlink("lock"))), NULL);', 'is_there(me, "lock");',
		  'note(me, "m", told(CALL(rename("lock", "other"))), NULL);', 'add_to("other", "%s");', 'is_there(me, "other");'],
	stream => ['CALL(fputs("%s\n", shared));', 'take_line(me);', 'CALL(fprintf(shared, "%s"));', 'note(me, "t", CALL(ftell(shared)), NULL);',
		   'CALL((rewind(shared), 0));', 'CALL(fflush(shared));'],
	streams => ['CALL(fputs("%s", shared));', 'CALL(fflush(NULL));', 'CALL(putc_unlocked(*"%s", shared));',
		    'note(me, "g", CALL(getc_unlocked(shared)), NULL);', '(void)!CALL(write(own, "%s", 1));', 'take_at(me, own, 0);'],
	linked => ['CALL(link("file", "other"));', 'take_from(me, "other");', '(void)!CALL(pwrite(own, "%s", 1, 1));', 'take_at(me, own, 0);',
		   'note(me, "m", told(CALL(rename("file", "lock"))), NULL);', 'take_from(me, "lock");'],
	memory => ['CALL(fputs("%s", in_memory));', 'CALL(fputc(*"%s", in_memory));', 'CALL(fflush(in_memory));'],
	library => ['note(me, "d", CALL(rand() % 10), NULL);', 'CALL((srand(1), 0));', 'note(me, "D", CALL(lrand48() % 10), NULL);', 'CALL(setenv("SEEN", "%s", 1));',
		    'variable(me);', 'CALL(unsetenv("SEEN"));'],
	log => ['add_to("other", "%s");'],
);

sub program_text {
	my ($seed, $kinds, $most) = @_;
	srand($seed);
	my $threads = any(2, 2, 3);
	my $text = $head . "enum { THREADS = $threads };\n";
	for my $me (0 .. 2) {
		my $letter = ('a' .. 'c')[$me];
		my @lines = map { any(@{$operations{any(@$kinds)}}) =~ s/%s/$letter/gr } 0 .. rand($threads == 3 ? 2 : $most);
		$text .= "static void *work$me(void *arg) { BEGIN; @lines close(own); return keep(me); }\n";
	}
	return $text . $main;
}

# Whether it could be compared.
sub compare {
	my ($text, $name) = @_;
	my $bodies = $text =~ s/.*?(?=static void \*work0)//sr =~ s/static void read_back.*//sr;
	is(compile_seen($text, 'every', '-DEVERY') . compile_seen($text, 'program'), '00', "$name compiles") or diag($text), return 0;
	my $every = explored('interleaving', 'every');
	return 0 if $every->{verdict} ne 'complete';
	my ($trace, $all, $drawn) = (explored('trace', 'program'), explored('interleaving', 'program'), explored('trace', 'program', '--ranks', 1));
	diag("$name: $trace->{classes} classes, brute force $all->{executions}, of all operations $every->{executions}") if $ENV{TREADLE_SAY};
	is($trace->{verdict}, 'complete', '... it is complete') or diag($bodies, $trace->{out});
	is($trace->{seen}, $every->{seen}, '... its threads see what they see in every order') or diag($bodies, $trace->{out});
	is($trace->{names}, $all->{names}, '... it has the classes of brute force') or diag($bodies, $trace->{out}, $all->{out})
		if $all->{verdict} eq 'complete';
	is($trace->{executions}, $trace->{classes}, '... each once') or diag($bodies);
	is($drawn->{names}, $trace->{names}, '... the same where turns are drawn') or diag($bodies);
	my $read = explored('rf', 'program');
	is($read->{seen}, $every->{seen}, '... the same by rf') or diag($bodies, $read->{out});
	return 1;
}

# Programs for these seeds whose threads do what is asked for: most are small enough for brute force.
sub compare_hidden {
	my ($name, $kinds, $most, @seeds) = @_;
	my $compared = 0;
	$compared += compare(program_text($_, $kinds, $most), "$name $_") for @seeds;
	cmp_ok($compared, '>', @seeds / 2, "$name: most can be compared");
}

1;
