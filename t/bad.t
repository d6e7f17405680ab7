#!/usr/bin/perl
# Every program of t/bad has one bug.  It must be found by the usual search and by each strategy alone, be called by its
# name, and the report must say what the program's directives ask for.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use Test::More;

my $summary = qr/^(complete|bounded|stopped): \d+ classes, \d+ executions, [1-9]\d* findings\n\z/m;

sub found_in {
	my ($program, $binary, $how, @options) = @_;
	my ($directory, $status, $out, $err) = explore($program, $binary, @options);
	my $ok = is($status, 1, "$how finds something");
	$ok &= like($out, $summary, "$how ends with the summary");
	my ($file, $trace) = expected_trace($program, $directory);
	$ok &= like($trace ? $trace->{result}{kind} : 'no trace', qr/^($program->{expect})$/, "$how finds $program->{expect}");
	diag("$program->{name}, $how:\n$out$err") if !$ok;
	return $out;
}

# Lines that are too wide, but for those of the program itself and names that cannot be broken.
sub wide_lines {
	my ($report) = @_;
	return grep { columns($_) > 80 && !/^replay: |^    \| |^ +(> +)?\d+ │ |\S{60}/ } split /\n/, $report;
}

sub check_report {
	my ($program, $report) = @_;
	my ($ok, $text) = (1, unbroken($report));
	$ok &= like($text, qr/$_/m, "the report says $_") for @{$program->{says}};
	$ok &= unlike($text, qr/$_/m, "the report does not say $_") for @{$program->{never}};
	$ok &= is(join("\n", wide_lines($report)), '', 'the report has no wide lines');
	diag($report) if !$ok;
}

for my $program (programs('bad')) {
	subtest $program->{name} => sub {
		plan skip_all => "needs $program->{needs}" if $program->{needs} && !is_installed($program->{needs});
		my ($binary, $messages) = weave($program, 'gcc');
		ok($binary, 'compiles') or return diag($messages);
		is($messages || '', '', 'without a warning');
		check_report($program, found_in($program, $binary, 'the usual search', '--explain', 1));
		found_in($program, $binary, $_, '--strategy', $_) for @{$program->{strategies}};
	};
}
done_testing;
