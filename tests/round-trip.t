#!/usr/bin/perl
# What loadstat wrote it reads back to the same report, and the same input
# gives the same bytes.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use JSON::PP ();
use Loadstat;
use Test::More;

my $work = work_folder();
my $canonical = JSON::PP->new->utf8->canonical->pretty;

# Groups, comparisons and notes, as text that can be compared.
sub parts {
    my ($document) = @_;
    my $report = json($document);
    return map { $canonical->encode({$_ => $report->{$_}}) } qw(groups comparisons notes);
}

sub same_report {
    my ($title, $document, @original) = @_;
    my @names = qw(groups comparisons notes);
    my @got = parts($document);
    my @want = parts(@original);
    for my $i (0 .. $#names) {
        my ($got, $want) = ($got[$i], $want[$i]);
        if ($got eq $want) {
            pass("$title: $names[$i]");
            next;
        }
        spew("$work/got", $got);
        spew("$work/want", $want);
        fail("$title: $names[$i]");
        diag(scalar `diff -U 4 '$work/want' '$work/got' | head -60`);
    }
}

my %input = (
    gzip => ['fixtures/gzip/off', 'fixtures/gzip/on'],
    writeups => ['fixtures/writeups'],
    streams => ['fixtures/streams'],
    real => ['fixtures/real'],
    tools => ['fixtures/tools'],
    named => ['old=fixtures/gzip/off', 'new=fixtures/gzip/on'],
    set => ['--set', 'gzip=on', 'fixtures/gzip/on', '--tag', 'host=a', 'fixtures/gzip/off'],
    map { m{/(\d+)-} ? ("field-$1" => [$_]) : () } glob 'fixtures/field/*.txt',
);

for my $name (sort keys %input) {
    my @input = @{$input{$name}};
    my $direct = run('-f', 'json', @input);
    next if $direct->{stdout} eq '';    # a text without a run
    my $again = run('-f', 'json', @input);
    ok($direct->{stdout} eq $again->{stdout}, "$name: the same bytes twice");

    my $lines = run('parse', @input)->{stdout};
    spew("$work/$name.jsonl", $lines);
    spew("$work/$name.json", $direct->{stdout});
    same_report("$name, from JSON lines", run('-f', 'json', "$work/$name.jsonl")->{stdout},
                $direct->{stdout});
    same_report("$name, from its own report", run('-f', 'json', "$work/$name.json")->{stdout},
                $direct->{stdout});
    ok(run('parse', "$work/$name.jsonl")->{stdout} eq $lines, "$name: JSON lines are kept as they are");
}

for my $format (qw(text markdown csv json jsonl pdf)) {
    my @command = ('-f', $format, 'fixtures/gzip/off', 'fixtures/gzip/on');
    my ($first, $second) = map { run(@command) } 1 .. 2;
    is($first->{status}, 0, "$format is written");
    ok(length $first->{stdout} && $first->{stdout} eq $second->{stdout}, "$format: the same bytes twice");
}

# Members of later versions stay.
my $unknown = '{"schema":"loadstat/1","metrics":{"requests_per_second":12.5},"colour":{"deep":[1,null]}}';
spew("$work/unknown.jsonl", "$unknown\n");
my ($kept) = json_lines(run('parse', "$work/unknown.jsonl")->{stdout});
is_deeply($kept->{colour}, {deep => [1, undef]}, 'what is not known is kept');

# A line that was cut off costs that line alone.
my $lines = slurp("$work/gzip.jsonl");
spew("$work/torn.jsonl", substr($lines, 0, length($lines) - 100) . "\n" . $lines);
my $torn = run('parse', "$work/torn.jsonl");
is(scalar(() = $torn->{stdout} =~ /\n/g), 2 * (() = $lines =~ /\n/g) - 1,
   'a torn line costs itself alone');
like($torn->{stderr}, qr/torn\.jsonl:60: /, 'and is named');
is($torn->{status}, 0, 'and is no error');

done_testing();
