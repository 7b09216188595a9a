#!/usr/bin/perl
# The house's rules that a script can see: who may include what, and that
# nothing of one machine stands in the sources.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Loadstat;
use Test::More;

# A file includes only its own folder and those before it; '' is src itself.
my @layers = qw(base stats model rules read label say compare check judge report emit command);
push @layers, '';
my %level = map { $layers[$_] => $_ } 0 .. $#layers;

# Libraries at home in one place.
my %home = (
    'pcre2.h' => qr{^src/base/pattern},
    'hpdf'    => qr{^src/emit/pdf},
    'gsl/'    => qr{^src/stats/},
    'cJSON'   => qr{^src/(?:model|emit)/|^src/stats/reference|^src/main\.c$},
    'utf8proc.h' => qr{^src/base/},
    'zlib.h' => qr{^src/base/byte_source},
);

my @sources = sort grep { -f } map { glob "$_/*.[ch]" } 'src', map { "src/$_" } grep { $_ } @layers;
my @upwards;
my @strangers;
my @missing;

sub folder_of { return $_[0] =~ m{^src/([^/]+)/} ? $1 : '' }

# Where an include with quotes leads: beside the file, or from src/.
sub target_of {
    my ($source, $name) = @_;
    (my $folder = $source) =~ s{[^/]*$}{};
    for my $path ("$folder$name", "src/$name") {
        1 while $path =~ s{[^/]+/\.\./}{};
        return $path if -f $path;
    }
    return undef;
}

for my $source (@sources) {
    my $number = 0;
    for my $line (lines_of($source)) {
        $number++;
        next unless $line =~ /^\s*#\s*include\s+([<"])([^>"]+)[>"]/;
        my ($quote, $name) = ($1, $2);
        if ($quote eq '<') {
            for my $library (sort keys %home) {
                push @strangers, "$source:$number: $name is not at home here"
                    if $name =~ /\Q$library/ && $source !~ $home{$library};
            }
            next;
        }
        my $target = target_of($source, $name);
        if (!defined $target) {
            push @missing, "$source:$number: no file $name";
        } elsif ($level{folder_of($target)} > $level{folder_of($source)}) {
            push @upwards, "$source:$number: includes $target, which stands above it";
        }
    }
}
cmp_ok(scalar @sources, '>', 50, 'the sources are found');
is(join("\n", @missing), '', 'every included file is there');
is(join("\n", @upwards), '', 'no file includes a folder after its own');
is(join("\n", @strangers), '', 'each library is included where it is at home');

# No circles among headers of one folder, which the order above cannot see.
my %includes;
for my $header (grep { /\.h$/ } @sources) {
    for (lines_of($header)) {
        next unless /^\s*#\s*include\s+"([^"]+)"/;
        my $target = target_of($header, $1);
        push @{$includes{$header}}, $target if defined $target;
    }
}
my %state;
my @circles;
sub visit {
    my ($header, @way) = @_;
    return if ($state{$header} || '') eq 'done';
    if (($state{$header} || '') eq 'open') {
        push @circles, join ' -> ', @way, $header;
        return;
    }
    $state{$header} = 'open';
    visit($_, @way, $header) for @{$includes{$header} || []};
    $state{$header} = 'done';
}
visit($_) for sort keys %includes;
is(join("\n", @circles), '', 'no header includes itself in a circle');

# Paths that exist on the machine of one person only.
my @files = grep { -f && !-B } map { glob $_ }
    qw(Makefile README.md CHANGELOG.md .ci/* doc/* parsers/* templates/* src/embed-files tests/*
       tests/*/* fixtures/*/make-logs fixtures/*.md);
my @machine;
for my $file (@sources, grep { $_ ne 'tests/sources.t' } @files) {
    my $number = 0;
    for (lines_of($file)) {
        $number++;
        push @machine, "$file:$number: $1"
            if m{(?<![\w.\$])((?:/home|/Users|/root|/work)/\S*)} && !m{https?://\S*\Q$1};
    }
}
is(join("\n", @machine), '', 'no source names a path of one machine');

# Functions that C has better ones for, or that would end the program in the
# middle of things.
my %banned = map { $_ => 1 } qw(gets strcpy strcat sprintf vsprintf strtok atof setjmp
    longjmp alloca);
my @banned;
for my $source (grep { !/_test\.c$|_fuzz\.c$/ } @sources) {
    my $number = 0;
    for (lines_of($source)) {
        $number++;
        while (/\b(\w+)\s*\(/g) {
            push @banned, "$source:$number: $1" if $banned{$1};
            push @banned, "$source:$number: exit outside main"
                if $1 =~ /^_?exit$/ && $source !~ m{^src/(?:main|base/memory)\.c$};
        }
    }
}
is(join("\n", @banned), '', 'no banned function is called');

done_testing();
