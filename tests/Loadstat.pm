# What the tests share: one fixed environment, and running the program in it.
#
# LOADSTAT selects the program (build/loadstat); all paths are taken from the
# repository's root, where every test runs.
package Loadstat;

use strict;
use warnings;
use Cwd qw(abs_path);
use Exporter 'import';
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use JSON::PP ();

our @EXPORT = qw(run run_shell slurp spew lines_of work_folder program have json json_lines);

my $root = dirname(dirname(abs_path(__FILE__)));
chdir $root or die "$root: $!\n";

my $program = abs_path($ENV{LOADSTAT} || 'build/loadstat');
-x $program or die "$program: not built; run make\n";

# `loadstat` in a command is the program under test, also where its file is
# called otherwise.
my $bin = tempdir(CLEANUP => 1);
symlink $program, "$bin/loadstat" or die "$bin: $!\n";
my $home = tempdir(CLEANUP => 1);

delete @ENV{grep { /^(LC_|LANG|XDG_|SOURCE_DATE_EPOCH|TERM$|CI$|GITHUB_)/ } keys %ENV};
$ENV{PATH} = "$bin:$ENV{PATH}";
$ENV{LC_ALL} = 'C';
$ENV{TZ} = 'UTC';
$ENV{COLUMNS} = 80;
$ENV{NO_COLOR} = 1;
$ENV{HOME} = $home;

sub program { return $program }

# A folder that is gone when the test ends.
sub work_folder { return tempdir(CLEANUP => 1) }

sub slurp {
    my ($path) = @_;
    open my $file, '<:raw', $path or die "$path: $!\n";
    local $/;
    my $text = <$file>;
    return defined $text ? $text : '';
}

sub spew {
    my ($path, $text) = @_;
    open my $file, '>:raw', $path or die "$path: $!\n";
    print $file $text;
    close $file or die "$path: $!\n";
}

sub lines_of { return split /\n/, slurp($_[0]) }

sub have {
    my ($tool) = @_;
    return scalar grep { -x "$_/$tool" } split /:/, $ENV{PATH};
}

# Runs a command; what it wrote, and how it ended: {status, stdout, stderr}.
# An exit by a signal is a status of 128 and more, as in a shell.
sub run_command {
    my ($stdin, @command) = @_;
    my $folder = tempdir(CLEANUP => 1);
    my $child = fork // die "fork: $!\n";
    if (!$child) {
        open STDIN, '<', $stdin // '/dev/null' or die "$stdin: $!\n";
        open STDOUT, '>', "$folder/stdout" or die;
        open STDERR, '>', "$folder/stderr" or die;
        exec { $command[0] } @command or exit 127;
    }
    waitpid $child, 0;
    my $status = $? & 127 ? 128 + ($? & 127) : $? >> 8;
    return {
        status => $status,
        stdout => slurp("$folder/stdout"),
        stderr => slurp("$folder/stderr"),
    };
}

# run('parse', 'file')  or  run({stdin => 'file'}, 'parse')
sub run {
    my $options = ref $_[0] ? shift : {};
    return run_command($options->{stdin}, $program, @_);
}

sub run_shell {
    my ($command, $stdin) = @_;
    return run_command($stdin, '/bin/sh', '-c', $command);
}

sub json { return JSON::PP->new->utf8->decode($_[0]) }

sub json_lines { return map { json($_) } grep { /\S/ } split /\n/, $_[0] }

1;
