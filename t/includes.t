#!/usr/bin/perl
# A folder is a stage of the data's way; a file includes its own folder, base/, wire/ and stages before it.  The runtime is
# another process: it shares nothing with the tool but wire/.
#
# Inside the runtime a folder is a room.  A file includes headers of its own room, the doors of rooms below and wire/; no dependence points
# upwards, with an include or without one, and no cycle of units is large (Includes.pm says what a unit is).
use strict;
use warnings;
use File::Basename qw(dirname);
use File::Path qw(make_path);
use File::Temp ();
use lib 't/lib';
use Includes qw(@rooms read_tree dependences cycles folder_of room_of wrong_in_stages wrong_in_rooms crossing_cycles hidden_dependences);
use Test::More;

my @stages = qw(weave trace explore check report explain guide futures minimize drive bounds cli);
my $largest = 15; # units in one cycle of the runtime

# What a low room declares and a higher one defines, and why that is meant.
my %by_design = (
	td_strategies => 'a table: core asks the row of the strategy under way, engine knows them all',
	td_timers => 'a table: the clock asks when a timer goes off, and only io has timers',
	td_fiber_services => 'a table: what a fibre needs of its thread when it begins and ends',
	td_object_rows => 'a table: a row for each type of object, with functions of the rooms that know the type',
	td_parts => 'a table: a row for each part with state, with functions of all rooms',
	td_part_count => 'the length of td_parts',
	td_finish => 'any room ends an execution (sys/end.h), and the engine describes it',
	td_finish_at => 'as td_finish',
	td_finish_stuck => 'as td_finish',
	td_finish_wasted => 'as td_finish',
	td_finish_spin_assumed => 'as td_finish',
	td_finish_endless => 'as td_finish',
	td_unsupported => 'as td_finish',
	td_refuse => 'as td_finish',
);

my %may = (rt => [qw(rt wire)], sync => [qw(sync wire)], wire => [qw(wire)], base => [qw(base)]);
for my $i (0 .. $#stages) {
	$may{$stages[$i]} = ['base', 'wire', @stages[0 .. $i]];
}

sub in_runtime { return folder_of($_[0]) eq 'rt' }

sub too_large {
	my ($graph) = @_;
	return grep { @$_ > $largest } cycles($graph);
}

sub lines { return join "\n", @_ }

# How large the largest cycle is in each folder, or room.
sub show_cycles {
	my ($files, $where, @names) = @_;
	for my $name (@names) {
		my $graph = dependences($files, sub { $where->($_[0]) eq $name });
		my ($first) = cycles($graph);
		note(sprintf '%-8s %3d units, largest cycle %2d%s', $name, scalar keys %$graph, $first ? scalar @$first : 0,
		     $first ? ': ' . join ' ', map { s{.*/}{}r } @$first : '');
	}
}

# These checks can fail: trees made up for them.
sub made_up {
	my (%text) = @_;
	my $room = File::Temp->newdir;
	for my $path (keys %text) {
		make_path("$room/" . dirname($path));
		open my $out, '>', "$room/$path" or die "$path: $!";
		print $out $text{$path};
		close $out or die "$path: $!";
	}
	return read_tree("$room");
}

sub ring {
	my ($count) = @_;
	return map { ("src/rt/state/u$_.h" => "void td_u$_(void);\n",
		      "src/rt/state/u$_.c" => '#include "u' . ($_ + 1) % $count . ".h\"\n") } 0 .. $count - 1;
}

my %sound = (
	'src/wire/event.h' => "enum td_kind { TD_NONE };\n",
	'src/rt/sys.h' => "#include \"rt/sys/os.h\"\n#include \"rt/sys/pool.h\"\n",
	'src/rt/sys/os.h' => "#include <stdint.h>\n#include \"wire/event.h\"\nint td_os(void);\n",
	'src/rt/sys/os.c' => "#include \"os.h\"\n/* #include \"rt/search.h\" */\nint td_os(void) { return 0; }\n",
	'src/rt/sys/pool.h' => "int td_pool(void);\n",
	'src/rt/search.h' => "#include \"rt/sys.h\"\n#include \"rt/search/dpor/tree.h\"\n",
	'src/rt/search/dpor/tree.h' => "#include \"rt/sys.h\"\nint td_tree(void);\n",
	'src/rt/search/dpor/tree.c' => "#include \"tree.h\"\n#include \"rf/graph.h\"\nint td_tree(void) { return td_os(); }\n",
	'src/rt/search/rf/graph.h' => "int td_graph(void);\n",
);

sub wrong_with {
	return lines(map { s{^src/rt/}{}r } wrong_in_rooms(made_up(%sound, @_)));
}

sub hidden_with {
	return lines(map { "@$_" } hidden_dependences(made_up(%sound, @_), \&room_of));
}

sub rt_graph { return dependences(made_up(@_), \&in_runtime) }

subtest 'what is wrong is found' => sub {
	is(wrong_with(), '', 'nothing is wrong in a sound tree');
	is(wrong_with('src/rt/sys/pool.c' => "\n#include \"rt/search.h\"\n"), 'sys/pool.c:2: rt/search.h lies above sys', 'an include upwards');
	is(wrong_with('src/rt/sys/pool.c' => "#include \"../search/rf/graph.h\"\n"), 'sys/pool.c:1: ../search/rf/graph.h lies above sys',
	   'an include upwards past the door');
	is(wrong_with('src/rt/sys.h' => "#include \"rt/search.h\"\n"), 'sys.h:1: rt/search.h lies above sys', 'a door that opens upwards');
	is(wrong_with('src/rt/search/rf/graph.c' => "#include \"rt/sys/os.h\"\n"), 'search/rf/graph.c:1: rt/sys/os.h is behind the door of sys',
	   'an include past the door');
	is(wrong_with('src/rt/search.h' => "#include \"rt/sys/os.h\"\n"), 'search.h:1: rt/sys/os.h is behind the door of sys',
	   'a door past a door');
	is(wrong_with('src/rt/sys/pool.c' => "#include \"rt/sys.h\"\n"), 'sys/pool.c:1: rt/sys.h is the door of its own room', 'its own door');
	is(wrong_with('src/base/base.h' => '', 'src/rt/sys/pool.c' => "#include \"base/base.h\"\n"),
	   'sys/pool.c:1: base/base.h is no part of the runtime', 'a header of the tool');
	is(wrong_with('src/rt/stray.c' => '', 'src/rt/cellar/x.h' => ''), "cellar/x.h lies in no room\nstray.c lies in no room", 'files in no room');

	is(hidden_with(), '', 'no hidden dependence in a sound tree');
	is(hidden_with('src/rt/sys/pool.h' => "int td_deep(void);\n", 'src/rt/search/rf/graph.c' => "int td_deep(void)\n{\n}\n"),
	   'td_deep src/rt/sys/pool.h src/rt/search/rf/graph.c', 'a function that is defined above');
	is(hidden_with('src/rt/sys/pool.c' => "extern int td_rows[];\n", 'src/rt/search/rf/graph.c' => "int td_rows[] = {1, 2};\n"),
	   'td_rows src/rt/sys/pool.c src/rt/search/rf/graph.c', 'a variable that is defined above');
	is(hidden_with('src/rt/search/rf/graph.c' => "int td_pool(void);\n", 'src/rt/sys/pool.c' => "int td_pool(void)\n{\n}\n"), '',
	   'what is defined below is none');

	my %upward = (%sound, 'src/rt/sys/pool.c' => "#include \"rt/search.h\"\nint td_pool(void) { return td_tree(); }\n");
	is(scalar crossing_cycles(rt_graph(%sound)), 0, 'no cycle in a sound tree');
	is(scalar crossing_cycles(rt_graph(%upward)), 0, 'no cycle of what only stands behind the same door');
	my @crossing = crossing_cycles(rt_graph(%upward, 'src/rt/search/dpor/tree.c' => "#include \"rt/sys.h\"\nint td_tree(void) { return td_pool(); }\n"));
	is(lines(map { "@$_" } @crossing), 'src/rt/search/dpor/tree src/rt/sys/pool', 'a cycle across rooms');

	is(scalar too_large(rt_graph(ring($largest))), 0, 'a cycle of 15 units');
	is(lines(map { scalar @$_ } too_large(rt_graph(ring($largest + 1)))), '16', 'a cycle of 16 is too large');

	my $tool = made_up('src/base/base.c' => "\n#include \"cli/cli.h\"\n", 'src/cli/cli.h' => '', 'src/cli/cli.c' => "#include \"cli.h\"\n#include \"base/base.h\"\n",
			   'src/base/base.h' => '', 'src/attic/a.c' => "#include \"base/base.h\"\n");
	is(lines(wrong_in_stages($tool, \%may)), "src/attic/a.c:1: base/base.h\nsrc/base/base.c:2: cli/cli.h", 'a later stage, and a folder that is no stage');
};

my $files = read_tree('.');
my $runtime = dependences($files, \&in_runtime);
cmp_ok(scalar(keys %$runtime), '>', 100, 'the runtime is there');
is(lines(wrong_in_stages($files, \%may)), '', 'a file includes only what comes before it');
is(lines(wrong_in_rooms($files)), '', 'a file of the runtime includes its own room, doors below and wire/');
is(lines(map { "@$_" } crossing_cycles($runtime)), '', 'no cycle of units crosses a room');
is(lines(map { "@$_" } too_large($runtime)), '', "no cycle of the runtime has more than $largest units");

my @hidden = hidden_dependences($files, \&room_of);
my %found = map { $_->[0] => 1 } @hidden;
is(lines(map { "$_->[0]: $_->[1] declares it, $_->[2] defines it" } grep { !$by_design{$_->[0]} } @hidden), '',
   'what a room declares is defined there or below');
is(lines(grep { !$found{$_} } sort keys %by_design), '', '... but for what is meant to be otherwise, all of which is there');

my %folders = map { folder_of($_) => 1 } grep { folder_of($_) } keys %$files;
show_cycles($files, \&folder_of, sort keys %folders);
show_cycles($files, \&room_of, @rooms);
done_testing;
