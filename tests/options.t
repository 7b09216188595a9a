#!/usr/bin/perl
# Each option of the table has a case of tests/cli that shows what it does: a
# folder option-NAME or option-NAME-…, whose command gives the option, and whose
# outcome is another one without it.  What it should be, cli.t sees to.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Loadstat;
use Test::More;

# The options, as the help has them: name, letter, whether one takes an argument.
my %options;
my ($table) = run('--help')->{stdout} =~ /\n(Reading\n.*)\nThe manual/s;
while ($table =~ /(?:-(\w), ?|(?<=  ))--([a-z][a-z-]*)(?: ([A-Z][A-Z%=]*))?/g) {
    $options{$2} = {letter => $1, argument => $3};
}
cmp_ok(scalar keys %options, '>', 40, 'the help has the options');

# The words that an option takes are told by its error; the first is what holds without it.
sub words_of {
    my ($name) = @_;
    my ($list) = run("--$name", '%%%')->{stderr} =~ /takes no '%%%'; use (.*)\n/ or return;
    return split /, | or /, $list;
}

# The command without the option, or undef where it is not given.
sub without {
    my ($command, $name) = @_;
    my $value = $options{$name}{argument} ? qr/[ =](?:'[^']*'|"[^"]*"|\S+)/ : qr/(?![-\w])/;
    my $letter = $options{$name}{letter} ? qr/|-$options{$name}{letter}/ : qr//;
    return $command =~ s/(?<![-\w])(?:--$name$letter)$value//g ? $command : undef;
}

sub outcome {
    my ($case, $command) = @_;
    local $ENV{WORK} = work_folder();
    my $result = run_shell($command, -e "$case/stdin" ? "$case/stdin" : undef);
    my $text = join "\0", @{$result}{qw(status stdout stderr)};
    $text =~ s/\Q$ENV{WORK}\E/\$WORK/g;
    return $text;
}

for my $name (sort keys %options) {
    # option-list-parsers is no case of --list, nor option-set-… of another option's name.
    my @cases = grep { defined without(slurp("$_/command"), $name) }
        grep { -e "$_/command" } glob "tests/cli/option-$name tests/cli/option-$name-*";
    ok(scalar @cases, "--$name has a case in tests/cli/option-$name*") or next;
    my @idle = grep {
        my $command = slurp("$_/command");
        outcome($_, $command) eq outcome($_, without($command, $name))
    } @cases;
    cmp_ok(scalar @idle, '<', scalar @cases, "--$name has an effect in one of them");

    my $commands = join "\n", map { slurp("$_/command") } @cases;
    my ($usual, @words) = words_of($name);
    my @left_out = grep { $commands !~ /(?<![\w-])\Q$_\E(?![\w-])/ } @words;
    is("@left_out", '', "its cases have each word that --$name takes");
}

# The manual has each option, with its letter, and each word that it takes.
(my $manual = slurp('doc/loadstat.1')) =~ s/\\&//g;
for my $name (sort keys %options) {
    like($manual, qr/^\.It .*Fl (?:\w , Fl )?-\Q$name\E(?: |$)|[ ,]-\Q$name\E(?: |$)/m, "the manual has --$name");
    my @missing = grep { $manual !~ /\b\Q$_\E\b/ } words_of($name);
    is("@missing", '', "and the words that --$name takes");
}
done_testing();
