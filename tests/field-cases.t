#!/usr/bin/perl
# Every text of fixtures/field reads as its .expect.json says: the number of
# runs, and fields of them as "run0.latency_p99_ms".  A null is a value that
# must be missing; a field that is not named is not checked.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use JSON::PP ();
use Loadstat;
use Test::More;

sub flat {
    my ($run) = @_;
    return {
        (map { $_ => $run->{$_} } qw(tool label status format)),
        %{$run->{target} || {}}, %{$run->{config} || {}}, %{$run->{metrics} || {}},
    };
}

sub is_number { return defined $_[0] && !ref $_[0] && $_[0] =~ /^-?[0-9.]+(?:[eE][-+]?[0-9]+)?$/ }

sub same {
    my ($field, $want, $got) = @_;
    return !defined $got if !defined $want;
    return 0 if !defined $got;
    if (JSON::PP::is_bool($want) || JSON::PP::is_bool($got)) {
        return JSON::PP::is_bool($want) && JSON::PP::is_bool($got) && !$want == !$got;
    }
    return $got eq $want if !is_number($want) || !is_number($got);
    return abs($got - $want) <= 1 if $field eq 'bytes_total';
    my $larger = abs($got) > abs($want) ? abs $got : abs $want;
    return abs($got - $want) <= 1e-3 * $larger + 1e-9;
}

sub told { return defined $_[0] ? "$_[0]" : 'missing' }

for my $expectation (sort glob 'fixtures/field/*.expect.json') {
    (my $text = $expectation) =~ s/\.expect\.json$/.txt/;
    (my $title = $text) =~ s{.*/(.*)\.txt}{$1};
    my $want = json(slurp($expectation));
    my @runs = json_lines(run('parse', $text)->{stdout});
    my @wrong;

    push @wrong, scalar(@runs) . " runs, not $want->{runs}" if @runs != $want->{runs};
    for my $key (sort grep { $_ ne 'runs' } keys %$want) {
        my ($index, $field) = $key =~ /^run(\d+)\.(.*)/ or die "$expectation: $key?\n";
        next if $index >= @runs;
        my $got = flat($runs[$index])->{$field};
        push @wrong, "$key is " . told($got) . ', not ' . told($want->{$key})
            if !same($field, $want->{$key}, $got);
    }
    ok(!@wrong, $title) or diag(join "\n", @wrong);
}
done_testing();
