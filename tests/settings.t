#!/usr/bin/perl
# What options of numbers come to: the settings that the JSON tells, and the
# figures that follow from them, worked out here once more.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use List::Util qw(max min);
use Loadstat;
use Test::More;

# Groups that beat the first by little, each by a p of its own.
my %rates = (
    base => [1000, 1020, 980, 1010],
    a    => [1040, 1056, 1030, 1044],
    b    => [1030, 1052, 1018, 1046],
    c    => [1060, 1071, 1049, 1080],
    d    => [1020, 1043, 1009, 1031],
);
my $table = join '', "server,requests/s\n",
    map { my $name = $_; map { "$name,$_\n" } @{$rates{$name}} } 'base', 'a' .. 'd';
my $file = work_folder() . '/table.csv';
spew($file, $table);

sub analysis {
    my $result = run('-q', '-f', 'json', '-b', 'base', @_, $file);
    return json($result->{stdout});
}

sub p_values {
    my ($key, @options) = @_;
    return map { $_->{$key} } sort { $a->{group} cmp $b->{group} } @{analysis(@options)->{comparisons}};
}

# By the definitions: over the ascending p, so many times, never below the one before.
sub holm {
    my @order = sort { $_[$a] <=> $_[$b] } 0 .. $#_;
    my ($largest, @adjusted) = (0);
    $adjusted[$order[$_]] = min(1, $largest = max($largest, (@_ - $_) * $_[$order[$_]])) for 0 .. $#_;
    return @adjusted;
}

sub benjamini_hochberg {
    my @order = sort { $_[$a] <=> $_[$b] } 0 .. $#_;
    my ($smallest, @adjusted) = (1);
    $adjusted[$order[$_]] = $smallest = min($smallest, @_ / ($_ + 1) * $_[$order[$_]])
        for reverse 0 .. $#_;
    return @adjusted;
}

sub as_text { return join ' ', map { sprintf '%.12g', $_ } @_ }

my @p = p_values('p');
is(scalar @p, 4, 'four comparisons have a p');
isnt(as_text(holm(@p)), as_text(benjamini_hochberg(@p)), 'on which the corrections disagree');
is(as_text(p_values('p_adjusted', '--correction', 'holm')), as_text(holm(@p)), 'holm is Holm\'s');
is(as_text(p_values('p_adjusted', '--correction', 'bh')), as_text(benjamini_hochberg(@p)),
    'bh is Benjamini and Hochberg\'s');
is(as_text(p_values('p_adjusted', '--correction', 'none')), as_text(@p), 'none is none');
is(as_text(p_values('p_adjusted')), as_text(holm(@p)), 'Holm\'s is the usual one');

for my $case (['5%', 0.05], ['0.1', 0.1], ['1%', 0.01], ['12.5%', 0.125], ['50%', 0.5]) {
    my ($text, $value) = @$case;
    cmp_ok(analysis('--margin', $text)->{settings}{margin}, '==', $value, "a margin of $text is $value");
}
cmp_ok(analysis()->{settings}{margin}, '==', 0.05, 'the usual margin is 5 %');
cmp_ok(analysis('--confidence', '99%')->{settings}{confidence}, '==', 0.99, 'a confidence of 99% is 0.99');
cmp_ok(analysis('--min-effect', '4%')->{settings}{min_effect}{default}, '==', 0.04, 'an effect of 4% is 0.04');

# Two one-sided tests at 5 % and an interval of 90 % say the same of a margin.
my $end = analysis('--confidence', '90%')->{comparisons}[0]{ci_high} - 1;
for my $factor (0.98, 1.02) {
    my $comparison = analysis('--margin', $end * $factor)->{comparisons}[0];
    my $p = $comparison->{equivalence_p} // $comparison->{equivalence}{p};
    ok($factor > 1 ? $p < 0.05 : $p > 0.05, "at $factor times the end of the interval: p $p");
}
done_testing();
