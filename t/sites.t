#!/usr/bin/perl
# The site table that clang's weave makes.  Lines of t/sites say in comments which accesses they have, by kind and expression; executions
# are compared with the names that addresses have.  Distances over its graph are a unit test.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;
use JSON::PP;
use lib "$FindBin::Bin/lib";
use Loom;
use Test::More;

my $units = ($ENV{TREADLE_BUILD} || 'build') . '/t/unit';
my %compared = map { $_ => 1 } qw(read write update call indirect);

sub lines_of {
	my ($file) = @_;
	open my $in, '<', $file or die "$file: $!";
	chomp(my @lines = <$in>);
	return @lines;
}

for my $unit (qw(flow_test distance_test)) {
	my ($status, $out) = run('.', abs_path("$units/$unit"));
	is($status, 0, $unit) or diag($out);
}
if (!has_weaver()) {
	done_testing;
	exit;
}

# The table of a file: of each place "FILE:LINE" its sites in order, and the functions with their blocks.
sub table_of {
	my ($binary) = @_;
	my ($status, $out) = run('.', abs_path("$units/sites_dump_test"), $binary);
	my (%at, @functions);
	is($status, 0, 'the table can be read') or diag($out);
	for (split /\n/, $out) {
		my ($what, @fields) = split /\t/, $_, -1;
		if ($what eq 'function') {
			push @functions, {name => $fields[0], file => $fields[1], signature => $fields[3], flags => $fields[4], blocks => []};
		} elsif ($what eq 'block') {
			push @{$functions[-1]{blocks}}, {loop => $fields[1], successors => [split ' ', $fields[2]], sites => []};
		} elsif ($what eq 'site') {
			my %site = (function => $functions[-1]{name});
			@site{qw(kind file line column expression callee)} = @fields;
			push @{$functions[-1]{blocks}[-1]{sites}}, \%site;
			push @{$at{($site{file} =~ m{([^/]*)$})[0] . ":$site{line}"}}, \%site;
		}
	}
	return (\%at, \@functions);
}

# What the comments want, against what is there.  A function that several objects have, or several instances of a template, has its lines
# several times.
sub compare_lines {
	my ($at, $file) = @_;
	my ($name) = $file =~ m{([^/]*)$};
	my @lines = lines_of($file);
	for my $number (1 .. @lines) {
		my ($wanted) = $lines[$number - 1] =~ m{//= (.*)} or next;
		my (%by_function, %seen);
		for my $site (@{$at->{"$name:$number"} || []}) {
			next if !$compared{$site->{kind}};
			push @{$by_function{$site->{function}}}, "$site->{kind} " . ($site->{expression} || '-');
		}
		my $copies = $name =~ /\.h$/ ? 2 : 1;
		my @found = grep { !$seen{$_}++ } map { join '; ', @$_ } values %by_function;
		is(join(' | ', @found), join('; ', ($wanted) x $copies), "$name:$number");
	}
}

my $room = tempdir(CLEANUP => 1);
my %sources = (shapes => [map { abs_path("t/sites/$_") } qw(shapes.c shapes_push.c)], classes => [abs_path('t/sites/classes.cc')]);
my $has_cxx = is_installed('clang++');

sub weave_shapes {
	my ($name, @flags) = @_;
	my ($status, undef, $err) = run($room, $treadle, $name eq 'classes' ? 'c++' : 'cc', '--compiler=clang', '-g', @flags,
		'-o', $name, @{$sources{$name}});
	is($status, 0, "$name @flags compiles") or diag($err);
	is($err, '', '... without a warning');
}

subtest 'expressions by line' => sub {
	for my $name ('shapes', $has_cxx ? 'classes' : ()) {
		weave_shapes($name, '-O1');
		my ($at) = table_of("$room/$name");
		compare_lines($at, $_) for @{$sources{$name}}, $name eq 'shapes' ? 't/sites/shapes.h' : ();
	}
};

# The expressions that the comment of a line allows for an event of a kind, "-" for none.
sub allowed {
	my ($source, $kind) = @_;
	my ($wanted) = $source =~ m{//= (.*)} or return;
	return map { /^$kind (.*)/ ? $1 eq '-' ? '' : $1 : () } split /; /, $wanted;
}

# Events of woven code, each with its line: what a library does inside a call is not among them.
sub own_accesses {
	my ($trace) = @_;
	my ($sites, $stacks) = @$trace{qw(sites stacks)};
	my @own;
	for my $event (@{$trace->{events}}) {
		my $site = $sites->[$event->{site}];
		my $inner = $stacks->[$event->{stack}][0];
		next if $event->{kind} !~ /^(read|write|update)$/ || !defined $inner || $inner != $event->{site};
		push @own, {%$event, line => "$site->{file}:$site->{line}", column => $site->{column}, source => $site->{source}}
			if $site->{source};
	}
	return @own;
}

sub trace_of {
	my ($binary) = @_;
	unlink glob "$room/*.trd";
	run($room, 'timeout', 60, $treadle, 'run', $binary);
	my ($file) = glob "$room/*.trd" or return;
	return decode_json((run($room, $treadle, 'show', '--json', $file))[1]);
}

sub compare_run {
	my ($name, $what) = @_;
	my $trace = trace_of("./$name") or return fail("$what: a trace is made");
	my (@wrong, %lines);
	for my $event (own_accesses($trace)) {
		my @allowed = allowed($event->{source}, $event->{kind}) or next;
		my $expression = $event->{expression} // '';
		$lines{$event->{line}}++;
		push @wrong, "$event->{line}: $event->{kind} $expression" if !grep { $_ eq $expression } @allowed;
	}
	cmp_ok(scalar(keys %lines), '>=', $name eq 'classes' ? 6 : 15, "$what: lines that are run");
	is(join("\n", @wrong), '', "$what: events have the expressions of their lines");
}

subtest 'expressions of events' => sub {
	for my $level (qw(-O0 -O2)) {
		for my $name ('shapes', $has_cxx ? 'classes' : ()) {
			weave_shapes($name, $level);
			compare_run($name, "$name $level");
		}
	}
	my ($main, $push) = @{$sources{shapes}};
	run($room, $treadle, 'cc', '--compiler=clang', '-g', '-shared', '-fPIC', '-o', 'libpush.so', $push);
	run($room, $treadle, 'cc', '--compiler=clang', '-g', '-o', 'shapes', $main, '-L.', '-lpush', "-Wl,-rpath,$room");
	compare_run('shapes', 'shapes with a library');
	my ($count) = grep { $_->{line} =~ /shapes_push\.c/ && $_->{expression} } own_accesses(trace_of('./shapes'));
	ok($count, '... whose accesses have some, too');
	run($room, 'strip', '-g', 'shapes', 'libpush.so');
	is(scalar(grep { $_->{expression} } @{trace_of('./shapes')->{events}}), 0, 'without debug information there are none');
};

subtest 'the graph' => sub {
	weave_shapes('shapes', '-O1');
	my (undef, $functions) = table_of("$room/shapes");
	my %named = map { $_->{name} => $_ } @$functions;
	my @loops = grep { $_->{loop} } @{$named{push}{blocks}};
	is(scalar(@loops), 1, 'push has a loop');
	is(scalar(@{$loops[0]{successors}}), 2, '... which is left at its head');
	is(scalar(grep { $_->{loop} } @{$named{fields}{blocks}}), 0, 'fields has none');
	my ($indirect) = grep { $_->{kind} eq 'indirect' } map { @{$_->{sites}} } @{$named{push}{blocks}};
	is(join(' ', map { $_->{name} } grep { $_->{flags} & 1 && $_->{signature} eq $indirect->{callee} } @$functions), 'add_to_slot',
	   'a call through a pointer may go to one function');
	my @handed = grep { $_->{kind} eq 'hands over' } map { @{$_->{sites}} } map { @{$_->{blocks}} } @$functions;
	is(join(' ', map { $_->{callee} } @handed), 'fields', 'a function is handed over');
	my ($headers) = `readelf -SW $room/shapes` =~ /(\.treadle\.sites.*)/;
	like($headers, qr/PROGBITS +0{16} [0-9a-f]+ [0-9a-f]+ 00 +0 +0 +1$/, 'the section is not loaded');
};

# A section with any byte changed is read without a fault (the reader is built with sanitizers), or not at all.
subtest 'damaged tables' => sub {
	run($room, 'objcopy', '-O', 'binary', '--only-section=.treadle.sites', '--set-section-flags', '.treadle.sites=alloc', 'shapes', 'table');
	my $table = join "\n", lines_of("$room/table");
	my $dice = 1;
	my @bad;
	for my $round (1 .. ($is_long ? 1000 : 30)) {
		my $damaged = $table;
		for (1 .. 1 + $round % 3) {
			$dice = ($dice * 1103515245 + 12345) & 0x7fffffff;
			my $at = ($dice >> 8) % length $damaged;
			$round % 5 ? (substr($damaged, $at, 1) = chr($dice & 0xff)) : (substr($damaged, $at) = '');
		}
		open my $out, '>', "$room/damaged" or die;
		print $out $damaged;
		close $out;
		run($room, 'objcopy', '--update-section', '.treadle.sites=damaged', 'shapes', 'shapes_damaged');
		my ($status, undef, $err) = run($room, abs_path("$units/sites_dump_test"), 'shapes_damaged');
		push @bad, "$round: $status $err" if $status > 1 || $err;
	}
	is(join("\n", @bad), '', 'no fault');
};

# Of programs that were written for something else: an expression stands in its line, and ends with the member or variable that the address
# has as its name.  Names know one member of a union only, and no part of what macros or the C library have made.
my %differs = map { $_ => 1 } qw(atomics_of_two_sizes union_under_lock mapped_memory memory_given_up);

sub last_part {
	my ($name) = @_;
	$name =~ s/ \(.*\)$//;
	return $name =~ /(\w+|\])$/ ? $1 : '';
}

sub wrong_expression {
	my ($event) = @_;
	my ($object, $expression) = ($event->{object} // '', $event->{expression});
	(my $text = $expression) =~ s/^\*//;
	return "is not in the line $event->{source}" if index($event->{source}, $text) < 0;
	return if $expression =~ /^\*/ || $object =~ /#\d+(\+\d+)?$|^0x|_Value$|\|/;
	return "is called $object" if last_part($object) ne last_part($expression);
}

subtest 'expressions in other programs' => sub {
	my ($events, $without, @wrong) = (0, 0);
	for my $program (one_in($is_long ? 1 : 24, programs('ok'))) {
		next if $program->{is_cxx} && !$has_cxx;
		my ($binary, $messages) = weave($program, 'clang');
		my $trace = $binary && trace_of($binary) or next;
		for my $event (own_accesses($trace)) {
			$events++;
			$without++ if !$event->{expression};
			my $why = $event->{expression} && !$differs{$program->{name}} ? wrong_expression($event) : undef;
			push @wrong, "$event->{line}:$event->{column}: $event->{kind} $event->{expression} $why" if $why;
		}
	}
	is(join("\n", @wrong), '', 'no expression is wrong');
	cmp_ok($without, '<', $events / 5, 'most accesses have one') or diag("$without of $events have none");
};
done_testing;
