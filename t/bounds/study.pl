#!/usr/bin/perl
# How treadle bounds does on servers that people use: Debian's source packages, fetched now, checked, and tabled.
#
#   t/bounds/study.pl [--keep FOLDER] [--list] [PROGRAM...]
#
# prints the tables of doc/bounds-study.md; --list adds every loop that is not bounded and every creation that was not seen;
# --keep fetches into FOLDER, leaves there all that the checker says, and does not fetch again what lies there.  What is unbounded in truth and what is a false alarm
# was judged by reading; the judgements stand in doc/bounds-study.md by program, file and function, and are counted here.
# Exit status 1: something is reported that nobody has judged.  2: less than a dozen programs could be looked at, or the checker
# failed on one.
use strict;
use warnings;
use File::Basename qw(basename dirname);
use File::Find ();
use File::Path qw(make_path remove_tree);
use File::Temp ();
use FindBin;
use Getopt::Long;
use JSON::PP ();
use POSIX ();
use lib "$FindBin::Bin/../lib";
use Bounds;
use DebianSource;
use GuessedConfig;
use Loom;

# Program => what its build would define and the checker cannot know.
my @programs = (
	['microsocks'], ['tinyproxy'], ['stunnel4', qw(-DUSE_PTHREAD -DUSE_OS_THREADS)], ['ptunnel'], ['coturn'], ['atftp'], ['c-icap'],
	['owfs'], ['tgt'], ['minidlna'], ['rtmpdump'], ['icecast2'], ['civetweb'], ['libmicrohttpd'], ['mongrel2'], ['wrk'], ['memcached'],
	['redis'], ['mosquitto', qw(-DWITH_THREADING -DWITH_BROKER)], ['unbound'], ['knot'],
	['anyremote'], ['apcupsd'], ['audit'], ['avahi'], ['bird2', '-DSYSCONF_INCLUDE="sysdep/cf/linux.h"'], ['callisto'],
	['chrony', qw(-DDEBUG=0 -DNTP_ERA_SPLIT=0LL -DFEAT_ASYNCDNS -DUSE_PTHREAD_ASYNCDNS)], ['clamsmtp'], ['cntlm'], ['cockpit'],
	['corosync'],
	['dcap'], ['diod'], ['dump1090-mutability'], ['eflite'], ['ekeyd'], ['fort-validator'], ['freediameter'], ['ganglia'],
	['gnupg-pkcs11-scd'], ['gvpe'], ['harvid'], ['iperf', '-DSocklen_t=socklen_t'], ['istgt'], ['jack-audio-connection-kit'], ['keepalived'], ['lcdproc'],
	['libvncserver'], ['linuxptp'], ['miredo'], ['moc'], ['n2n'], ['nfs-utils'], ['ntpsec'], ['nutcracker'], ['partimage'],
	['proxsmtp'], ['rrdtool'], ['rtl-433'], ['tigervnc'],
	['a2jmidid'], ['arpon'], ['citadel-client'], ['collectd'], ['connman'], ['cpp-httplib'], ['crossfire'], ['darkplaces'],
	['drawterm'], ['drawterm-9front'], ['dropbear'], ['freeradius'], ['gesftpserver'], ['gpsd'],
	['inetutils'], ['intel-hdcp'], ['jackd2'], ['jamnntpd'], ['janus'], ['jitterentropy-rngd'], ['libinfinity'],
	['libjson-rpc-cpp'], ['libqb'], ['liquidwar'], ['mangler'], ['nginx'], ['numad'],
	['ocamlnet'], ['ocproxy'], ['openssh'], ['parprouted'], ['pcsc-lite'], ['rdesktop'], ['rsyslog'], ['rtkit'],
	['scanbd'], ['spice'], ['spice-gtk'], ['stenographer'], ['umtp-responder'], ['uwsgi'], ['vdr', qw(-xc++ -std=gnu++20)], ['wayland'], ['xawtv'],
	['yaskkserv'], ['ydotool'],
);
# Those that the checker saw when its rules for the others were there already; they have a table of their own.
my @later = (
	['tsdecrypt'], ['acm'], ['mediastreamer2'], ['cyrus-sasl2'], ['packagekit'], ['barnowl'], ['sed'], ['openfortivpn'],
	['xrdp'], ['libnice'], ['rng-tools-debian'], ['mpg321'], ['gmerlin-avdecoder'], ['mp3blaster'], ['kylin-video'],
	['zeromq3'], ['whitedb'], ['getdns'], ['g15daemon'], ['ucommon'], ['ices2'], ['dvbstreamer'], ['dnscap'],
	['pd-unauthorized'], ['ario'], ['libotr'], ['vpnc'], ['gvfs'], ['libshout'], ['gtetrinet'], ['libsfml'],
	['openvpn-auth-radius'], ['gammu'], ['google-perftools'], ['infinipath-psm'], ['ecasound'], ['dublin-traceroute'],
	['libpcl1'], ['pth'],
);
my %is_later = map { $_->[0] => 1 } @later;
my $creates = qr/\b(?:pthread_create|thrd_create|g_thread_new|g_thread_try_new)\s*\(|\bstd::(?:thread|async)\b(?:\s+\w+)?\s*[({]/;
# What Debian's gcc takes for a warning in C.
my @old_habits = map { "-Wno-error=$_" } qw(implicit-function-declaration implicit-int int-conversion incompatible-function-pointer-types
					    return-type);
use constant FETCHERS => 4;
my ($keep, $is_listing, @fetchers);
GetOptions('keep=s' => \$keep, 'list' => \$is_listing) or exit 64;
my %is_asked = map { $_ => 1 } @ARGV;
$Loom::limit = 600;

sub files_below {
	my ($folder, $pattern) = @_;
	my @files;
	File::Find::find({ no_chdir => 1, wanted => sub { push @files, $_ if !-l && -f && /$pattern/ } }, $folder);
	return sort @files;
}

# The usual places for headers first; the headers of libraries, and whatever else has headers behind those of the system, so that it hides none of them.
sub include_flags {
	my ($tree, $headers) = @_;
	my %is_folder = map { dirname($_) => 1 } files_below($tree, qr/\.(h|hh|hpp)$/);
	my @folders = sort keys %is_folder;
	my @near = grep { -d } map { ($_, "$_/include", "$_/src", "$_/lib") } $tree, glob("$tree/*/");
	my @configured = grep { glob("$_/*config*.h") } @folders;
	my @parents = grep { !$is_folder{$_} } map { dirname($_) } @folders;
	my @libraries = grep { -d } map { glob($_) } map { "$headers/usr/$_" } qw(include include/*-linux-gnu include/* lib/*/*/include);
	my %is_given;
	return ((map { "-I$_" } @near, @configured), map { ('-idirafter', $_) } grep { !$is_given{$_}++ } @folders, @parents, @libraries);
}

# Text without comments and strings, with its lines where they were.
sub bare_code {
	my ($text) = @_;
	$text =~ s{(/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*")}{$1 =~ s/[^\n]+/ /gr}gse;
	return $text;
}

# Where the text of a tree creates, as "file:line".
sub creations_in_text {
	my ($tree) = @_;
	my %at;
	for my $file (files_below($tree, qr/\.(c|cc|cpp|cxx)$/)) {
		my $line = 0;
		for (split /\n/, bare_code(slurp($file))) {
			$line++;
			$at{substr($file, 1 + length $tree) . ":$line"} = 1 if /$creates/ && !/^\s*#/;
		}
	}
	return %at;
}

sub count_lines {
	my ($tree) = @_;
	my $lines = 0;
	$lines += slurp($_) =~ tr/\n// for files_below($tree, qr/\.(c|cc|cpp|cxx|h|hh|hpp)$/);
	return $lines;
}

# program, file, function (with a line, where it has several loops) => true (unbounded in truth) or false alarm
sub read_judgements {
	my %judgement;
	for (-e "$root/doc/bounds-study.md" ? split /\n/, slurp("$root/doc/bounds-study.md") : ()) {
		my @cells = map { s/^\s+|\s+$|`//gr } split /\|/;
		$judgement{join ' ', @cells[1 .. 3]} = $cells[4] if @cells >= 6 && $cells[4] =~ /^(true|false alarm)$/;
	}
	return \%judgement;
}

sub relative { return index($_[0], "$_[1]/") == 0 ? substr($_[0], 1 + length $_[1]) : $_[0] }

sub write_json {
	my ($name, $data) = @_;
	open my $out, '>', $name or die "$name: $!";
	print $out JSON::PP->new->utf8->pretty->canonical->encode($data);
	close $out;
}

# What the processes that have ended have used, on all cores: how long it would take where nobody else is.
sub processor_time {
	my @times = times;
	return $times[2] + $times[3];
}

# All that is known of a program after looking at it.
sub look_at {
	my ($name, $version, $tree, @flags) = @_;
	guess_config($tree);
	my $before = processor_time();
	my ($status, $said, $err) = bounds_json($tree, $tree, '--', include_flags($tree, dirname($tree) . '/headers'),
						    @old_habits, '-DHAVE_CONFIG_H', guess_definitions($tree), @flags);
	if (!$said) {
		print STDERR "$name: status $status, no JSON: $err\n";
		return;
	}
	write_json("$keep/$name/bounds.json", $said) if $keep;
	my %self = (name => $name, version => $version, lines => count_lines($tree), files => $said->{files},
		    failed => scalar @{$said->{failed}}, seconds => $said->{seconds}, loops => $said->{loops},
		    processor => processor_time() - $before);
	$_->{file} = relative($_->{file}, $tree) for @{$said->{loops}};
	my %seen = map { relative($_->{file}, $tree) . ":$_->{line}" => 1 } @{$said->{creations}};
	my %written = creations_in_text($tree);
	$self{creations} = scalar keys %written;
	$self{unseen} = [grep { !$seen{$_} } sort keys %written];
	return \%self;
}

sub with_verdict {
	my ($self, $verdict) = @_;
	return grep { $_->{verdict} eq $verdict } @{$self->{loops}};
}

# What reading said about each loop that is reported.
sub judge {
	my ($self, $judgement) = @_;
	for my $loop (with_verdict($self, 'unbounded')) {
		my $place = join ' ', $self->{name}, $loop->{file}, $loop->{function};
		$loop->{judged} = $judgement->{"$place:$loop->{line}"} // $judgement->{$place} // 'not judged';
	}
	my @unbounded = with_verdict($self, 'unbounded');
	$self->{false} = grep { $_->{judged} eq 'false alarm' } @unbounded;
	$self->{open} = grep { $_->{judged} eq 'not judged' } @unbounded;
}

my @columns = qw(version lines files failed creations unseen bounded alive unbounded false seconds);

sub row {
	my ($self) = @_;
	my %cell = (%$self, unseen => scalar @{$self->{unseen}}, seconds => sprintf('%.1f', $self->{seconds}));
	$cell{$_} = with_verdict($self, $_) for qw(bounded alive unbounded);
	$cell{false} .= " ($self->{open} not judged)" if $self->{open};
	return \%cell;
}

sub print_table {
	my (@rows) = @_;
	print "| program | version | lines | files | with errors | creations | unseen | bounded | alive | unbounded | false alarms | seconds |\n";
	print '| --- | --- ', '| ---: ' x 10, "|\n";
	my %sum = (version => '', map { $_ => 0 } @columns[1 .. $#columns]);
	for my $row (@rows) {
		print '| ', join(' | ', $row->{name}, map { $row->{$_} } @columns), " |\n";
		{ no warnings 'numeric'; $sum{$_} += $row->{$_} for @columns[1 .. $#columns] }
	}
	print '| ', join(' | ', 'all', map { $sum{$_} } @columns), " |\n";
	return \%sum;
}

sub list {
	my ($self) = @_;
	for my $loop (grep { $_->{verdict} ne 'bounded' } @{$self->{loops}}) {
		my $create = $loop->{create};
		print "$self->{name} $loop->{file}:$loop->{line} $loop->{function}: $loop->{verdict}, ",
			$loop->{judged} // '', " ($create->{call} at ", basename($create->{file}), ":$create->{line})\n";
	}
	print "$self->{name} $_: not seen\n" for @{$self->{unseen}};
	printf "%s: %.1f seconds of processor time\n", $self->{name}, $self->{processor};
}

# Fetched lists, made when they are first needed.
my $sources;
sub sources {
	return $sources if $sources;
	($sources, my $why) = open_sources();
	return $sources if $sources;
	print STDERR "nothing to look at: $why\n";
	exit 2;
}

sub write_file {
	my ($name, $text) = @_;
	open my $out, '>', "$name.new" or die "$name: $!";
	print $out $text;
	close $out;
	rename "$name.new", $name or die "$name: $!";
}

# What it leaves in the folder: a file that says which version it is, or one that says why it is not there.
sub fetch {
	my ($name, $folder) = @_;
	my ($version, $why) = fetch_source(sources(), $name, $folder);
	return write_file("$folder/why", $why) if !defined $version;
	fetch_headers(sources(), $name, "$folder/headers");
	write_file("$folder/version", $version);
}

# Some fetchers run ahead of the checker, each with every so-manieth program: most of the time it is the net that is waited for.
sub fetch_ahead {
	my (@jobs) = @_;
	return if !@jobs;
	sources();
	for my $fetcher (1 .. FETCHERS) {
		my $pid = fork // die "fork: $!";
		push @fetchers, $pid if $pid;
		next if $pid;
		for (my $i = $fetcher - 1; $i < @jobs; $i += FETCHERS) {
			make_path($jobs[$i]{folder});
			eval { fetch($jobs[$i]{name}, $jobs[$i]{folder}); 1 } or write_file("$jobs[$i]{folder}/why", $@);
		}
		POSIX::_exit(0); # what the parent has made is the parent's to remove
	}
}

sub tree_of {
	my ($name, $folder) = @_;
	sleep 1 while !-e "$folder/version" && !-e "$folder/why";
	return (slurp("$folder/version"), "$folder/tree") if -e "$folder/version";
	print STDERR "$name: left out, ", slurp("$folder/why") =~ s/\s*$/\n/r;
	return;
}

my $judgement = read_judgements();
my (@looked, $is_broken);
my $room = $keep // File::Temp->newdir;
@programs = grep { !%is_asked || $is_asked{$_->[0]} } @programs, @later;
unlink map { "$room/$_->[0]/why" } @programs;
fetch_ahead(grep { !-e "$_->{folder}/version" } map { { name => $_->[0], folder => "$room/$_->[0]" } } @programs);
for my $program (@programs) {
	my ($name, @flags) = @$program;
	my ($version, $tree) = tree_of($name, "$room/$name");
	next if !defined $version;
	my $self = look_at($name, $version, $tree, @flags);
	remove_tree("$room/$name") if !$keep;
	$is_broken = 1, next if !$self;
	judge($self, $judgement);
	push @looked, $self;
	list($self) if $is_listing;
}
waitpid $_, 0 for @fetchers;
print_table(map { row($_) } grep { !$is_later{$_->{name}} } @looked);
print "\n";
print_table(map { row($_) } grep { $is_later{$_->{name}} } @looked);
exit 2 if $is_broken || (!%is_asked && @looked < 12);
exit((grep { $_->{open} } @looked) ? 1 : 0);
