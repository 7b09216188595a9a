#!/usr/bin/perl
# What holds for every report, whatever it shows: its width, its tables, its
# fields.  The fixtures are the cases, and all built-in layouts.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Loadstat;
use Test::More;

my @templates = run('--list-templates')->{stdout} =~ /^(\S+)/mg;
my %input = (
    two => ['off=fixtures/gzip/off/ab-c8-*.log', 'on=fixtures/gzip/on/ab-c8-*.log'],
    sweep => ['--filter', 'tool = ab', 'off=fixtures/gzip/off', 'on=fixtures/gzip/on'],
    one => ['fixtures/gzip/off/ab-c8-1.log'],
    tools => ['fixtures/tools'],
    streams => ['fixtures/streams'],
    writeups => ['fixtures/writeups'],
    real => ['fixtures/real'],
    map { m{/(\d+)-} ? ("field-$1" => [$_]) : () } glob 'fixtures/field/*.txt',
);

sub decoded {
    my ($text) = @_;
    utf8::decode($text) or fail('the text is UTF-8');
    return $text;
}

# Cells of a Markdown row; a pipe behind a backslash is none of the table's.
sub cells_of {
    my ($row) = @_;
    $row =~ s/^\|//;
    return split /(?<!\\)\|/, $row, -1;
}

# Rows of CSV as RFC 4180 has them.
sub csv_rows {
    my ($text) = @_;
    my (@rows, @row);
    while ($text =~ /\G(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n)/gc) {
        push @row, defined $1 ? $1 : $2;
        if ($3 ne ',') {
            push @rows, [@row];
            @row = ();
        }
    }
    return (pos($text) // 0) == length $text ? @rows : ();
}

for my $name (sort keys %input) {
    my @wide;
    my @controls;
    my @crooked;
    for my $template (undef, $name =~ /^field|^real/ ? () : @templates) {
        my @arguments = ('-q', defined $template ? ('-t', $template) : (), @{$input{$name}});
        my $shown = $template // 'default';

        my $text = decoded(run('-f', 'text', @arguments)->{stdout});
        push @wide, map { "$shown: $_" } grep { length > 80 } split /\n/, $text;
        push @controls, $shown if $text =~ /[^\n\x20-\x7e\x{a0}-\x{10ffff}]/;

        my @columns;
        for my $line (split(/\n/, decoded(run('-f', 'markdown', @arguments)->{stdout})), '') {
            if ($line =~ /^\|/) {
                push @columns, scalar cells_of($line);
                next;
            }
            push @crooked, "$shown: rows of @columns cells"
                if @columns && (grep { $_ != $columns[0] } @columns or @columns < 3);
            @columns = ();
        }
    }
    is(join("\n", @wide), '', "$name: text fits 80 columns");
    is("@controls", '', "$name: no control characters");
    is(join("\n", @crooked), '', "$name: Markdown tables have a head, and rows of equal length");

    my $csv = run('-q', '-f', 'csv', @{$input{$name}})->{stdout};
    next if $csv eq '';
    my @rows = csv_rows($csv);
    my %lengths = map { scalar @$_ => 1 } @rows;
    ok(@rows > 1 && keys %lengths == 1, "$name: CSV has a head, and rows of equal length");
    my @formulas = grep { /^[=+@\t]|^-(?![\d.])/ } map { @$_ } @rows;
    is("@formulas", '', "$name: no field of the CSV is a formula");
}

# What is said in words is what the figures say.
my $two = decoded(run(@{$input{two}})->{stdout});
like($two, qr/^on served 67 % fewer requests per second than off/m, 'the answer, in words');
like($two, qr/^off\s+5\s+21,052 ± 1,118\s+4\.3\s+baseline/m, 'the baseline');
like($two, qr/^on\s+5\s+7,012\s+± 212\s+2\.4\s+−66\.7 % \(−68\.4 to −64\.8\)\s+slower/m, 'and the other side');
my $alone = run(@{$input{one}})->{stdout};
unlike($alone, qr/faster|slower|verdict/, 'one run is compared with nothing');

done_testing();
