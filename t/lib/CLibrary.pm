# The functions of the C library that take pointers, as its headers declare them, and those that the runtime has functions of its
# own for.
package CLibrary;

use strict;
use warnings;
use Exporter qw(import);
use Loom;

our @EXPORT = qw(@headers declared intercepted version);

our @headers = qw(string.h strings.h stdio.h stdlib.h inttypes.h time.h sys/time.h wchar.h unistd.h fcntl.h sys/stat.h dirent.h
		  sys/socket.h arpa/inet.h netdb.h sys/uio.h poll.h sys/select.h signal.h sys/wait.h sys/mman.h sys/resource.h
		  sys/utsname.h sys/random.h math.h regex.h search.h locale.h pwd.h grp.h semaphore.h mqueue.h);

# "2.36"
sub version {
	my ($number) = `getconf GNU_LIBC_VERSION 2>/dev/null` =~ /([\d.]+)/;
	return $number // '';
}

# What a header declares itself or has in parts of its own: text without that of other headers.
sub own_text {
	my ($header) = @_;
	my ($file, $text) = ('', '');
	for (split /\n/, `echo '#include <$header>' | gcc -D_GNU_SOURCE -E -x c - 2>/dev/null`) {
		if (/^# \d+ "([^"]*)"/) {
			$file = $1;
		} elsif ($file =~ m{/\Q$header\E$} || $file =~ m{/bits/}) {
			$text .= "$_ ";
		}
	}
	return $text;
}

# The names of a header's functions that take pointers; those with two lines in front are for the C library itself.
sub declared {
	my ($header) = @_;
	my @names;
	my $text = own_text($header);
	while ($text =~ /(?:^|[;}]) *(?!typedef)(?:extern )?(\w[^;{}]*)/g) {
		my $declaration = $1 =~ s/__attribute__ \(\(.*//r =~ s/__asm__.*//r;
		my ($name, $parameters) = $declaration =~ /\b(\w+) \(((?:[^()]|\([^()]*\))*)\)/ or next;
		push @names, $name if $name !~ /^(?:_|int$|void$)/ && $parameters =~ /[*\[]|va_list/;
	}
	my %seen;
	return grep { !$seen{$_}++ } @names;
}

# Those of the runtime, by the names that programs have for them.
sub intercepted {
	my %names;
	$names{$_} = 1 for slurp("$root/src/wire/wrapped.h") =~ /"(\w+)"/g;
	for my $file (glob "$root/src/rt/*/*.c $root/src/rt/*/*/*.c") {
		for (split /\n/, slurp($file)) {
			next if !/^TD_EXPORT/;
			s/__attribute__\(\(alias\("\w+"\)\)\) //;
			$names{$1 =~ s/^__isoc\d\d_//r} = 1 if /(\w+)\(/;
		}
	}
	return \%names;
}

1;
