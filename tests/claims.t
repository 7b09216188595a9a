#!/usr/bin/perl
# What is claimed of the small sets in fixtures/claims, in words and in JSON.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Loadstat;
use Test::More;

my $claims = 'fixtures/claims';

# A report as one line of text, and its comparisons.
sub report_of {
    my $report = run('-q', @_)->{stdout};
    $report =~ s/\s+/ /g;
    return $report;
}

sub comparisons_of { return @{json(run('-q', '-f', 'json', @_)->{stdout})->{comparisons}} }

# An archive as baseline.
like(report_of('--against', "$claims/arch2.jsonl", "$claims/newx.jsonl"),
    qr/No comparable run in the archive, which has runs of nginx and apache/,
    'runs of two labels are no one baseline');
my ($bad) = comparisons_of('--against', "$claims/arch-bad.jsonl", "$claims/new-bad.txt");
is($bad->{verdict}, 'worse', 'archived runs that failed do not make a new run invalid');
like(report_of('--against', "$claims/arch-bad.jsonl", "$claims/new-bad.txt"),
    qr/2 runs left out of the archive/, 'and they are counted');
my ($drifted) = comparisons_of('--against', "$claims/arch4.jsonl", "$claims/new5.jsonl");
is($drifted->{verdict}, 'worse', 'what came after the last change of level predicts');
is($drifted->{batches}, 5, 'and nothing else');

# Equal texts: ten runs of siege -r on a steady page.
my ($steady) = comparisons_of("a=$claims/siege-real/a", "b=$claims/siege-real/b");
isnt($steady->{verdict}, 'invalid', 'runs that print the same few digits are no copies');
like(report_of("a=$claims/siege-real/a", "b=$claims/siege-real/b"), qr/\[same-summary\]/,
    'and they are noted');

# Scatter does not hide a factor of 14.
my ($fast) = comparisons_of("$claims/fast.csv");
is($fast->{verdict}, 'better', 'a change far beyond the scatter gets its verdict');
like(report_of("$claims/fast.csv"), qr/warning: b: CV of requests per second 31 %/, 'with a warning');

# One estimator a claim, and the same from both sides.
my ($from_a) = comparisons_of('-b', 'a', "$claims/asym.csv");
my ($from_b) = comparisons_of('-b', 'b', "$claims/asym.csv");
is("$from_a->{verdict} $from_b->{verdict}", 'better worse', 'swapping the sides swaps the verdict');
my ($ranks) = comparisons_of('--test', 'mann-whitney', "$claims/opinion2.csv");
is(sprintf('%.3f', $ranks->{ratio}), '1.010', 'ranks give the Hodges-Lehmann ratio');
is($ranks->{verdict}, 'undecided', 'which is below the least that counts');
is($ranks->{second}{test}, 'log-welch', 'and the second opinion is another one');
like(report_of('--test', 'mann-whitney', "$claims/opinion2.csv"),
    qr/b differs from a in requests per second by less than the 2 % that a verdict asks for/,
    'and the sentence says so');
my ($three) = comparisons_of('--test', 'mann-whitney', "$claims/mwu3.csv");
is(sprintf('%.2f', $three->{confidence}), '0.90', 'ranks of three against three give 90 %');
like(report_of('--test', 'mann-whitney', "$claims/mwu3.csv"), qr/\(90 % interval 5 to 13 %/,
    'which is printed');

# Pairs.
for my $pairs (qw(pair1 pair2)) {
    my $refused = run('--test', 'paired', "$claims/$pairs.csv");
    is($refused->{status}, 2, "$pairs: pairs that nobody knows are refused");
    like($refused->{stderr}, qr/nobody knows which are pairs; say --pair-by KEY/, 'with what to do');
}

# Equivalence has an interval of its own, and the correction is told.
my ($equal) = comparisons_of("$claims/eq.csv");
is($equal->{verdict}, 'equivalent', 'two sides are the same within 5 %');
cmp_ok($equal->{equivalence}{ci_high}, '<', 1.05, 'the interval that it rests on says so');
like(report_of("$claims/eq.csv"), qr/do not differ by more than 5 % in requests per second \(90 % interval/,
    'and is printed');
like(report_of("$claims/holm2.csv"), qr/; g1 not after correction for 5 comparisons/,
    'what the correction took away is said');

done_testing();
