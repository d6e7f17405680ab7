#!/usr/bin/perl
# doc/libc.md says of each function of the C library that takes a pointer whether Treadle sees what it does: it must agree with the
# runtime's functions, and have all that the headers declare.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use CLibrary;
use Loom;
use Test::More;

my (%said, $written_for);

sub read_page {
	my ($kind, $text) = ('', slurp("$root/doc/libc.md"));
	($written_for) = $text =~ /functions of glibc ([\d.]+);/;
	for (split /\n/, $text =~ s/\A.*?^(?=## )//smr) {
		$kind = $1 if /^- \*\*([a-z ]+)\*\*: /;
		$kind = '' if /^##/;
		for my $name (/`(\w+)`/g) {
			push @{$said{$name}}, $kind;
		}
	}
}

sub names_that {
	my ($condition) = @_;
	return join ' ', sort grep { $condition->($_) } keys %said;
}

read_page();
my $intercepted = intercepted();
cmp_ok(scalar keys %said, '>', 500, 'the page has functions');
is(names_that(sub { @{$said{$_[0]}} != 1 }), '', 'each once');
is(names_that(sub { $said{$_[0]}[0] !~ /^(seen|nothing to see|not seen)$/ }), '', 'each in one of three ways');
is(names_that(sub { $said{$_[0]}[0] eq 'seen' && !$intercepted->{$_[0]} }), '', 'what is seen has a function in the runtime');
is(names_that(sub { $said{$_[0]}[0] ne 'seen' && $intercepted->{$_[0]} }), '', '... and nothing else has');
SKIP: {
	skip 'the page is for glibc ' . ($written_for // '?') . ', this is ' . version(), scalar @headers if version() ne ($written_for // '');
	for my $header (@headers) {
		is(join(' ', grep { !$said{$_} } declared($header)), '', "<$header>: all are there");
	}
}
done_testing();
