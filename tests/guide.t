#!/usr/bin/perl
# doc/rule-files.md does what it says: each of its blocks is a file or a
# session, and they are run in their order in an empty folder.
#
#   ```rules NAME             a rule file, which must be right
#   ```rules NAME, continued  lines that are added to it
#   ```rules NAME, wrong      one that a session shows to be wrong
#   ```text NAME              an input
#   ```console                commands behind "$ ", each with all that it prints
#
# fixtures/writeups/frameworks.txt lies in the folder, too.
# LOADSTAT_REWRITE=1 rewrites the sessions; read them before you commit them.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Loadstat;
use Test::More;

my $guide = 'doc/rule-files.md';
my $folder = work_folder();
spew("$folder/frameworks.txt", slurp('fixtures/writeups/frameworks.txt'));

sub in_folder {
    my ($command) = @_;
    local $ENV{XDG_CONFIG_HOME} = "$folder/.config";
    return run_shell("cd '$folder' && { $command\n} 2>&1")->{stdout};
}

sub keep {
    my ($kind, $title, $body) = @_;
    my ($name, $how) = $title =~ /^(\S+?)(?:, (continued|wrong))?$/ or die "$guide: $title\n";
    my $before = ($how // '') eq 'continued' ? slurp("$folder/$name") : '';
    spew("$folder/$name", $before . $body);
    return if $kind ne 'rules' || ($how // '') eq 'wrong';
    like(in_folder("loadstat --check-parser $name"), qr/\A\Q$name\E: right/, "rules: $title");
}

# The session as it comes out now.
sub play {
    my ($body) = @_;
    my $played = '';
    for my $line (split /\n/, $body) {
        $played .= "$line\n" . in_folder($1) if $line =~ /^\$ (.*)/;
    }
    return $played;
}

sub directives_of { return grep { /\S/ && !/^\s*#/ } map { s/\s+/ /gr } lines_of($_[0]) }

my $text = slurp($guide);
my $number = 0;
$text =~ s{^```(\w+) ?([^\n]*)\n(.*?)^```$}{
    my ($kind, $title, $body) = ($1, $2, $3);
    if ($kind eq 'console') {
        my $played = play($body);
        is($played, $body, 'session ' . ++$number) if !$ENV{LOADSTAT_REWRITE};
        $body = $played if $ENV{LOADSTAT_REWRITE};
    } else {
        keep($kind, $title, $body);
    }
    "```$kind" . ($title ? " $title" : '') . "\n$body```";
}gmse;
spew($guide, $text) if $ENV{LOADSTAT_REWRITE};

is_deeply([directives_of("$folder/frameworks.rules")],
          [directives_of('doc/examples/frameworks.rules')],
          'the worked example ends as doc/examples/frameworks.rules');

sub explains_all {
    my ($what, @names) = @_;
    my @missing = grep { $text !~ /`\Q$_\E\b/ } @names;
    is("@missing", '', "every $what is explained");
}
explains_all('directive', slurp('src/rules/rules.c') =~ /\{"(\w+)", read_/g);
explains_all('field', slurp('src/rules/field.c') =~ /\{"(\w+)", +FIELD_/g);
explains_all('member', slurp('src/model/member.c') =~ /^    \{"(\w+)",[^}]*\bFIELD\b/mg);
explains_all('trait', map { "trait $_" } slurp('src/model/traits.c') =~ /\bROW\((\w+)\),/g);
explains_all('quirk', slurp('src/rules/quirk.c') =~ /^    \{"([\w-]+)",/mg);
explains_all('field of a request', slurp('src/rules/shape.c') =~ /\{"(\w+)", SHAPE_/g);

done_testing();
