#!/usr/bin/perl
# Which of several lists a function was put into (src/bounds/holders.h): random programs register functions in lists, tables and
# variables, by functions of their own, move and share what they have, and walk along each list calling what is there.  They are
# compiled by gcc and run, every walk after every step: wherever the function that creates is called, treadle bounds must know the
# loop.  Of the loops that never come to call it, it must leave out a good part.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/lib";
use Bounds;
use Loom;
use Test::More;

plan skip_all => 'treadle was built without libclang, so it has no bounds' if !-x "$treadle-parse";
my $seed = 11;
my $programs = $is_long ? 400 : 80;
use constant { LISTS => 4, WALKS => 7 };

sub below {
	$seed = ($seed * 1103515245 + 12345) % 2147483648;
	return int($seed / 65536) % $_[0];
}

my $frame = <<'END';
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct entry { struct entry *next, *other; int (*run)(void); int number; };
struct list { struct entry *first, *last, *current; };
struct room { struct list *list; int size; };
void *work(void *arg);
int again(void);
static int number;
static struct list *list_0, *list_1, *list_2, *list_3;
static struct entry *kept_0, *kept_1;
static struct room room_0, *room_1 = &room_0;
static int none(void) { return number; }
static int one(void) { return ++number; }
static int create(void) { pthread_t t; return pthread_create(&t, NULL, work, NULL); }
static int (*variable)(void) = none;
static struct list *make_list(void) { return calloc(1, sizeof(struct list)); }
static struct entry *make_entry(int (*run)(void))
{
	struct entry *entry = calloc(1, sizeof *entry);
	entry->run = run;
	return entry;
}
static void append(struct list *list, struct entry *entry)
{
	entry->next = NULL;
	if (!list->first)
		list->first = entry;
	else
		list->last->next = entry;
	list->last = entry;
}
static void prepend(struct list *list, struct entry *entry)
{
	entry->next = list->first;
	list->first = entry;
	if (!list->last)
		list->last = entry;
}
static struct entry *first_of(struct list *list)
{
	if (!list)
		return NULL;
	return list->first;
}
static struct entry *take(struct list *list)
{
	struct entry *entry = first_of(list);
	if (!entry)
		return NULL;
	list->first = entry->next;
	if (list->last == entry)
		list->last = NULL;
	return entry;
}
static void find(struct list *list, struct entry **found) { *found = first_of(list); }
static void find_for(struct list *list, struct entry **found) { find(list, found); }
static void add(struct list **list, void *run)
{
	if (!*list)
		*list = make_list();
	append(*list, make_entry(run));
}
static void each(struct list *list, void (*act)(struct entry *entry))
{
	for (struct entry *entry = first_of(list), *next; entry; entry = next) {
		next = entry->next;
		act(entry);
	}
}
END

# A step and what has to stand before it; RUN is a function, the others are lists.
my @steps = (
	['add(&LIST, (void *)RUN);'], ['add(&LIST, (void *)RUN);'], ['add_to_LIST(RUN);', 'static void add_to_LIST(int (*run)(void)) { add(&LIST, (void *)run); }'],
	['if (LIST) prepend(LIST, make_entry(RUN));'], ['if (LIST) append(LIST, make_entry(RUN));'],
	['{ struct entry *entry = take(LIST); if (entry && OTHER) append(OTHER, entry); }'],
	['if (LIST) OTHER = LIST;'], ['kept_0 = first_of(LIST);'], ['if (kept_0) kept_0->run = RUN;'],
	['{ struct entry *found; find_for(LIST, &found); if (found) found->run = RUN; }'],
	['if (LIST) LIST->current = first_of(OTHER);'], ['if (LIST && LIST->current) LIST->current->run = RUN;'],
	['if (first_of(LIST)) first_of(LIST)->other = first_of(OTHER);'],
	['if (first_of(LIST) && first_of(LIST)->other) first_of(LIST)->other->run = RUN;'],
	['if (first_of(LIST) && first_of(OTHER)) first_of(LIST)->run = first_of(OTHER)->run;'],
	['if (first_of(LIST) && first_of(OTHER)) memcpy(&first_of(LIST)->run, &first_of(OTHER)->run, sizeof(void *));'],
	['each(LIST, act_NUMBER);', 'static void act_NUMBER(struct entry *entry) { entry->run = RUN; }'],
	['each(LIST, act_NUMBER);', 'static void act_NUMBER(struct entry *entry) { kept_1 = entry; }'],
	['each(LIST, act_NUMBER);', 'static void act_NUMBER(struct entry *entry) { entry->number++; }'],
	['if (kept_1) kept_1->run = RUN;'], ['room_0.list = LIST;'], ['room_1->list = LIST;'],
	['if (room_1->list && first_of(room_1->list)) first_of(room_1->list)->run = RUN;'], ['variable = RUN;'],
	['if (first_of(LIST)) variable = first_of(LIST)->run;'], ['table_0[below_4()].run = RUN;'], ['kept_1 = &table_0[below_4()];'],
	['if (first_of(LIST)) { struct entry copy = *first_of(LIST); kept_0 = &table_1[0]; table_1[0] = copy; }'],
);

# One step of a program has the function that creates: everything depends on where that one goes.
sub step {
	my ($number, $run) = @_;
	my @possible = $run eq 'create' ? grep { "@$_" =~ /RUN/ } @steps : @steps;
	my ($step, $before) = @{$possible[below(scalar @possible)]};
	my ($list, $other) = map { "list_$_" } below(LISTS), below(LISTS);
	s/NUMBER/$number/g, s/RUN/$run/g, s/LIST/$list/g, s/OTHER/$other/g for grep { defined } $step, $before;
	return ($step, $before // '');
}

# A loop that calls what it finds; LOOP marks the line.
sub walk {
	my ($which) = @_;
	return 'while (again()) variable();' if $which == WALKS - 1;
	return 'while (again()) if (kept_0 && kept_0->run) kept_0->run();' if $which == WALKS - 2;
	return 'for (int i = 0; i < 4; i++) if (table_0[i].run) table_0[i].run();' if $which == WALKS - 3;
	my $loop = 'for (struct entry *entry = FIRST; entry && again(); entry = entry->next)';
	my $first = ("list_$which ? list_$which->first : NULL", "first_of(list_$which)")[below(2)];
	my $call = ('if (entry->run) entry->run();', '{ int (*run)(void) = entry->run; if (run) (*run)(); }',
		    'if (entry->run) { struct entry *it = entry; number += it->run(); }')[below(3)];
	return $loop =~ s/FIRST/$first/r . " $call";
}

sub program {
	my ($text, %before) = $frame;
	$text .= "static int below_4(void) { return number & 3; }\n";
	$text .= "static struct entry table_$_" . "[4] = { { .run = one }, { .number = $_ } };\n" for 0, 1;
	my $taken = 3 + below(5);
	my $creates = below($taken);
	my @taken = map { [step($_, $_ == $creates ? 'create' : qw(none one)[below(2)])] } 0 .. $taken - 1;
	unshift @taken, map { ["add(&list_$_, (void *)one);", ''] } 0 .. LISTS - 1;
	$text .= "$_\n" for grep { $_ && !$before{$_}++ } map { $_->[1] } @taken;
	my @line;
	for my $which (0 .. WALKS - 1) {
		$line[$which] = 2 + $text =~ tr/\n//;
		$text .= "void walk_$which(void)\n{ " . walk($which) . " }\n";
	}
	$text .= "void step_$_(void) { $taken[$_][0] }\n" for 0 .. $#taken;
	return ($text, scalar @taken, \@line);
}

# Every walk after every step, and all steps twice: the order in the text means nothing to the checker.
sub main_of {
	my ($steps) = @_;
	my $text = "#include <pthread.h>\n#include <stdio.h>\n#define pthread_create(a, b, c, d) (created = 1, 0)\nstatic int created, rounds;\n#include \"held.c\"\n" .
		"int again(void) { return rounds++ < 9; }\nint main(void)\n{\nint is_called[" . WALKS . "] = { 0 };\nfor (int i = 0; i < 3; i++) {\n";
	for my $step (0 .. $steps - 1) {
		$text .= "step_$step();\n";
		$text .= "created = 0, rounds = 0, walk_$_(), is_called[$_] |= created;\n" for 0 .. WALKS - 1;
	}
	return "$text}\nfor (int i = 0; i < " . WALKS . "; i++) printf(\"%d\\n\", is_called[i]);\nreturn 0;\n}\n";
}

my $room = tempdir(CLEANUP => 1);
sub put {
	my ($name, $text) = @_;
	open my $out, '>', "$room/$name" or die "$name: $!";
	print $out $text;
	close $out;
}

my ($called, $not_called, $left_out, @missed) = (0, 0, 0);
for my $i (1 .. $programs) {
	my ($text, $steps, $line) = program();
	put('held.c', $text);
	put('main.c', main_of($steps));
	my ($status, $out, $err) = run($room, qw(gcc -w -O0 main.c -o main -lpthread));
	BAIL_OUT("program $i: $err") if $status;
	($status, $out) = run($room, './main');
	BAIL_OUT("program $i: status $status") if $status;
	my @is_called = split /\n/, $out;
	my ($bounds_status, $said) = bounds_json($room, 'held.c');
	my %is_known = map { $_->{line} => 1 } @{$said->{loops}};
	for my $which (0 .. WALKS - 1) {
		$is_called[$which] ? $called++ : $not_called++;
		$left_out++ if !$is_called[$which] && !$is_known{$line->[$which]};
		push @missed, "program $i, walk_$which" if $is_called[$which] && !$is_known{$line->[$which]};
	}
	diag $text =~ /(static int below_4.*)/s if @missed == 1 && $missed[0] =~ /^program $i,/;
}
is join('; ', @missed), '', 'every loop that calls the function which creates is known';
cmp_ok $called, '>', $programs / 2, "$called loops call it";
cmp_ok $left_out, '>', $not_called / 3, "of $not_called others, $left_out are left out";
done_testing;
