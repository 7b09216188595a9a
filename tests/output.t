#!/usr/bin/perl
# Where the output goes: files whole or not at all, several at once, devices,
# terminals; and that no target is ever read as input.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Loadstat;
use Test::More;

my $work = work_folder();
my @logs = ('fixtures/gzip/off', 'fixtures/gzip/on');
my %start = (
    txt => qr/^Load test/, md => qr/^#+ \S/, csv => qr/^[a-z_]+,/, json => qr/^\{\s*"schema"/,
    jsonl => qr/^\{"schema":"loadstat\/1"/, pdf => qr/^%PDF-1\./,
);

# Several at once, each by its suffix, and nothing on standard output.
my @targets = map { "$work/report.$_" } sort keys %start;
my $several = run((map { ('-o', $_) } @targets), @logs);
is($several->{status}, 0, 'six outputs at once');
is($several->{stdout}, '', 'and standard output stays empty');
for my $suffix (sort keys %start) {
    like(slurp("$work/report.$suffix"), $start{$suffix}, "report.$suffix is in its format");
}
my %format = (txt => 'text', md => 'markdown');
for my $suffix (sort keys %start) {
    my $printed = run('-f', $format{$suffix} || $suffix, @logs)->{stdout};
    ok($printed eq slurp("$work/report.$suffix"), "-f gives the bytes of report.$suffix");
}

# - is standard output; a file without a suffix takes -f.
my $both = run('-f', 'csv', '-o', '-', '-o', "$work/plain.md", @logs);
like($both->{stdout}, $start{csv}, '-o - is standard output, in the format of -f');
like(slurp("$work/plain.md"), $start{md}, 'and the suffix of the other holds');
is(run('-f', 'csv', '-o', "$work/suffixless", @logs)->{status}, 0, 'no suffix: -f says');
like(slurp("$work/suffixless"), $start{csv}, 'what it is');
my $unknown = run('-o', "$work/report.docx", @logs);
is($unknown->{status}, 2, 'a suffix that names no format is wrong usage');
ok(!-e "$work/report.docx", 'and leaves no file');

# A target that exists is no input, and is written anew.
my $folder = work_folder();
system('cp', 'fixtures/gzip/off/ab-c8-1.log', 'fixtures/gzip/off/ab-c8-2.log', $folder) == 0 or die;
run('-o', "$folder/all.json", $folder) for 1 .. 3;
is(scalar @{json(slurp("$folder/all.json"))->{runs}}, 2, 'the target in the folder that is read is not read');
run('parse', '-o', "$folder/all.jsonl", $folder) for 1 .. 2;
is(scalar(() = slurp("$folder/all.jsonl") =~ /\n/g), 2, 'nor that of parse, and the report beside the logs tells of the same runs');
for my $suffix (qw(txt md csv)) {
    my $twice;
    $twice = run('-f', $format{$suffix} || $suffix, '-o', "$folder/all.$suffix", $folder) for 1 .. 2;
    is($twice->{status}, 0, "a report.$suffix in the folder that is read is written anew");
    unlink "$folder/all.$suffix";
}

# An input is never overwritten, whatever it is called.
symlink "$folder/ab-c8-1.log", "$folder/link.txt" or die;
my $log = slurp("$folder/ab-c8-1.log");
my %clash = (
    'a log that is named' => "loadstat $folder/ab-c8-1.log -f text -o $folder/ab-c8-1.log",
    'a log behind a link' => "loadstat $folder/ab-c8-1.log -o $folder/link.txt",
    'a log behind a name' => "loadstat off=$folder/ab-c8-1.log -o $folder/../\$(basename $folder)/ab-c8-1.log -f csv",
    'a log in a folder' => "loadstat $folder -f text -o $folder/ab-c8-1.log",
    'a log on standard input' => "loadstat -f text -o $folder/ab-c8-1.log < $folder/ab-c8-1.log",
    'a log for parse' => "loadstat parse $folder -o $folder/ab-c8-1.log",
    'a log beside a good output' => "loadstat $folder -o $folder/new.md -f text -o $folder/ab-c8-1.log",
);
for my $case (sort keys %clash) {
    my $refused = run_shell($clash{$case});
    is($refused->{status}, 2, "$case is no output");
    like($refused->{stderr}, qr/^.+: it is an input, and -o would overwrite it; /m, 'and the message says why');
    is($refused->{stdout}, '', 'nothing is reported');
    ok(slurp("$folder/ab-c8-1.log") eq $log && !-e "$folder/new.md", 'and nothing is written');
}
my $history = slurp("$folder/all.jsonl");
for my $case (["$folder/all.jsonl"], ['--against', "$folder/all.jsonl", "$folder/ab-c8-1.log"]) {
    is(run('-o', "$folder/all.jsonl", @$case)->{status}, 2, 'nor are runs kept as JSON, where they are named');
    is(slurp("$folder/all.jsonl"), $history, 'and they stay');
}

# A file that cannot be written whole is not written.
my $before = slurp("$work/report.md");
mkdir "$work/taken.md" or die;
my $taken = run('-o', "$work/taken.md", @logs);
is($taken->{status}, 3, 'a folder is in the way: status 3');
like($taken->{stderr}, qr/taken\.md: /, 'and the message names it');
my $nowhere = run('-o', "$work/no/such/folder/x.md", @logs);
is($nowhere->{status}, 3, 'a folder that is not there: status 3');
my $mixed = run('-o', "$work/no/such/x.md", '-o', "$work/good.csv", @logs);
is($mixed->{status}, 3, 'one of two targets fails: status 3');
like(slurp("$work/good.csv"), $start{csv}, 'and the other one is written');

# A limit of 8 blocks is a full disk of a kind; the file of before stays.
spew("$work/keep.pdf", 'before');
my $limited = run_shell("ulimit -f 8; exec loadstat -o '$work/keep.pdf' fixtures/gzip/off fixtures/gzip/on");
is($limited->{status}, 3, 'a file that grows too large fails: status 3');
like($limited->{stderr}, qr/keep\.pdf: cannot write: file too large/, 'and a message');
is(slurp("$work/keep.pdf"), 'before', 'and leaves the one of before');
opendir my $dir, $work or die;
is_deeply([grep { /\.[a-z]+\.\w+$|^\.[^.]/ } readdir $dir], [], 'no half file stays behind');

SKIP: {
    skip 'no /dev/full', 17 if !-c '/dev/full';
    for my $format (qw(text markdown csv json jsonl pdf)) {
        my $full = run_shell("loadstat -f $format fixtures/gzip/off > /dev/full");
        is($full->{status}, 3, "$format to a full device: status 3");
        like($full->{stderr}, qr/standard output: /, 'and a message');
    }
    is(run('-f', 'csv', '-o', '/dev/full', @logs)->{status}, 3, '-o to a full device: status 3');
    is(run_shell('loadstat parse fixtures/gzip > /dev/full')->{status}, 3, 'parse, too');
    is(run_shell('loadstat --help > /dev/full')->{status}, 3, '--help, too');
    is(run_shell('loadstat --list-metrics > /dev/full')->{status}, 3, '--list-metrics, too');
    is(run_shell('loadstat --print-parser ab > /dev/full')->{status}, 3, 'more than a buffer, too');
}
is(run('-f', 'csv', '-o', '/dev/null', @logs)->{status}, 0, 'a device is written through');
ok(-c '/dev/null', 'and stays a device');

# A date with a zone, with a time or without: what a PDF's own fields do not take is left out of them.
for my $date ('2026-03-02', '2026-03-02T10:15:00+02:00', '2026-03-02 10:15') {
    is(run('--date', $date, '-o', "$work/dated.pdf", @logs)->{status}, 0, "a PDF of $date");
}

# A link stays, and what it leads to is written: /dev/stdout is one.
symlink "$work/target.csv", "$work/link.csv" or die;
spew("$work/target.csv", 'before');
run('-o', "$work/link.csv", @logs);
ok(-l "$work/link.csv", 'a link stays one');
like(slurp("$work/target.csv"), $start{csv}, 'and its target is written');

# A reader that has seen enough: no message of ours, no endless writing, and the
# other targets are written.
my $early = run_shell("loadstat -o - -f json -o '$work/early.md' fixtures | head -c 5");
is($early->{stderr} =~ /standard output|cannot/ ? 1 : 0, 0, 'no message where nobody reads on');
ok(-s "$work/early.md", 'and the next target is written');
my $head = run_shell('loadstat parse fixtures/gzip | head -1 | cut -c 1-9');
is($head->{stdout}, "{\"schema\"\n", 'a pipe that closes early');

SKIP: {
    skip 'no script(1) to make a terminal', 5 if !have('script') || `script --version 2>&1` !~ /util-linux/;
    # What a terminal would get; script ends lines with CR LF.
    my $terminal = sub {
        my ($command, $environment) = @_;
        my $file = work_folder() . '/typescript';
        run_shell(($environment || '') . " script -qec '$command; echo status=\$?' $file", '/dev/null');
        return slurp($file);
    };
    my $pdf = $terminal->('loadstat -f pdf fixtures/gzip/off');
    like($pdf, qr/status=2/, 'PDF on a terminal is refused');
    unlike($pdf, qr/%PDF/, 'before any of it');
    my $colored = $terminal->('loadstat fixtures/gzip/off', 'env -u NO_COLOR TERM=xterm');
    like($colored, qr/\e\[/, 'a terminal gets colour');
    unlike($terminal->('loadstat fixtures/gzip/off', 'env NO_COLOR=1 TERM=xterm'), qr/\e\[/,
           'but not with NO_COLOR');
    unlike($terminal->('loadstat fixtures/gzip/off', 'env -u NO_COLOR TERM=dumb'), qr/\e\[/,
           'nor where it is dumb');
}
like(run('--color', 'always', @logs)->{stdout}, qr/\e\[/, '--color always');
unlike(run('--color', 'never', @logs)->{stdout}, qr/\e\[/, '--color never');
{
    local $ENV{NO_COLOR};
    delete $ENV{NO_COLOR};
    unlike(run(@logs)->{stdout}, qr/\e\[/, 'no colour where there is no terminal');
    (my $plain = run('--color', 'always', @logs)->{stdout}) =~ s/\e\[[0-9;]*m//g;
    is($plain, run(@logs)->{stdout}, 'colour says nothing that the words do not');
}

done_testing();
