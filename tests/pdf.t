#!/usr/bin/perl
# PDF: a sound file, and what stands on its pages.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Loadstat;
use Test::More;

my $work = work_folder();

sub make_pdf {
    my (@arguments) = @_;
    my $result = run('-o', "$work/report.pdf", @arguments);
    is($result->{status}, 0, "a report is made: @arguments[0 .. 1]");
}

sub pages_of {
    my @pages = split /\f/, `pdftotext -layout -enc UTF-8 '$work/report.pdf' -`;
    return @pages;
}

sub is_sound {
    my ($title) = @_;
  SKIP: {
        skip 'no qpdf', 1 if !have('qpdf');
        my $said = `qpdf --check '$work/report.pdf' 2>&1`;
        ok($? == 0 && $said =~ /No syntax or stream encoding errors/, "$title: qpdf finds no fault")
            or diag($said);
    }
}

plan skip_all => 'no pdftotext' if !have('pdftotext');

# A comparison of two servers.
make_pdf('--title', 'Compression at the edge', '--date', '2026-03-02',
         'off=fixtures/gzip/off', 'on=fixtures/gzip/on');
is_sound('a comparison');
my @pages = pages_of();
like($pages[0], qr/^\s*Compression at the edge/, 'the title stands at the top');
like($pages[0], qr/2026-03-02/, 'with the date');
my $all = join '', @pages;
like($all, qr/coordinated-omission/, 'the notes stand at the end');
for my $page (1 .. @pages) {
    like($pages[$page - 1], qr/\b$page(?:\s*(?:\/|of)\s*${\scalar @pages})?\s*$/, "page $page has its number");
}
my $info = `pdfinfo '$work/report.pdf'`;
like($info, qr/^Title:\s+Compression at the edge$/m, 'metadata: title');
like($info, qr/^(?:Creator|Producer):.*loadstat/m, 'metadata: what made it');
like($info, qr/^Page size:\s+595\.\d+ x 841\.\d+ pts \(A4\)/m, 'A4');
make_pdf('--paper', 'letter', 'fixtures/gzip/off', 'fixtures/gzip/on');
like(`pdfinfo '$work/report.pdf'`, qr/^Page size:\s+612 x 792 pts \(letter\)/m, 'Letter');

# A table longer than a page: 150 groups.
my $one = slurp('fixtures/gzip/off/ab-c8-1.log');
my $folder = work_folder();
for my $i (1 .. 150) {
    my $name = sprintf 'server-x%s%s', chr(97 + $i / 26), chr(97 + $i % 26);
    my $rate = 1000 + 7 * $i;
    (my $report = $one) =~ s/^(Requests per second:\s+)[\d.]+/$1$rate.50/m;
    spew("$folder/$name.log", $report);
}
make_pdf('-t', 'comparison', $folder);
is_sound('a long table');
@pages = pages_of();
cmp_ok(scalar @pages, '>', 2, 'a long table takes pages');
like($pages[0], qr/^\s*group\s+runs\s+requests\/s/m, 'the table has a head') or diag($pages[0]);
my @headless = grep {
    my ($above) = $pages[$_] =~ /\A(.*?)^\s*server-\w+\s+\d/ms;
    defined $above && $above !~ /^\s*group\s/m;
} 1 .. $#pages;
is("@headless", '', 'the head stands again on each page that the table goes on');
my %seen;
$seen{$_}++ for join('', @pages) =~ /\b(server-x[a-z]{2})\b/g;
is(scalar keys %seen, 150, 'no row is lost between pages');

# Letters of other scripts: shown, or marked, but not dropped.
spew("$folder/names.log", $one);
make_pdf("Größe αβγ Сервер=$folder/names.log", "\xe6\x9c\x8d\xe5\x8a\xa1=fixtures/gzip/off/ab-c8-2.log");
is_sound('letters of other scripts');
my $text = join '', pages_of();
like($text, qr/Größe αβγ Сервер/, 'Latin, Greek and Cyrillic letters are there');
unlike($text, qr/^\s*1\s+[\d,]+/m, 'a label that the font lacks is not empty');

done_testing();
