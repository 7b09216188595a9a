#!/usr/bin/perl
# The help fits a screen's width, and says what the program does.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Loadstat;
use Test::More;

my $help = run('--help');
is($help->{status}, 0, '--help is no error');
is($help->{stderr}, '', 'and goes to standard output');
my @lines = split /\n/, $help->{stdout};
my @wide = grep { my $line = $_; utf8::decode($line); length $line > 80 } @lines;
is(join("\n", @wide), '', 'no line is wider than 80 columns');
cmp_ok(scalar @lines, '<=', 90, 'it is short enough to be read');
is(run('-h')->{stdout}, $help->{stdout}, '-h is --help');
like(run('--version')->{stdout}, qr/^loadstat \d+\.\d+\.\d+\n/, '--version');

# Each option that the help names is one, and takes an argument where it says.
my %argument;
while ($help->{stdout} =~ /(?<![\w-])--([a-z][a-z-]+)(?:[ =]([A-Za-z][\w=%|]*))?/g) {
    my ($name, $argument) = ($1, $2);
    $argument{$name} //= defined $argument && $argument =~ /^[A-Z]|\|/ ? $argument : '';
}
cmp_ok(scalar keys %argument, '>', 30, 'the help names the options');
for my $name (sort keys %argument) {
    my $said = run_shell("loadstat --$name < /dev/null")->{stderr};
    unlike($said, qr/unknown option|unrecognized|no option/i, "--$name is known");
}

# The lists print one name a line; what they name can be printed again.
for my $kind (qw(parser template)) {
    my $list = run("--list-${kind}s");
    is($list->{status}, 0, "--list-${kind}s");
    for my $name ($list->{stdout} =~ /^(\S+)/mg) {
        my $printed = run("--print-$kind", $name);
        is($printed->{status}, 0, "--print-$kind $name");
        my $file = work_folder() . '/copy';
        spew($file, $printed->{stdout});
        my $checked = run("--check-$kind", $file);
        is($checked->{status}, 0, "and what it prints passes --check-$kind") or diag($checked->{stderr});
    }
}
for my $kind (qw(parser template)) {
    for my $file (sort glob "${kind}s/*") {
        my $checked = run("--check-$kind", $file);
        is($checked->{status}, 0, "$file is right") or diag($checked->{stderr});
    }
}
my %seen;
my @twice = grep { $seen{$_}++ } run('--list-metrics')->{stdout} =~ /^(\S+)/mg;
is("@twice", '', 'no metric is listed twice');

done_testing();
