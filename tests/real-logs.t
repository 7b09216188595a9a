#!/usr/bin/perl
# Real logs (fixtures/real, gzip, streams) against a second reading that knows
# nothing of rule files: plain patterns for the lines that hold a number.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Loadstat;
use Test::More;

# The index of ab's logs says what each holds.
my %column = (
    complete => ['metrics', 'requests_complete'],
    failed => ['metrics', 'requests_failed'],
    rps => ['metrics', 'requests_per_second'],
    time_s => ['metrics', 'time_taken_s'],
    concurrency => ['config', 'concurrency'],
);
my ($head, @rows) = lines_of('fixtures/real/ab/INDEX.tsv');
my @names = split /\t/, $head;
for my $line (@rows) {
    my %row;
    @row{@names} = split /\t/, $line, -1;
    (my $file = "fixtures/real/ab/$row{file}") =~ s/\{stdout,stderr\}/stdout/;
    # A banner without a report is a run, too, but no report.
    my @runs = grep { defined $_->{metrics}{time_taken_s} }
        json_lines(run('parse', $file)->{stdout});
    my @wrong;
    push @wrong, scalar(@runs) . " reports, not $row{reports}" if @runs != $row{reports};
    for my $name (sort keys %column) {
        next if !@runs || $row{$name} eq '-';
        my ($part, $key) = @{$column{$name}};
        my $got = $runs[0]{$part}{$key};
        push @wrong, "$key is " . ($got // 'missing') . ", not $row{$name}"
            if !defined $got || $got != $row{$name};
    }
    is(join('; ', @wrong), '', $row{file});
}

# Numbers that stand on a line of their own, in their order.
my %ab = (
    requests_per_second => qr/^Requests per second:\s+([\d.]+)/m,
    time_taken_s => qr/^Time taken for tests:\s+([\d.]+)/m,
    requests_complete => qr/^Complete requests:\s+(\d+)/m,
    requests_failed => qr/^Failed requests:\s+(\d+)/m,
    bytes_total => qr/^Total transferred:\s+(\d+)/m,
    latency_max_ms => qr/^Total:(?:\s+[\d.]+){4}\s+(\d+)/m,
    latency_p99_ms => qr/^\s+99%\s+(\d+)/m,
);
my %siege = (
    time_taken_s => qr/^Elapsed time:\s+([\d.]+)/m,
    requests_complete => qr/^Transactions:\s+(\d+)/m,
    requests_failed => qr/^Failed transactions:\s+(\d+)/m,
    successful => qr/^Successful transactions:\s+(\d+)/m,
    availability_pct => qr/^Availability:\s+([\d.]+)/m,
    # Without time there is no rate of what was done, whatever siege prints.
    requests_per_second => qr/^Transactions:\s+(?:0\ hits\n.*\n.*\n|.*\n.*\nElapsed\ time:\s++(?!0\.00).*\n)
        (?:.*\n){2}Transaction\ rate:\s+([\d.]+)/mx,
);
for my $file (sort map { glob $_ } qw(fixtures/gzip/*/*.log fixtures/real/siege/*.log)) {
    my $text = slurp($file);
    next if $text !~ /^(?:Requests per second|Transaction rate):/m;
    # Cut by the other stream, or with a prefix: other tests know those.
    next if $file =~ m{/(?:04|05|52|54|55|57)-};
    my @runs = grep { $_->{format} =~ /^(?:ab|siege)$/ } json_lines(run('parse', $file)->{stdout});
    my $line = $text =~ /^Transaction rate:/m ? \%siege : \%ab;
    my @wrong;
    for my $key (sort keys %$line) {
        my $want = join ' ', map { $_ + 0 } $text =~ /$line->{$key}/g;
        my $got = join ' ', map { $_ + 0 } grep { defined } map { $_->{metrics}{$key} } @runs;
        push @wrong, "$key is $got, not $want" if $got ne $want;
    }
    (my $title = $file) =~ s{^fixtures/}{};
    is(join('; ', @wrong), '', $title);
}
done_testing();
