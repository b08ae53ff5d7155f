# Reads texts with Perl: "URI" or "Mojo::URL".
#
# Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
use strict;
use warnings;
use Encode ();

my $name = $ARGV[0];
eval "require $name" or die $@;
print '= ', $name eq 'URI' ? URI->VERSION : do { require Mojolicious; Mojolicious->VERSION }, "\n";

sub encode {
	my ($value) = @_;
	return '-' unless defined $value;
	return unpack 'H*', Encode::encode('UTF-8', "$value");
}

# get returns an attribute of a URI, or undef if its class has no such method.
sub get {
	my ($u, $method) = @_;
	return $u->can($method) ? $u->$method : undef;
}

sub read_uri {
	my $u = URI->new($_[0]);
	if (!$u->can('host') && length(get($u, 'authority') // '')) {
		return (undef, 'its class has no host for this scheme; authority ' . $u->authority);
	}
	return (1, $u->scheme, get($u, 'host'), get($u, 'port'), get($u, 'path'), get($u, 'userinfo'), "$u");
}

sub read_mojo {
	my $u = Mojo::URL->new($_[0]);
	my $path = $u->path->to_string;
	return (1, $u->scheme, $u->ihost, $u->port, $path eq '' ? undef : $path, $u->userinfo, $u->to_string);
}

my $read = $name eq 'URI' ? \&read_uri : \&read_mojo;
while (my $line = <STDIN>) {
	chomp $line;
	my @fields = eval { $read->(Encode::decode('UTF-8', pack 'H*', $line)) };
	if (!@fields) {
		print "0\t", encode($@), "\n";
	} elsif (!defined $fields[0]) {
		print "?\t", encode($fields[1]), "\n";
	} else {
		print join("\t", 1, map { encode($_) } @fields[1 .. $#fields]), "\n";
	}
}
