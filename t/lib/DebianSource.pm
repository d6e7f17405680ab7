# Debian's source packages, fetched with apt as it is set up here, but without touching its state: where there are only
# entries for binary packages, those for sources are derived from them into a folder of our own.
package DebianSource;

use strict;
use warnings;
use Exporter qw(import);
use File::Path qw(make_path);
use File::Temp ();
use Loom;

our @EXPORT = qw(open_sources fetch_source fetch_headers);

sub write_file {
	my ($name, $text) = @_;
	open my $out, '>', $name or die "$name: $!";
	print $out $text;
	close $out or die "$name: $!";
}

# An entry in either format of sources.list(5) as one for sources; what is no entry of the net is left out.
sub as_source_line {
	my ($line) = @_;
	return $line =~ /^\s*deb(?:-src)?\s+((?:\[.*?\]\s+)?https?:.*)/ ? "deb-src $1\n" : '';
}

sub as_source_stanza {
	my ($stanza) = @_;
	return '' if $stanza !~ /^URIs:.*https?:/mi || $stanza =~ /^Enabled:\s*no/mi;
	$stanza =~ s/^Types:.*/Types: deb-src/mi or return '';
	return "$stanza\n\n";
}

sub settings {
	my %value;
	for (`apt-config dump --format '%f=%v%n'`) {
		$value{$1} = $2 if /^(Dir(?:::Etc(?:::\w+)?)?)=(.*)/;
	}
	my $etc = ($value{Dir} // '/') . '/' . ($value{'Dir::Etc'} // 'etc/apt');
	return map { my $name = $value{"Dir::Etc::$_"} // ''; $name =~ m{^/} ? $name : "$etc/$name" } qw(sourcelist sourceparts);
}

# Lists with entries for sources in FOLDER; how many.
sub derive_lists {
	my ($folder) = @_;
	my ($list, $parts) = settings();
	my $count = 0;
	for my $file (grep { -f } $list, sort glob("$parts/*.list $parts/*.sources")) {
		my $text = slurp($file);
		my $new = $file =~ /\.sources$/ ? join('', map { as_source_stanza($_) } split /\n\s*\n/, $text)
			: join('', map { as_source_line($_) } split /\n/, $text);
		next if $new eq '';
		my $suffix = $file =~ /\.sources$/ ? 'sources' : 'list';
		write_file("$folder/part-$count.$suffix", $new);
		$count++;
	}
	return $count;
}

# Something to fetch with; undef and why not.
sub open_sources {
	return (undef, 'there is no apt-get') if !is_installed('apt-get');
	return (undef, 'there is no dpkg-source') if !is_installed('dpkg-source');
	my $room = File::Temp->newdir;
	make_path(map { "$room/$_" } qw(parts state/lists/partial cache/archives/partial));
	return (undef, 'apt has no entries that sources could be fetched from') if !derive_lists("$room/parts");
	my %option = ('Dir::Etc::sourcelist' => '/dev/null', 'Dir::Etc::sourceparts' => "$room/parts", 'Dir::State' => "$room/state",
		      'Dir::Cache' => "$room/cache", 'Dir::State::status' => '/var/lib/dpkg/status', 'APT::Sandbox::User' => '');
	my $self = { room => $room, options => [map { ('-o', "$_=$option{$_}") } sort keys %option] };
	local $Loom::limit = 300;
	my ($status, $out, $err) = run("$room", 'apt-get', '-q', @{$self->{options}}, 'update');
	return ($self) if glob("$room/state/lists/*_Sources*");
	return (undef, 'no list of sources could be fetched: ' . (split /\n/, "$out$err")[-1]);
}

# The versions that the lists have, the newest first.
sub versions_of {
	my ($self, $package) = @_;
	my ($status, $out) = run("$self->{room}", 'apt-cache', @{$self->{options}}, 'showsrc', $package);
	my %is_there = map { $_ => 1 } $out =~ /^Version: (\S+)/mg;
	return sort { system('dpkg', '--compare-versions', $a, 'gt', $b) == 0 ? -1 : 1 } sort keys %is_there;
}

# Where a mirror has the archive of the authors but not what Debian added, the archive alone will do.
sub unpack_all {
	my ($folder) = @_;
	my ($description) = glob("$folder/*.dsc");
	return run($folder, 'sh', '-c', 'dpkg-source --no-check -x "$0" tree && rm -rf tree/.pc', $description) if $description;
	make_path("$folder/tree");
	for my $archive (grep { !/\.asc$/ } glob("$folder/*.tar.*")) {
		my @result = run("$folder/tree", 'tar', '-xf', $archive);
		return @result if $result[0];
	}
	return (0, '', '');
}

# Into FOLDER; whether the mirror has it, and what apt said if not.
sub download {
	my ($self, $folder, @what) = @_;
	unlink glob("$folder/*");
	my ($status, $out, $err) = run($folder, 'apt-get', '-q', @{$self->{options}}, 'source', '--download-only', @what);
	return ($status == 0, $err =~ /^E: (.*)/m ? $1 : 'apt-get failed');
}

# Fetches a package into FOLDER/tree.  Its version, with a + if what Debian added is missing; undef and why not.
sub fetch_source {
	my ($self, $package, $folder) = @_;
	local $Loom::limit = 300;
	my ($is_there, $why, $got);
	make_path($folder);
	for my $version (versions_of($self, $package)) {
		($is_there, $why) = download($self, $folder, "$package=$version");
		$got = $version;
		last if $is_there;
		($is_there) = download($self, $folder, '--tar-only', "$package=$version");
		$got = "$version+";
		last if $is_there;
	}
	return (undef, $why ? "the mirror lacks it: $why" : 'there is no such source package') if !$is_there;
	my ($status, $out, $err) = unpack_all($folder);
	return $status ? (undef, "it cannot be unpacked: $err") : $got;
}

# What a package is built with, as far as it brings headers; of alternatives the first.
sub header_packages {
	my ($self, $package) = @_;
	my ($status, $out) = run("$self->{room}", 'apt-cache', @{$self->{options}}, 'showsrc', $package);
	my ($list) = $out =~ /^Build-Depends: (.*)/m or return;
	my %names = map { /^\s*([\w.+-]+-dev)\b/ ? ($1 => 1) : () } split /,/, $list;
	return sort keys %names;
}

# Those that apt could install: a single one that it does not know keeps it from fetching any.
sub known_to_apt {
	my (@names) = @_;
	my ($status, $out) = run('/', 'apt-cache', 'policy', @names);
	my %candidate = $out =~ /^(\S+):\n(?:  .*\n)*?  Candidate: (\S+)/mg;
	return grep { ($candidate{$_} // '(none)') ne '(none)' } @names;
}

# Unpacks the headers into FOLDER without installing anything; what apt cannot get is missing then.
sub fetch_headers {
	my ($self, $package, $folder) = @_;
	local $Loom::limit = 300;
	my @names = known_to_apt(header_packages($self, $package)) or return;
	make_path("$folder/packages");
	my ($status) = run("$folder/packages", 'apt-get', '-q', 'download', @names);
	if ($status) {
		run("$folder/packages", 'apt-get', '-q', 'download', $_) for grep { !glob("$folder/packages/${_}_*.deb") } @names;
	}
	run($folder, 'dpkg-deb', '-x', $_, $folder) for glob("$folder/packages/*.deb");
	unlink glob("$folder/packages/*.deb");
}

1;
