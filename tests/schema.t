#!/usr/bin/perl
# doc/loadstat.schema.json describes what is written, and refuses what is
# wrong.  Validated by python3-jsonschema.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use JSON::PP ();
use Loadstat;
use Test::More;

chomp(my $python = `sh tests/python-with-jsonschema`);
plan skip_all => 'no Python with jsonschema' if !$python;

# Each line of the file is a document; prints the numbers of those refused.
my $validate = <<'PYTHON';
import json, sys
from jsonschema import Draft202012Validator
schema = json.load(open("doc/loadstat.schema.json", encoding="utf-8"))
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)
for number, line in enumerate(open(sys.argv[1], encoding="utf-8", newline="\n"), 1):
    for error in list(validator.iter_errors(json.loads(line)))[:3]:
        place = "/".join(str(part) for part in error.absolute_path)
        print("%d: %s: %s" % (number, place, error.message[:200]))
PYTHON

my $work = work_folder();

sub refusals {
    my (@documents) = @_;
    spew("$work/documents", join '', map { /\n\z/ ? $_ : "$_\n" } @documents);
    open my $pipe, '-|', $python, '-c', $validate, "$work/documents" or die "$python: $!\n";
    local $/;
    my $refused = <$pipe>;
    close $pipe or die "$python failed\n";
    return $refused // '';
}

my $runs = run('parse', 'fixtures')->{stdout};
cmp_ok(scalar(split /\n/, $runs), '>', 300, 'all fixtures give runs');
is(refusals($runs), '', 'every run of every fixture');
is(run('-f', 'jsonl', 'fixtures/gzip')->{stdout}, run('parse', 'fixtures/gzip')->{stdout},
   '-f jsonl writes what parse does');

my @reports = map { [@$_, '-f', 'json'] } (
    ['fixtures/gzip/off', 'fixtures/gzip/on'],
    ['fixtures/writeups'],
    ['fixtures/streams'],
    ['fixtures/tools'],
    ['fixtures/real'],
    ['--rows', 'concurrency', '--columns', 'label', 'fixtures/gzip'],
    ['--test', 'mann-whitney', '--correction', 'bh', '-m', 'rps,p99', 'fixtures/gzip'],
    ['--set', 'a=b', '--tag', 'c=d', '--date', '2026-03-02', '--title', 'T', 'fixtures/gzip'],
    map { [$_] } sort glob 'fixtures/field/*.txt'
);
my @documents = grep { /\S/ } map { run(@$_)->{stdout} } @reports;
for my $document (@documents) {
    # One line each: JSON has no line ends inside strings.
    $document =~ s/\n/ /g;
}
is(refusals(@documents), '', 'reports: ' . scalar(@documents) . ' of fixtures');

# A schema that takes everything would pass all of this.
my ($whole) = json($documents[0]);
my $encode = JSON::PP->new->utf8->canonical;
my @broken = (
    sub { delete $_[0]{schema} },
    sub { $_[0]{schema} = 'other/1' },
    sub { $_[0]{runs}[0]{metrics}{requests_per_second} = 'many' },
    sub { delete $_[0]{runs}[0]{metrics} },
    sub { $_[0]{runs}[0]{status} = 'fine' },
    sub { $_[0]{comparisons}[0]{verdict} = 'fastest' },
    sub { $_[0]{notes}[0]{severity} = 'loud' },
    sub { $_[0]{groups}[0]{runs} = ['first'] },
);
my @wrong = map {
    my $copy = $encode->decode($encode->encode($whole));
    $_->($copy);
    $encode->encode($copy);
} @broken;
my $refused = refusals(@wrong);
my @missed = grep { $refused !~ /^$_:/m } 1 .. @wrong;
is("@missed", '', 'documents that are wrong are refused');

# Every row of the member table is described.
my $described = slurp("doc/loadstat.schema.json");
my @undescribed = grep { $described !~ /"\Q$_\E": *\{/ }
    slurp("src/model/member.c") =~ /^    (?:\{|PART\()"(\w+)"/mg;
is("@undescribed", "", "every member of a run is in the schema");

done_testing();
