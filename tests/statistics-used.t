#!/usr/bin/perl
# Every function that src/stats offers is called by the program.  The linker
# keeps a section for each function and leaves out those that nothing reaches,
# so what an object file defines and the program lacks is called by no one.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Loadstat;
use Test::More;

# Held to their reference values, and not called yet.
my %waiting = map { $_ => 1 } qw(
    amdahl_fit
    block_order_test
    choose_scaling_law
    energy_statistic
    find_outliers
    find_two_modes
    is_drift
    is_lagged
    is_warm_up
    peak_interval
    runs_for_half_width
    scaling_throughput
    sd_interval
);

# Called within its own file alone, which leaves no symbol where it is inlined.
$waiting{copy_variance} = 1;

# The functions of an object file or program; kind T is offered, t its own.
sub functions_of {
    my ($file, $kinds) = @_;
    open my $nm, '-|', 'nm', $file or return;
    my @found = map { /\s([$kinds]) (\w+)$/ ? $2 : () } <$nm>;
    return close $nm ? @found : ();
}

my $program = $ENV{LOADSTAT} || 'build/loadstat';
(my $folder = $program) =~ s{[^/]*$}{};
my %called = map { $_ => 1 } functions_of($program, 'Tt');
plan skip_all => 'no table of symbols: stripped, or no nm' unless $called{main};
plan skip_all => 'the sanitizers keep what nothing calls' if grep { /^__asan_/ } functions_of($program, 'TtUw');

my %offered;
for my $source (grep { !/_test\.c$/ } glob 'src/stats/*.c') {
    (my $object = $source) =~ s{^src/(.*)\.c$}{$folder$1.o};
    $offered{$_} = $source for functions_of($object, 'T');
}
cmp_ok(scalar keys %offered, '>', 30, 'the functions of src/stats are found');
is(join("\n", map { "$offered{$_}: $_ is called by nothing; call it, take it out, or make it static" }
        grep { !$called{$_} && !$waiting{$_} } sort keys %offered),
    '', 'every function of src/stats is called by the program');
is(join("\n", grep { !$offered{$_} || $called{$_} } sort keys %waiting),
    '', 'what is said to wait is there and not called');

done_testing();
