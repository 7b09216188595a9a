#!/usr/bin/perl
# What is read, and what it is called: arguments, labels, groups, filters.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Loadstat;
use Test::More;

my $off = 'fixtures/gzip/off';
my $on = 'fixtures/gzip/on';

sub report { return json(run('-f', 'json', @_)->{stdout}) }

sub groups_of { return join ', ', map { "$_->{name} ($_->{used})" } @{report(@_)->{groups}} }

sub rate_of {
    my ($report, $name) = @_;
    my ($group) = grep { $_->{name} eq $name } @{$report->{groups}};
    return $group ? $group->{metrics}{requests_per_second} : {};
}

# ---- arguments ----

my @ab8 = map { "ab-c8-$_.log" } 1 .. 5;
is(groups_of(map { "off=$off/$_" } @ab8), 'off (5)', 'the same NAME again adds to it');
is(groups_of((map { "off=$off/$_" } @ab8), map { "on=$on/$_" } @ab8), 'off (5), on (5)', 'NAME=FILE');
is(groups_of('--label', 'off', (map { "$off/$_" } @ab8), '--label', 'on', map { "$on/$_" } @ab8),
   'off (5), on (5)', '--label names the files after it');
is(groups_of("off=$off/ab-c8-*.log", "on=$on/ab-c8-*.log"), 'off (5), on (5)',
   'a pattern that no shell has expanded, after a NAME');
is(groups_of("--filter", 'tool = ab', "off=$off", "on=$on"),
   'off c=1 (5), off c=8 (5), off c=32 (5), on c=1 (5), on c=8 (5), on c=32 (5)',
   'NAME=DIR: levels of concurrency part, in natural order');
is(scalar @{report('fixtures/gzip')->{runs}}, 60, 'a folder is read with those in it');
my $piped = run_shell("cat $off/ab-c8-1.log $on/ab-c8-1.log | loadstat -f json -");
is(scalar @{json($piped->{stdout})->{runs}}, 2, 'two reports on standard input');
my ($from_pipe) = json_lines(run_shell("cat $off/ab-c8-1.log | loadstat parse")->{stdout});
my ($from_file) = json_lines(run('parse', "$off/ab-c8-1.log")->{stdout});
is_deeply($from_pipe->{metrics}, $from_file->{metrics}, 'standard input reads as a file does');

my $work = work_folder();
for my $name ('.hidden.log', 'a=b.log', 'run-2.log', 'run-10.log', 'notes.txt') {
    system('cp', "$off/ab-c8-1.log", "$work/$name") == 0 or die;
}
spew("$work/notes.txt", "nothing here\n");
my @files = map { $_->{source}{file} } json_lines(run('parse', $work)->{stdout});
s{.*/}{} for @files;
is("@files", 'a=b.log run-2.log run-10.log', 'natural order; hidden files and files without a run are passed over');
is(run($work)->{status}, 0, 'which is no error');
is(run('-q', "$work/notes.txt", "$off/ab-c8-1.log")->{status}, 3, 'but one named is');
my ($odd) = json_lines(run('parse', "$work/a=b.log")->{stdout});
is($odd->{source}{file}, "$work/a=b.log", 'an argument that is a file is a file, whatever = it holds');

SKIP: {
    skip 'root may read everything', 3 if $> == 0;
    system('cp', "$off/ab-c8-1.log", "$work/secret.log") == 0 or die;
    chmod 0, "$work/secret.log";
    my $secret = run('parse', "$work/secret.log", "$off/ab-c8-1.log");
    is($secret->{status}, 3, 'a file that may not be read: status 3');
    like($secret->{stderr}, qr/secret\.log: cannot read: permission denied\n/i, 'with its name');
    is(scalar json_lines($secret->{stdout}), 1, 'and the good one is reported');
}

# The same text is known again wherever it is kept, and no other one is.
my %prints;
push @{$prints{$_->{source}{fingerprint}}}, $_->{source}{file} for json_lines(run('parse', 'fixtures/gzip')->{stdout});
is(join('; ', map { "@$_" } grep { @$_ > 1 } values %prints), '', 'each of 60 logs has a fingerprint of its own');
spew("$work/copy.md", "Some words.\n\n" . slurp("$off/ab-c8-1.log"));
my ($copy) = json_lines(run('parse', "$work/copy.md")->{stdout});
is($copy->{source}{fingerprint}, $from_file->{source}{fingerprint}, 'a copy has that of what it copies');

# ---- one clear line, and no report ----

for my $case (
    ['an empty file', 3, '/dev/null'],
    ['a file that is missing', 3, 'no-such-file.log'],
    ['a folder without logs', 3, 'templates'],
    ['an unknown option', 2, '--no-such-option', $off],
    ['a rule file that is none', 2, '--parser', 'LICENSE', $off],
    ['a rule file that is missing', 3, '--parser', 'no-such-rules', $off],
    ['a template that is missing', 2, '-q', '-t', 'no-such-template', $off],
    ['a metric that is none', 2, '-m', 'no-such-metric', $off],
    ['an output format that is none', 2, '-f', 'docx', $off],
) {
    my ($title, $status, @arguments) = @$case;
    next if $title =~ /rule file that is none/ && !-e 'LICENSE';
    my $result = run(@arguments);
    is($result->{status}, $status, "$title: status $status");
    is($result->{stdout}, '', "$title: nothing on standard output");
    like($result->{stderr}, qr/\A[^\n]+: [^\n]+\n/, "$title: a line that names it");
    cmp_ok(scalar(() = $result->{stderr} =~ /\n/g), '<', 1000, "$title: and no flood");
}

# ---- keys ----

is(join(' ', map { "$_->{keys}{gzip}:$_->{used}" } @{report(
       '--set', 'gzip=off', '--label', 'nginx', "$off/ab-c8-*.log", '--set', 'gzip=on', "$on/ab-c8-*.log")->{groups}}),
   'off:5 on:5', '--set gives the files after it a key that parts groups');
is(scalar @{report('--tag', 'commit=4f2a', "$off/ab-c8-*.log")->{groups}}, 1, '--tag parts nothing');
my ($tagged) = json_lines(run('parse', '--tag', 'commit=4f2a', '--set', 'php=8.3', "$off/ab-c8-1.log")->{stdout});
is("@{$tagged->{labels}}{qw(commit php)}", '4f2a 8.3', 'and both stand in the run');
is(groups_of('--group-by', 'concurrency', '--filter', 'tool = ab', $off), 'c=1 (5), c=8 (5), c=32 (5)',
   '--group-by replaces the keys');
is(groups_of('--group-by', 'tool', '--filter', 'concurrency = 8', $off), 'ab (5), siege (5)',
   '--group-by tool');

is(groups_of('fixtures/streams/siege.log'), 'before (3), after (3)', 'a mark holds until the next');

# ---- selection and order ----

is(scalar @{report('--filter', 'concurrency >= 8 and tool = ab', 'fixtures/gzip')->{runs}}, 20, '--filter and');
is(scalar @{report('--filter', 'concurrency = 1 or concurrency = 32', $off)->{runs}}, 20, '--filter or');
is(scalar @{report('--filter', 'not (tool ~ "^s")', $off)->{runs}}, 15, '--filter not, ~');
is(scalar @{report('--filter', 'rps > 20000', $off)->{runs}},
   scalar(grep { $_->{metrics}{requests_per_second} > 20000 } json_lines(run('parse', $off)->{stdout})),
   '--filter by a metric');
is(scalar @{report('--filter', 'max > 0.005s', 'fixtures/gzip')->{runs} || []},
   scalar(grep { ($_->{metrics}{latency_max_ms} // 0) > 5 } json_lines(run('parse', 'fixtures/gzip')->{stdout})),
   '--filter with a unit');
my @sorted = map { $_->{metrics}{requests_per_second}{mean} } @{report('--sort', 'rps', 'fixtures/gzip')->{groups}};
is_deeply(\@sorted, [sort { $a <=> $b } @sorted], '--sort by a metric');
@sorted = map { $_->{metrics}{requests_per_second}{mean} } @{report('--sort', '-rps', 'fixtures/gzip')->{groups}};
is_deeply(\@sorted, [sort { $b <=> $a } @sorted], '--sort, falling');

# ---- figures ----

my @rates = map { slurp("$off/$_") =~ /^Requests per second:\s+([\d.]+)/m } @ab8;
my $mean = 0;
$mean += $_ / @rates for @rates;
my $squares = 0;
$squares += ($_ - $mean) ** 2 for @rates;
my $sd = sqrt($squares / (@rates - 1));
my $half_width = 2.7764451052 * $sd / sqrt(@rates);    # Student's t, 4 degrees of freedom
my $both = report((map { "off=$off/$_" } @ab8), map { "on=$on/$_" } @ab8);
my $rate = rate_of($both, 'off');
my $near = sub { return abs($_[0] - $_[1]) <= 1e-9 * abs $_[1] };
ok($near->($rate->{mean}, $mean), 'mean of five runs');
ok($near->($rate->{sd}, $sd), 'their standard deviation');
ok($near->($rate->{cv}, $sd / $mean), 'their coefficient of variation');
ok($near->($rate->{variance}, $sd ** 2), 'their variance');
ok($near->($rate->{ci_high} - $rate->{ci_low}, 2 * $half_width), 'the width of the 95 % interval');
is($rate->{median}, (sort { $a <=> $b } @rates)[2], 'their median');
my $one = rate_of(report("off=$off/ab-c8-1.log"), 'off');
is_deeply([grep { exists $one->{$_} } qw(sd cv variance ci_low ci_high)], [], 'one run has no spread');

my ($comparison) = grep { $_->{metric} eq 'requests_per_second' } @{$both->{comparisons}};
is("$comparison->{baseline}, $comparison->{group}", 'off, on', 'the first group is the baseline');
my $logs = sub { my $sum = 0; $sum += log($_) / @_ for @_; return exp $sum };
my @on_rates = map { slurp("$on/$_") =~ /^Requests per second:\s+([\d.]+)/m } @ab8;
ok($near->($comparison->{ratio}, $logs->(@on_rates) / $logs->(@rates)), 'ratio of geometric means');
ok($comparison->{ci_low} < $comparison->{ratio} && $comparison->{ratio} < $comparison->{ci_high}, 'within its interval');
is($comparison->{verdict}, 'worse', 'and its verdict');
($comparison) = grep { $_->{metric} eq 'requests_per_second' }
    @{report('--baseline', 'on', (map { "off=$off/$_" } @ab8), map { "on=$on/$_" } @ab8)->{comparisons}};
is("$comparison->{baseline}, $comparison->{group}, $comparison->{verdict}", 'on, off, better', '--baseline');

# ---- aggregates that the field cases state ----

my %options = ('without_first' => ['--drop-first', 1]);
my %name = (sd_sample => 'sd', cv_pct => 'cv');
for my $expectation (sort glob 'fixtures/field/*.stats.json') {
    (my $text = $expectation) =~ s/\.stats\.json$/.txt/;
    (my $title = $text) =~ s{.*/(.*)\.txt}{$1};
    my $want = json(slurp($expectation));
    for my $key (sort keys %$want) {
        my ($which, $metric, $figure) =
            $key =~ /^(?:(all|without_first)\.)?([a-z_0-9]+)\.(n|mean|sd_sample|cv_pct|min|max|median)$/ or next;
        next if $title =~ /^47/;    # below
        my ($group) = @{report(@{$options{$which // ''} || []}, $text)->{groups}};
        my $got = $group->{metrics}{$metric}{$name{$figure} || $figure};
        $got *= 100 if defined $got && $figure eq 'cv_pct';
        ok(defined $got && abs($got - $want->{$key}) <= 1e-4 * abs($want->{$key}), "$title: $key")
            or diag(($got // 'missing') . ", not $want->{$key}");
    }
}
my $parallel = report('--combine', 'parallel', glob 'fixtures/field/47-*.txt')->{groups}[0]{metrics};
is($parallel->{requests_per_second}{mean}, 1000, '--combine parallel: rates add up');
is($parallel->{latency_mean_ms}{mean}, 12, 'means are weighted by requests');

done_testing();
