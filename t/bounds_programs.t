#!/usr/bin/perl
# treadle bounds on random trees of several programs, against brute force: functions of a library and of each program call each
# other, put each other into pointers of the library's, and call what is there.  What each program comes to do is found by following
# just its own main.
use strict;
use warnings;
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/lib";
use Bounds;
use Loom;
use Lots;
use Test::More;

plan skip_all => 'treadle was built without libclang, so it has no bounds' if !-x "$treadle-parse";

use constant { TREES => 120, PROGRAMS => 3, LIBRARY => 6, OWN => 3, SLOTS => 3 };

begin_lots(5);

# An action is [kind, function or pointer, function].  Functions are known by their names; each calls only those before it.
sub action {
	my ($before, $all) = @_;
	my $kind = one_of(qw(call call put invoke create work));
	return ['work'] if $kind eq 'call' && !@$before;
	return $kind eq 'call' ? ['call', one_of(@$before)] : $kind eq 'put' ? ['put', below(SLOTS), one_of(@$all)]
		: $kind eq 'invoke' ? ['invoke', below(SLOTS)] : $kind eq 'create' && below(3) ? ['work'] : [$kind];
}

sub add_functions {
	my ($tree, $file, $seen, @names) = @_;
	my @before = @$seen;
	for my $name (@names) {
		$tree->{$name} = { file => $file, does => [map { action(\@before, [@$seen, @names]) } 1 .. 1 + below(3)] };
		push @before, $name;
	}
	return @before;
}

sub make_tree {
	my %tree;
	my @library = add_functions(\%tree, 'library', [], map { "shared$_" } 1 .. LIBRARY);
	for my $program (1 .. PROGRAMS) {
		my @all = add_functions(\%tree, "p$program", \@library, map { "own${program}_$_" } 1 .. OWN);
		$tree{"main$program"} = { file => "p$program", first => [map { action(\@all, \@all) } 1 .. 3],
					  does => [map { action(\@all, \@all) } 1 .. 2] };
	}
	return \%tree;
}

sub text_of {
	my ($kind, $what, $function) = map { $_ // '' } @{$_[0]}[0 .. 2];
	return { call => "\tif (ask())\n\t\t$what();\n", put => "\tpointers.p$what = $function;\n",
		 invoke => "\tif (pointers.p$what)\n\t\tpointers.p$what();\n",
		 create => "\tpthread_create(&thread, 0, run, 0);\n", work => "\twork();\n" }->{$kind};
}

sub write_tree {
	my ($tree, $folder) = @_;
	my %text;
	make_path($folder);
	for my $name (sort keys %$tree) {
		my $function = $tree->{$name};
		my $does = join '', map { text_of($_) } @{$function->{does}};
		my $static = $name =~ /^own/ ? 'static ' : '';
		my $begin = "(void)\n{\n\tpthread_t thread;\n\n\t(void)thread;\n";
		$text{$function->{file}}{$name} = $name !~ /^main/ ? "${static}void $name$begin$does}\n"
			: "int main$begin" . join('', map { text_of($_) } @{$function->{first}}) . "\tfor (;;) {\n$does\t}\n}\n";
	}
	for my $file (sort keys %text) {
		open my $out, '>', "$folder/$file.c" or die $!;
		print $out "#include <pthread.h>\nint ask(void);\nvoid work(void);\nvoid *run(void *arg);\n",
			"struct pointers { ", (map { "void (*p$_)(void); " } 0 .. SLOTS - 1), "};\nextern struct pointers pointers;\n",
			(map { "void $_(void);\n" } grep { /^shared/ } sort keys %$tree),
			(map { "static void $_(void);\n" } grep { /^own/ } sort keys %{$text{$file}}),
			map { $text{$file}{$_} } sort { ($a =~ /^main/) - ($b =~ /^main/) || $a cmp $b } keys %{$text{$file}};
		close $out;
	}
}

# All that these actions come to do, with what the pointers may have by then; until nothing new is put there.
sub follow {
	my ($tree, $slots, @actions) = @_;
	my ($creates, %seen) = 0;
	while (my $action = shift @actions) {
		my ($kind, $what, $function) = @$action;
		$creates = 1 if $kind eq 'create';
		$slots->{$what}{$function} = 1 if $kind eq 'put';
		my @called = $kind eq 'call' ? $what : $kind eq 'invoke' ? sort keys %{$slots->{$what} // {}} : ();
		push @actions, map { @{$tree->{$_}{does}} } grep { !$seen{$_}++ } @called;
	}
	return $creates;
}

sub creates_without_limit {
	my ($tree, $program) = @_;
	my $main = $tree->{"main$program"};
	my (%slots, $before);
	my $size = sub { my $n = 0; $n += keys %{$slots{$_}} for keys %slots; return $n };
	do {
		$before = $size->();
		follow($tree, \%slots, @{$main->{first}}, @{$main->{does}});
	} while $size->() > $before;
	return follow($tree, \%slots, @{$main->{does}});
}

my %count = map { $_ => 0 } qw(missed unbounded other extra);
my $room = tempdir(CLEANUP => 1);
for my $number (1 .. TREES) {
	my $tree = make_tree();
	write_tree($tree, "$room/$number");
	my ($status, $said, $err) = bounds_json($room, '--calls', 24, $number);
	die "no answer: $err" if !$said;
	my %is_reported = map { $_->{file} =~ /p(\d)\.c$/ ? ($1 => 1) : () }
		grep { $_->{verdict} eq 'unbounded' && $_->{function} eq 'main' } @{$said->{loops}};
	for my $program (1 .. PROGRAMS) {
		my $truth = creates_without_limit($tree, $program);
		$count{$truth ? 'unbounded' : 'other'}++;
		$count{missed}++, diag "missed: program $program of tree $number" if $truth && !$is_reported{$program};
		$count{extra}++ if !$truth && $is_reported{$program};
	}
}
cmp_ok $count{unbounded}, '>', TREES / 8, "$count{unbounded} programs can create without limit";
cmp_ok $count{other}, '>', TREES / 8, "$count{other} cannot";
is $count{missed}, 0, 'all that can are reported';
note "$count{extra} others are";
cmp_ok $count{extra}, '<', $count{other} / 12, 'few others are';
done_testing;
