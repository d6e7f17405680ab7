#!/usr/bin/perl
# Races and variants of recorded executions: what `treadle show --races --variants` says is what one finds by trying everything,
# and following variants alone comes to every class of executions, each once.  What a report shows, and what it leaves out.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp ();
use Generated;
use Loom;
use Races;
use Test::More;

our $TODO; # of Test::More

my $room = File::Temp->newdir;

sub figure {
	my ($name) = @_;
	my $binary = "$room/$name";
	return $binary if -e $binary;
	my ($status, $out, $err) = run("$root/examples/figures", $treadle, 'cc', '--compiler=gcc', '-g', '-O1', '-o', $binary, "$name.c");
	BAIL_OUT("$name.c: $out$err") if $status;
	return $binary;
}

# Programs whose classes are known (figures.t): beginning with the plainest execution and with random ones.
my @figures = (['increment 2 1', 4], ['increment 3 1', 36], ['one_mutex 3 1', 6], ['one_mutex 2 2', 6], ['philosophers 3', 7],
	       ['bb_semaphore 2 2 1 1', 4], ['counting_semaphore 2 3 1', 54], ['peterson 2', 20],
	       ['lastzero 3', 12], ['readers 3', 8], ['rw_semaphore 2 1', 48]);
push @figures, ['bb_semaphore 3 3 2 1', 324], ['increment 3 2', 7134], ['peterson 3', 34], ['lastzero 5', 64] if $is_long;

sub check_reach {
	my ($text, $count, @run) = @_;
	my ($name, @arguments) = split ' ', $text;
	my @command = (figure($name), @arguments);
	my $all = classes_of(@command);
	my $self = reach(20 * $count, \@run, @command);
	is("@{$self->{faults}}", '', "$text @run: every variant can be followed");
	is(join(' ', sort keys %{$self->{classes}}), join(' ', sort keys %{$all->{classes}}), "... $count classes, the same as the search");
	is(scalar keys %{$self->{classes}}, $count, '... so many');
	is($self->{executions} - $self->{partial}, $count, '... each once');
	cmp_ok($self->{partial}, '<=', 1 + $count / 4, '... with few executions for nothing');
}

# Where a variable is shared in some executions only, the search and a single execution fingerprint differently; counts must do.
sub check_count {
	my ($text, $count) = @_;
	my ($name, @arguments) = split ' ', $text;
	my $self = reach(20 * $count, [], figure($name), @arguments);
	is(join(' ', scalar keys %{$self->{classes}}, $self->{executions}, @{$self->{faults}}), "$count $count", "$text: $count classes, each once");
}

# Steps that touch several places at once (t/show/together.c): no class is missed, wherever one begins; with one exception, which is known.
sub check_together {
	my ($case, $count) = @_;
	my $binary = "$room/together";
	my ($status, $out, $err) = -e $binary ? 0 : run("$root/t/show", $treadle, 'cc', '--compiler=gcc', '-g', '-O1', '-o', $binary, 'together.c');
	BAIL_OUT("together.c: $out$err") if $status;
	my @names = sort keys %{classes_of($binary, $case)->{classes}};
	is(scalar @names, $count, "together $case: $count classes");
	for my $run ([], map { ['--strategy', 'random', '--seed', $_] } 1 .. 4) {
		my $self = reach(20 * $count, $run, $binary, $case);
		local $TODO = $case eq 'late' ? 'learned too late what belongs together (check/joined.h)' : undef;
		is(join(' ', sort(keys %{$self->{classes}}), @{$self->{faults}}), "@names", "... the same by variants @$run");
	}
}

# Random programs.  Where an execution ends while threads could run, what they would have done is not in any race set.  Where a step
# touches several places a class may come up more than once, on the average not twice; so it may where compare-and-swaps fail,
# for variants take them for writes and the search for reads.  Where it depends on a race whether a step joins places, a class may be
# missed (as in `together late`): in 1 of 207 programs of memory and branches.
sub check_generated {
	my ($binary, $features, $first, $last, $most) = @_;
	my ($same, $skipped, $classes, $executions, $less) = (0, 0, 0, 0, 0);
	for my $seed ($first .. $last) {
		my @command = ($binary, '--features', $features, $seed);
		my $all = classes_of(@command);
		if ($all->{verdict} ne 'complete' || $all->{count} > $most) {
			$skipped++;
			next;
		}
		my $self = reach(100 * $most, ['--strategy', 'random', '--seed', $seed], @command);
		if (grep { !/^(passed|deadlock)$/ } keys %{$self->{kinds}}) {
			$skipped++;
			next;
		}
		my $found = keys %{$self->{classes}};
		my $may_repeat = $features =~ /memory/ || listing(@command) =~ /compare-exchange/;
		my $once = $may_repeat || $self->{executions} - $self->{partial} == $all->{count};
		my $right = !@{$self->{faults}} && $found == $all->{count} && $once;
		my $is_less = $features =~ /memory.*branches/ && !@{$self->{faults}} && $found < $all->{count};
		$is_less ? $less++ : $right ? $same++ : fail("random_program --features $features $seed: $found of $all->{count} classes, " .
					"$self->{executions} executions, $self->{partial} for nothing @{$self->{faults}}");
		$classes += $all->{count};
		$executions += $self->{executions};
	}
	cmp_ok($less, '<=', ($last - $first + 1) / 50, "$features: classes are missed in $less programs");
	cmp_ok($executions, '<', 2 * $classes, "$features: $executions executions for $classes classes");
	cmp_ok($same, '>=', ($last - $first + 1) / 4, "$features: $same programs with $classes classes reached by variants alone, $skipped left out");
}

sub text_of {
	my ($set) = @_;
	return join ' ', sort keys %$set;
}

# The race sets, timestamps and rows of one execution of a random program, the long way.
sub check_by_force {
	my ($binary, @arguments) = @_;
	my $file = "$room/force.trd";
	unlink $file;
	my ($status, $out, $err) = run($room, $treadle, 'run', '--strategy', 'random', '--seed', 5, '-o', $file, $binary, @arguments);
	return "run: $err" if $status > 1;
	my $self = races_of($file);
	my ($sets, $past, $control) = (race_sets_by_force($self), timestamps_by_force($self, 1), timestamps_by_force($self, 0));
	my @faults;
	for my $step (grep { $_->{happened} } @{$self->{steps}}) {
		push @faults, "timestamp of step $step->{number}" if "@{$step->{timestamp}}" ne $past->[$step->{number}];
		push @faults, "control past of step $step->{number}" if "@{$step->{control}}" ne $control->[$step->{number}];
		next if @{$step->{touches}} != 1;
		my ($touch) = @{$step->{touches}};
		my @rivals = grep { !$touch->{writes} || @{$self->{steps}[$self->{touches}[$_]{step}]{touches}} == 1 } @{$touch->{rivals}};
		my $said = { map { (defined ? $_ : 'none') => 1 } @rivals };
		my $found = $sets->{$touch->{number}} || {};
		push @faults, "race set of step $step->{number}: " . text_of($said) . ', by force ' . text_of($found)
			if text_of($said) ne text_of($found);
	}
	my $rows = rows_by_force($self);
	push @faults, 'rows' if $rows && text_of($rows) ne text_of({ map { ("@$_" => 1) } @{$self->{rows}} });
	return (join('; ', @faults), scalar(map { @{$_->{rivals}} } @{$self->{touches}}), $rows ? scalar keys %$rows : 0);
}

sub check_all_by_force {
	my ($binary, $features, $last) = @_;
	my ($right, $races, $rows) = (0, 0, 0);
	for my $seed (1 .. $last) {
		my ($faults, $some, $more) = check_by_force($binary, '--features', $features, $seed);
		$faults eq '' ? $right++ : fail("random_program --features $features $seed: $faults");
		$races += $some // 0;
		$rows += $more // 0;
	}
	is($right, $last, "$features: $right executions, $races races, $rows rows, as by force");
	cmp_ok($races, '>', $last / 2, '... and there were races');
}

subtest 'variants alone come to every class' => sub {
	for my $figure (@figures) {
		check_reach(@$figure, @$_) for [], ['--strategy', 'random', '--seed', 3];
	}
	check_count('message_passing 2', 3);
};

# The text, and what is not possible.
sub check_text {
	my $file = "$room/text.trd";
	run($room, $treadle, 'run', '-o', $file, figure('counting_semaphore'), 2, 2, 1);
	my ($status, $out, $err) = run($room, $treadle, 'show', '--races', $file);
	is("$status$err", '0', 'show --races');
	like($out, qr/^timestamps: how many steps of main, visit, visit#2 /, '... names the threads');
	like($out, qr/take permits → 1 +\[3 2 0\]\n +on permits could have come first:\n +\d+ +visit#2 .*counting_semaphore\.c:13.*\[4 3 2\]/,
	     '... an event, who could have come first, places, names and timestamps');
	like($out, qr/^races: 2, at 2 of \d+ events\n\z/m, '... and counts');
	($status, $out, $err) = run($room, $treadle, 'show', '--variants', $file);
	is("$status$err", '0', 'show --variants');
	like($out, qr/^event( +\d+){2}\n +1 +0 +1\n +2 +1 +-1\n\n/, '... has the race table');
	like($out, qr/^ +2   keeps [\d -]+\n +visit#2: take permits .* comes before visit: take permits/m, '... and the variants');
	like($out, qr/^variants: 2\n/m, '... counts them');
	my ($plain) = (run($room, $treadle, 'show', $file))[1];
	unlike($plain, qr/^variants|^timestamps|could have/m, 'nothing of this without the options');

	($status, $out, $err) = run($room, $treadle, 'replay', '--variant', 1, '--output-trace', 'variant.trd', $file);
	is("$status$out$err", "0trace: variant.trd\n", 'replay --variant');
	($status, $out, $err) = run($room, $treadle, 'replay', 'variant.trd');
	is($status, 0, '... is replayed like any other');
	like($out, qr/replayed: same \d+ events\n\z/, '... to the bit');
	for (['show', '--races', '--from', 2, $file], ['replay', '--variant', 3, $file], ['replay', '--output-trace', 'x.trd', $file],
	     ['replay', '--variant', 0, $file], ['replay', '--variant', 1, '--gdb', $file]) {
		($status, $out, $err) = run($room, $treadle, @$_);
		is($status, 64, "@$_[0 .. 2]: wrong usage");
		like($err, qr/\A.+\n\z/, '... in one line');
	}
	($status, $out, $err) = run($room, $treadle, 'replay', '--variant', 1, '--output-trace', 'variant.trd', $file);
	is("$status$out$err", "0trace: variant.2.trd\n", 'an existing file is not written over');
}

# Rows are chosen by relevance: not the locks inside a library, and not what other threads do elsewhere.
sub check_rows {
	my ($status, $out, $err) = run("$root/t/show", 'gcc', '-g0', '-shared', '-fPIC', '-pthread', '-o', "$room/libbusy.so", 'busy.c');
	BAIL_OUT("busy.c: $out$err") if $status;
	($status, $out, $err) = run("$root/t/show", $treadle, 'cc', '--compiler=gcc', '-g', '-O1', '-o', "$room/noise", 'noise.c', "-L$room",
				    '-lbusy', "-Wl,-rpath,$room");
	BAIL_OUT("noise.c: $out$err") if $status;
	($status, $out, $err) = run($room, $treadle, '--seed', 1, '--strategy', 'random', '--explain', 'off', "$room/noise");
	my ($picture) = $out =~ /\A(.*?)^threads$/ms;
	like($picture, qr/^noise: assertion failed/, 'the lost update is found');
	is(() = $picture =~ /load count = 0/g, 2, '... and both reads are shown');
	is(() = $picture =~ /store count = 1/g, 2, '... and both writes');
	unlike($picture, qr/ticks|lock inner$/, '... but neither what other threads do, nor locks of the library');
	like($picture, qr/… \d+ events in libbusy\.so/, '... which is folded and named');
	cmp_ok(() = $picture =~ /\n/g, '<', 40, '... so that it fits a screen');
	my $all = (run($room, $treadle, 'show', '--all', 'noise.trd'))[1];
	is(() = $all =~ /update ticks:/g, 40, '--all has what other threads do');
	cmp_ok(() = $all =~ / lock inner/g, '>=', 80, '... and the locks of the library');
}

# One fault is one report, and a line for each other finding of it.
sub check_faults {
	my ($status, $out, $err) = run("$root/t/show", $treadle, 'cc', '--compiler=gcc', '-g', '-O1', '-o', "$room/cache", 'cache.c');
	BAIL_OUT("cache.c: $out$err") if $status;
	my @command = ($treadle, '--seed', 1, '--keep-going', '--explain', 'off');
	($status, $out, $err) = run($room, @command, "$room/cache");
	my ($findings) = $out =~ /, (\d+) findings/;
	cmp_ok($findings, '>=', 5, 'one wrong lock: several findings');
	like($out, qr/^    cache\.\d+\.trd  use after free: /m, '... of more than one kind');
	is(() = $out =~ /^replay: /mg, 1, '... one report');
	is(() = $out =~ /^as in cache\.trd, cache\.lock is not held at all accesses:\n    cache/mg, 1, '... one list, which says why');
	my $again = 0;
	$again += $1 while $out =~ /^    and (\d+) more at the same places$/mg;
	is($again + (() = $out =~ /^    cache\.\d+\.trd  \S/mg), $findings - 1, '... a line for each other finding, once');
	is(() = (run($room, @command, '--all-reports', "$room/cache"))[1] =~ /^replay: /mg, $findings, '--all-reports: each in full');
}

my ($binary, $messages) = build_generator('gcc');
BAIL_OUT($messages) if !$binary;
subtest 'text' => sub { check_text() };
subtest 'rows' => sub { check_rows() };
subtest 'faults' => sub { check_faults() };
my $last = $is_long ? 40 : 8;
subtest 'race sets, timestamps and race tables by force' => sub {
	check_all_by_force($binary, $_, $last)
		for 'memory', 'atomics', 'locks', 'semaphores', 'rwlocks', 'barriers,memory', 'onces,locks', 'atomics,locks,semaphores,branches';
};
subtest 'steps that touch several places' => sub {
	check_together(@$_) for ['fill', 2], ['writes', 3], ['beside', 4], ['reads', 4], ['perhaps', 5], ['late', 12];
};
subtest 'the same for random programs' => sub {
	check_generated($binary, 'memory', 60, 70, 40) if !$is_long; # with copies
	check_generated($binary, 'memory', 101, 200, 40) if $is_long;
	check_generated($binary, $_, 1, $last, 40)
		for 'memory', 'memory,branches', 'atomics', 'locks', 'semaphores', 'rwlocks', 'barriers', 'onces', 'conditions',
		    'atomics,locks,semaphores,branches', 'memory,locks,branches';
};
done_testing;
