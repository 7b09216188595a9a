#!/usr/bin/perl
# The README's examples do what it says.
#
# In a block of ```sh, each line that begins with `$ ` is a command, and the
# lines after it, up to the next, are what it prints; a block without `$ ` is
# commands alone, each line of which that begins with `loadstat` (or `build/
# loadstat`) must succeed.  A block of ``` or ```text that directly follows
# holds the output of the block's last command.  `…` or `...` on a line of its
# own stands for lines left out.  Commands run in a copy of the repository's
# fixtures, with the program in PATH.  `<!-- not run -->` before a block leaves
# it out.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Loadstat;
use Test::More;

plan skip_all => 'no README.md yet' if !-e 'README.md';

my $work = work_folder();
system('cp', '-R', grep({ -e } qw(fixtures parsers templates doc README.md)), $work) == 0 or die;
mkdir "$work/build" or die;
symlink program(), "$work/build/loadstat" or die;

# Blocks: {language, line, lines, skipped}, in order.
my (@blocks, $block);
my ($number, $previous) = (0, '');
for my $line (lines_of('README.md')) {
    $number++;
    if ($line =~ /^```(\w*)/ && !$block) {
        my $language = $1;
        $block = {language => $language, line => $number, lines => [], skipped => scalar($previous =~ /<!-- not run -->/)};
    } elsif ($line =~ /^```\s*$/ && $block) {
        $block->{end} = $number;
        push @blocks, $block;
        undef $block;
    } elsif ($block) {
        push @{$block->{lines}}, $line;
    }
    $previous = $line if $line =~ /\S/;
}

# Commands of a block: {line, command, output}; output undef: not stated.
sub commands_of {
    my ($block) = @_;
    my @commands;
    my $prompts = grep { /^\$ / } @{$block->{lines}};
    my $line = $block->{line};
    for (@{$block->{lines}}) {
        $line++;
        if (@commands && $commands[-1]{command} =~ /\\$/) {
            $commands[-1]{command} .= "\n$_";
        } elsif (/^\$ (.*)/) {
            push @commands, {line => $line, command => $1};
        } elsif ($prompts) {
            push @{$commands[-1]{output}}, $_ if @commands;
        } elsif (/^(?:build\/)?loadstat\b/) {
            push @commands, {line => $line, command => $_};
        }
    }
    return @commands;
}

sub pattern_of {
    my (@lines) = @_;
    pop @lines while @lines && $lines[-1] !~ /\S/;
    my $pattern = join '', map { /^\s*(?:…|\.\.\.)\s*$/ ? '(?:.*\n)*?' : quotemeta($_) . '\s*\n' } @lines;
    return qr/\A$pattern\s*\z/;
}

my $ran = 0;
for my $i (0 .. $#blocks) {
    my $block = $blocks[$i];
    next if $block->{language} !~ /^(?:sh|console|bash|shell)$/ || $block->{skipped};
    my @commands = commands_of($block);
    my $next = $blocks[$i + 1];
    if (@commands && !$commands[-1]{output} && $next && $next->{language} =~ /^(?:text|)$/
        && $next->{line} <= $block->{end} + 2) {
        $commands[-1]{output} = $next->{lines};
    }
    for my $command (@commands) {
        # What needs a server, a package manager or a build is not for here.
        next if $command->{command} =~ /^(?:make|sudo|git|cd|ab|siege|apt|brew|dnf)\b/;
        next if $command->{command} =~ /(?<![\w\/.-])(?:ab|siege) -/;
        my $result = run_shell("cd '$work' && $command->{command}");
        my $title = "README.md:$command->{line}: $command->{command}";
        $ran++;
        if ($command->{output}) {
            like($result->{stdout} . $result->{stderr}, pattern_of(@{$command->{output}}), $title)
                or diag($result->{stdout} . $result->{stderr});
        } else {
            cmp_ok($result->{status}, '<', 2, $title) or diag($result->{stderr});
        }
    }
}
cmp_ok($ran, '>', 0, 'the README has examples that run');
done_testing();
