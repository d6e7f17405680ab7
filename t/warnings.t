#!/usr/bin/perl
# treadle guide --from: warnings of other tools about t/warnings/bank.c, some true, some false, some of other programs, in each format; about
# random programs all pairs of lines, against brute force; and what real tools say, where they are installed.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Copy qw(copy);
use File::Temp ();
use JSON::PP ();
use Loom;
use Places;
use Test::More;

my $room = File::Temp->newdir;
my $files = "$FindBin::Bin/warnings";
my $json = JSON::PP->new->utf8;

sub put {
	my ($file, $text) = @_;
	open my $out, '>:raw', "$room/$file" or die "$file: $!";
	print $out $text;
	close $out;
}

sub build {
	my ($source, $target, @flags) = @_;
	copy("$files/$source", "$room/$source") if !-e "$room/$source";
	my ($status, undef, $messages) = run($room, $treadle, 'cc', '-g', @flags, '-o', $target, $source);
	is($status, 0, "$source compiles") or BAIL_OUT($messages);
}

# Runs guide; gives the exit status, what it prints, and the messages.
sub guide {
	my ($file, @more) = @_;
	unlink glob "$room/*.trd";
	return run($room, $treadle, 'guide', '--time', 30, '--from', $file, @more);
}

my %short = ('confirmed' => '+', 'impossible in this test' => '-', 'not found' => '?', 'not tried' => '0');

# "race + cycle -": the kinds and verdicts, in the order of the file.
sub verdicts {
	my ($out) = @_;
	my $document = eval { $json->decode($out) } or return "no JSON: $out";
	return join ', ', map { "$_->{kind} $short{$_->{verdict}}" } @{$document->{warnings}};
}

build('bank.c', 'bank', '-O1');
build('pool.c', 'pool', '-O1');

my %expected = (
	'tsan.txt' => 'race +, lock cycle +, race -, race 0',
	'helgrind.txt' => 'race +, race +, lock cycle +, race -, failure 0',
	'drd.txt' => 'race +, race +, race -',
	'goblint.txt' => 'race +, race -, lock cycle +, race 0',
	'goblint.json' => 'race +, race -, failure -',
	'infer.json' => 'race +, failure -, lock cycle +, failure 0',
	'compiler.txt' => 'failure -, race +, race -, failure ?, failure 0', # of the fourth, the line is guessed
	'treadle.json' => 'lock cycle +, lock cycle -, lock cycle -', # of the third, a thread waits at one of the two places
	'codeql.sarif' => 'race +, race -, lock cycle +, failure ?, failure -, failure 0',
);

subtest 'formats' => sub {
	for my $file (sort keys %expected) {
		my ($status, $out, $err) = guide("$files/$file", '--format', 'json', './bank');
		is(verdicts($out), $expected{$file}, $file);
		is($status, 1, '... exit status');
		is($err, '', '... without a message');
	}
	my ($status, $out) = guide("$files/compiler.txt", '--format', 'json', '--malloc', 'fails', './bank');
	is(verdicts($out), 'failure +, race +, race -, failure ?, failure 0', 'in another test what was impossible is possible');
};

subtest 'the table' => sub {
	my ($status, $out) = guide("$files/tsan.txt", './bank');
	my ($again) = (guide("$files/tsan.txt", './bank'))[1];
	is($out, $again, 'is the same again');
	is(join(' ', grep { length > 80 } split /\n/, $out), '', 'fits 80 columns');
	like($out, qr/^ +1  confirmed +race bank\.c:51, bank\.c:14 +bank\.trd\n +bank: data race on balance/m, 'a race');
	like($out, qr/^ +2  confirmed +lock cycle bank\.c:35, bank\.c:56 +bank\.2\.trd\n +bank: deadlock/m, 'a deadlock');
	like($out, qr/^ +3  impossible in this test +race bank\.c:16, bank\.c:53\n +none of all \d+ orders lets the accesses race/m, 'an impossible one');
	like($out, qr/^ +4  not tried +race server\.c:12, server\.c:53\n +no code was compiled from a file /m, 'one of another program');
	like($out, qr/^4 warnings \(ThreadSanitizer\)\n2 confirmed, 1 impossible in this test, 1 not tried\ncomplete: /m, 'the counts');
	for my $file (qw(bank.trd bank.2.trd)) {
		($status, $out) = run($room, $treadle, 'replay', $file);
		is($status, 1, "$file replays");
	}
	($status) = guide("$files/tsan.txt", '--output-trace', 'mine.trd', './bank');
	ok(-e "$room/mine.trd" && -e "$room/mine.2.trd", 'traces have the name that is asked for');
};

subtest 'SARIF with verdicts' => sub {
	my ($status) = guide("$files/codeql.sarif", '-o', 'out.sarif', './bank');
	my $before = $json->decode(slurp("$files/codeql.sarif"));
	my $after = $json->decode(slurp("$room/out.sarif"));
	my @verdicts = map { delete $_->{properties}{treadle} } @{$after->{runs}[0]{results}};
	for (@{$after->{runs}[0]{results}}) {
		delete $_->{properties} if !%{$_->{properties}};
	}
	is_deeply($after, $before, 'all else is as it was');
	is(join(', ', map { $_ ? $_->{verdict} : 'none' } @verdicts),
	   'confirmed, impossible in this test, confirmed, not found, none, impossible in this test, not tried, none', 'each result has its own');
	is($verdicts[0]{schedule}, 'bank.trd', 'with the file');
	ok(!exists $verdicts[1]{schedule}, '... if there is one');
	($status, my $out) = guide('out.sarif', '--format', 'json', './bank');
	is(verdicts($out), $expected{'codeql.sarif'}, 'it is read again');
	guide("$files/helgrind.txt", '-o', 'new.sarif', './bank');
	($status, $out) = guide('new.sarif', '--format', 'json', './bank');
	like(verdicts($out), qr/^race \+, race \+, lock cycle \+, race -, failure /, 'a new one is made of text, and read');
	my $made = $json->decode(slurp("$room/new.sarif"));
	is($made->{version}, '2.1.0', '... of this version');
	is($made->{runs}[0]{tool}{driver}{name}, 'Helgrind', '... in the name of the tool');
};

subtest 'lines where only the C++ library has code' => sub {
	copy("$root/t/bad/cpp_two_mutexes.cc", "$room/two.cc");
	my @lines = split /\n/, slurp("$room/two.cc");
	my ($line) = grep { $lines[$_ - 1] =~ /two\(second\)/ } 1 .. @lines;
	my ($status, undef, $messages) = run($room, $treadle, 'c++', '-std=c++17', '-g', '-O1', '-o', 'two', 'two.cc');
	is($status, 0, 'the program compiles') or diag($messages);
	put('two.txt', "two.cc:$line: warning: deadlock\n");
	is(verdicts((guide('two.txt', '--format', 'json', './two'))[1]), 'lock cycle +', 'are found');
};

subtest 'violation witnesses' => sub {
	my ($status, $out) = guide("$files/pool.graphml", '--format', 'json', './pool');
	is("$status ".verdicts($out), '1 witness +', 'GraphML');
	($status, $out) = guide("$files/pool.yml", '--format', 'json', './pool');
	is("$status ".verdicts($out), '1 witness +, witness -', 'YAML, and one of a line that is never come to');
	my $text = slurp("$files/pool.graphml");
	put('race.graphml', $text =~ s/G ! call\(reach_error\(\)\)/G ! data-race/r =~ s/>28</>27</r);
	is(verdicts((guide('race.graphml', '--format', 'json', './pool'))[1]), 'witness +', 'of a race');
	put('other.graphml', $text =~ s/G ! call\(reach_error\(\)\)/G ! overflow/r);
	put('pool.txt', "pool.c:16: warning: data race\npool.c:30: error: use after free\n");
	is(verdicts((guide('pool.txt', '--format', 'json', './pool'))[1]), 'race +, failure -', 'races of a program that fails');
	put('pool.sarif', $json->encode({ version => '2.1.0', runs => [{ tool => { driver => { name => 'x' } }, results => [{ message => { text => 'data race' },
		locations => [map { { physicalLocation => { artifactLocation => { uri => 'pool.c' }, region => { startLine => $_ } } } } 16, 27] }] }] }));
	is(verdicts((guide('pool.sarif', '--format', 'json', './pool'))[1]), 'race ?', '... are not said to be impossible');
	is(verdicts((guide('other.graphml', '--format', 'json', './pool'))[1]), 'witness ?', 'of what is not noticed');
};

# More orders than there is time for: threads are guided to the places.
subtest 'a program too large for all orders' => sub {
	local $ENV{ROUNDS} = 300;
	my ($status, $out) = run($room, $treadle, 'guide', '--time', 2, '--format', 'json', '--from', "$files/tsan.txt", './bank');
	is(verdicts($out), 'race +, lock cycle +, race ?, race 0', 'what is true is found, the rest is not said to be impossible');
};

subtest 'what is no file of warnings' => sub {
	my @wrong = (
		['', qr/nothing in it is known; warnings are read from SARIF, ThreadSanitizer, /, 'an empty file'],
		["hello\nworld\n", qr/nothing in it is known/, 'other text'],
		['{"a": 1}', qr/JSON of a kind that is not known/, 'other JSON'],
		['{"runs": [', qr/no JSON: line 1/, 'JSON that ends too early'],
		["\0\1", qr/is no text/, 'bytes'],
		['<graphml><node', qr/no XML: line 1/, 'XML that ends too early'],
		['<graphml/>', qr/no entry/, 'no witness'],
		["- entry_type: violation_sequence\n  content: [", qr/no YAML: line /, 'YAML that ends too early'],
		["- entry_type: invariant_set\n", qr/no violation_sequence/, 'a correctness witness'],
	);
	for (@wrong) {
		my ($text, $says, $name) = @$_;
		put('wrong', $text);
		my ($status, $out, $err) = guide('wrong', './bank');
		is($status, 2, "$name: exit status");
		like($err, qr/^treadle: wrong:? .*$says.*\n\z/, '... one line');
		is($out, '', '... and nothing else');
	}
	my ($status, $out) = (put('none.sarif', '{"version": "2.1.0", "runs": []}'), guide('none.sarif', './bank'))[1, 2];
	is($status, 0, 'no warnings: exit status');
	($status, undef, my $err) = guide('nonesuch', './bank');
	is($status, 2, 'no file: exit status');
	like($err, qr/^treadle: nonesuch: No such file or directory\n\z/, '... one line');
	($status) = guide('wrong', '--at', 'bank.c:14', './bank');
	is($status, 64, '--at and --from together are wrong usage');
};

# All pairs of lines as warnings, and what brute force says of each.
sub all_warnings {
	my ($program, $wrong) = @_;
	my (%lines, @results, @expected);
	for my $op (map { @$_ } @{$program->{bodies}}) {
		$lines{$op->{op} eq 'L' ? 'cycle' : 'race'}{$op->{line}} = 1 if $op->{op} ne 'U';
	}
	for my $kind (qw(race cycle)) {
		my @lines = sort { $a <=> $b } keys %{$lines{$kind} // {}};
		for my $i (0 .. $#lines) {
			for my $k ($i + 1 .. $#lines) {
				push @results, { ruleId => $kind eq 'race' ? 'data-race' : 'deadlock', message => { text => $kind },
						 locations => [map { { physicalLocation => { artifactLocation => { uri => 'drawn.c' }, region => { startLine => $_ } } } } @lines[$i, $k]] };
				push @expected, $wrong->{$kind}{"$lines[$i] $lines[$k]"} ? 'confirmed' : 'impossible in this test';
			}
		}
	}
	return ({ version => '2.1.0', runs => [{ tool => { driver => { name => 'all pairs' } }, results => \@results }] }, \@expected, \@results);
}

subtest 'all pairs of lines of random programs' => sub {
	my $first = $ENV{TREADLE_SEED} // 1;
	# In the last two, a thread does something else with the same number of an operation where the accesses of a race are brought together.
	my @drawn = map { draw_program($_) } $first .. $first + ($is_long ? 300 : 9) - 1, $is_long ? () : (1048, 1149);
	put('drawn.c', c_text(@drawn));
	my ($status, undef, $messages) = run($room, $treadle, qw(cc -g -O0 -o drawn drawn.c));
	is($status, 0, 'the programs compile') or BAIL_OUT($messages);
	my (%counts, @differ);
	for my $program (@drawn) {
		my ($document, $expected, $results) = all_warnings($program, what_goes_wrong($program));
		put('all.sarif', $json->encode($document));
		my (undef, $out, $err) = guide('all.sarif', '--time', 3, '--format', 'json', './drawn', $program->{seed});
		# Accesses may be unordered in an execution, and never next to each other: what one thread reads decides whether it does the other.
		# Where some executions fail, races behind that are not seen.
		my $may_be = (grep { $_->{op} eq 'A' } map { @$_ } @{$program->{bodies}}) ? qr/^(apart|not found)$/ : qr/^apart$/;
		my @said = map { $_->{shown} =~ /^nothing orders the accesses/ ? 'apart' : $_->{verdict} }
			@{(eval { $json->decode($out) } // {})->{warnings} // []};
		$counts{"$results->[$_]{ruleId} $expected->[$_]"}++ for 0 .. $#$expected;
		push @differ, map { "program $program->{seed}, $results->[$_]{ruleId} of lines " .
				    join(' ', map { $_->{physicalLocation}{region}{startLine} } @{$results->[$_]{locations}}) .
				    ": $expected->[$_], said " . ($said[$_] // "nothing ($err)") }
			grep { my $said = $said[$_] // ''; $said ne $expected->[$_] && !($said =~ $may_be && $expected->[$_] =~ /^impossible/) } 0 .. $#$expected;
		$counts{apart} += grep { $_ eq 'apart' } @said;
	}
	diag($_) for @differ;
	is(scalar @differ, 0, 'verdicts are those of brute force');
	note(join ', ', map { "$counts{$_} $_" } sort keys %counts);
	cmp_ok($counts{apart}, '<', @drawn / 4, 'few races are only unordered');
	cmp_ok($counts{'data-race confirmed'} // 0, '>', @drawn, 'there are races');
	cmp_ok($counts{'data-race impossible in this test'} // 0, '>', @drawn, '... and pairs that are none');
	ok($counts{'deadlock confirmed'} && $counts{'deadlock impossible in this test'}, 'and deadlocks') if $is_long;
};

# Tools as they are installed here.  What they find may differ from version to version; what is confirmed is there.
sub asked {
	my ($name, @command) = @_;
	my ($status, $out, $err) = run($room, @command);
	put("$name.txt", "$out$err");
	my ($said, $document) = (guide("$name.txt", '--format', 'json', './bank'))[0, 1];
	return eval { $json->decode($document) } // { warnings => [], said => $said };
}

subtest 'tools that are installed' => sub {
	my @plain = qw(-g -O1 -pthread bank.c -o plain);
	plan skip_all => 'no valgrind' if !is_installed('valgrind') || (run($room, 'gcc', @plain))[0];
	for my $tool ('helgrind', $is_long ? 'drd' : ()) {
		my $document = asked($tool, 'valgrind', "--tool=$tool", './plain');
		is(join(' ', grep { $_ ne 'confirmed' } map { $_->{verdict} } @{$document->{warnings}}), '', "what $tool finds is confirmed");
	}
	SKIP: {
		skip 'no gcc -fanalyzer', 1 if (run($room, qw(gcc -fanalyzer -c bank.c -o bank.o)))[0];
		my $document = asked('analyzer', qw(gcc -fanalyzer -g -c bank.c -o bank.o));
		is(join(' ', map { $_->{verdict} } @{$document->{warnings}}), 'impossible in this test', 'calloc does not fail in this test');
	}
	for my $command (!$is_long ? () : ['clang-tidy', 'bank.c', '--checks=clang-analyzer-*', '--'], ['cppcheck', '--enable=all', '--template=gcc', 'bank.c']) {
		SKIP: {
			skip "no $command->[0]", 1 if !is_installed($command->[0]);
			my $document = asked($command->[0], @$command);
			is(join(' ', grep { $_->{verdict} eq 'confirmed' } @{$document->{warnings}}), '', "$command->[0] says nothing that is confirmed");
		}
	}
};
done_testing;
