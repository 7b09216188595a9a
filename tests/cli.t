#!/usr/bin/perl
# The command line, case by case.  A case is a folder of tests/cli:
#
#   command   what sh runs, from the repository's root; `loadstat` is the
#             program, $WORK an empty folder (printed as $WORK)
#   stdin     its standard input; nothing where there is no such file
#   stdout, stderr, status
#             what must come of it, to the byte; empty, empty and 0 where
#             there is no such file
#
# LOADSTAT_REWRITE=1 rewrites the last three from what comes now.  Read them,
# line by line, before you commit them.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Loadstat;
use Test::More;

my $rewrite = $ENV{LOADSTAT_REWRITE};

sub wanted {
    my ($case, $name, $default) = @_;
    return -e "$case/$name" ? slurp("$case/$name") : $default;
}

sub rewrite {
    my ($case, $name, $got, $default) = @_;
    if ($got eq $default) {
        unlink "$case/$name";
    } else {
        spew("$case/$name", $got);
    }
}

for my $case (grep { -e "$_/command" } sort glob 'tests/cli/*') {
    local $ENV{WORK} = work_folder();
    my $result = run_shell(slurp("$case/command"), -e "$case/stdin" ? "$case/stdin" : undef);
    s/\Q$ENV{WORK}\E/\$WORK/g for $result->{stdout}, $result->{stderr};

    my %got = (%$result, status => "$result->{status}\n");
    my %default = (stdout => '', stderr => '', status => "0\n");
    (my $title = $case) =~ s{.*/}{};
    my $right = 1;
    for my $name (qw(status stderr stdout)) {
        if ($rewrite) {
            rewrite($case, $name, $got{$name}, $default{$name});
            next;
        }
        my $wanted = wanted($case, $name, $default{$name});
        next if $got{$name} eq $wanted;
        $right = 0;
        spew("$ENV{WORK}/got", $got{$name});
        spew("$ENV{WORK}/wanted", $wanted);
        my $difference = `cd '$ENV{WORK}' && diff -u wanted got | head -40 | cut -c 1-200`;
        diag("$case/$name\n$difference");
    }
    ok($right, $title);
}
done_testing();
