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

done_testing();
