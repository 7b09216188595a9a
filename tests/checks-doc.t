#!/usr/bin/perl
# doc/checks.md explains every check as the program has it: the line below its
# code is that of --list-checks, and its session prints the note.
#
#   ```text NAME   an input
#   ```console     commands behind "$ ", each with all that it prints
#
# fixtures/ lies in the folder, too.  LOADSTAT_REWRITE=1 rewrites the sessions;
# read them before you commit them.
use strict;
use warnings;
use Cwd qw(getcwd);
use FindBin;
use lib $FindBin::Bin;
use Loadstat;
use Test::More;

my $document = 'doc/checks.md';
my $folder = work_folder();
symlink getcwd() . '/fixtures', "$folder/fixtures" or die "$folder: $!\n";
my $text = slurp($document);

# ---- sessions ----

sub play {
    my ($body) = @_;
    my $played = '';
    for my $line (split /\n/, $body) {
        $played .= "$line\n" . run_shell("cd '$folder' && { $1\n} 2>&1")->{stdout} if $line =~ /^\$ (.*)/;
    }
    return $played;
}

$text =~ s{^```(\w+) ?([^\n]*)\n(.*?)^```$}{
    my ($kind, $name, $body) = ($1, $2, $3);
    if ($kind eq 'text') {
        spew("$folder/$name", $body);
    } elsif ($ENV{LOADSTAT_REWRITE}) {
        $body = play($body);
    } else {
        my ($command) = $body =~ /^\$ (.*)/;
        is(play($body), $body, $command);
    }
    "```$kind" . ($name ? " $name" : '') . "\n$body```";
}gmse;
spew($document, $text) if $ENV{LOADSTAT_REWRITE};

# ---- every check, in its words and with its note ----

my %section = $text =~ /^### `([\w-]+)`\n(.*?)(?=^##|\z)/msg;
for my $line (split /\n/, run('--list-checks')->{stdout}) {
    my ($code, $severity, $summary) = split ' ', $line, 3;
    my $section = delete $section{$code} // '';
    like($section, qr/\A\n\*\Q$severity\E\*: \Q$summary\E\n\n\S/, "$code: its severity and summary, and more");
    like($section, qr/^- .*\($code\)$/m, "$code: its note is shown") if $code ne 'log-warning';
}
is(join(' ', sort keys %section), '', 'no check is explained that there is not');

# ---- codes that come with a log ----

my %said = map { $_ => 1 } map { slurp($_) =~ /(?:run_warn|warn_once)\([^";]*?"([a-z-]+)"/g } glob 'src/{rules,read,label}/*[!t].c';
for my $rules (glob 'parsers/*') {
    $said{$_} = 1 for slurp($rules) =~ /^note\s+(\S+)/mg;
}
my @missing = grep { $text !~ /^\| `\Q$_\E` \|/m } sort keys %said;
is("@missing", '', 'every code of the reader and of the tools is explained');
my @gone = grep { !$said{$_} } $text =~ /^\| `([\w-]+)` \|/mg;
is("@gone", '', 'and none that is gone');

done_testing();
