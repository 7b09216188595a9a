#!/usr/bin/perl
# A locale with decimal commas changes nothing: neither what is read nor what
# is written.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Loadstat;
use Test::More;

my ($locale) = grep { /^(?:de|fr|es|it|nl|pl|ru|pt|sv|da|fi|nb)_[A-Z]{2}\.utf-?8$/i } split /\n/, `locale -a 2>/dev/null`;
plan skip_all => 'no locale with decimal commas is installed (such as de_DE.UTF-8)' if !defined $locale;

for my $command (
    ['fixtures/gzip/off', 'fixtures/gzip/on'],
    ['-f', 'json', 'fixtures/gzip'],
    ['-f', 'csv', 'fixtures/gzip'],
    ['-f', 'pdf', 'fixtures/gzip/off'],
    ['--min-effect', '2.5%', '--confidence', '0.99', 'fixtures/gzip'],
    ['parse', 'fixtures/streams', 'fixtures/writeups', 'fixtures/field'],
) {
    my $plain = run(@$command)->{stdout};
    local $ENV{LC_ALL} = $locale;
    ok(run(@$command)->{stdout} eq $plain, "$locale: @$command");
}
done_testing();
