#!/usr/bin/perl
# Sends held jobs to slurmctld, as fast as it takes them.
#
#   submit-jobs.pl COUNT CLIENTS UID TEAM PARTITION GRES SLURMCTLD
#
# sbatch would be most of what is measured: a process for each job takes more of a processor than slurmctld does. GRES is that of
# a node ("gres/gpu:1"), "-" without; SLURMCTLD the number of its process. Prints how many were taken and how many refused, the
# seconds, the microseconds of a processor that slurmctld had for each, and what it said of the last refusal.
use strict;
use warnings;
use POSIX ();
use Slurm ();
use Time::HiRes ();

my ($count, $clients, $uid, $team, $partition, $gres, $slurmctld) = @ARGV;
my %job = (
    name => "held", account => $team, partition => $partition, user_id => $uid, group_id => $uid, time_limit => 10,
    priority => 0, min_nodes => 1, num_tasks => 1, work_dir => "/", std_out => "/dev/null",
    script => "#!/bin/sh\ntrue\n", environment => { PATH => "/usr/bin:/bin" },
    ($gres eq "-" ? () : (tres_per_node => $gres)),
);

# All threads of a process, those that have ended too: the kernel makes such a clock from the number of the process.
sub processor_seconds { use integer; return Time::HiRes::clock_gettime((~($slurmctld + 0) << 3) | 2) }

pipe(my $wait, my $begin) or die "pipe: $!";
pipe(my $read, my $write) or die "pipe: $!";
for (1 .. $clients) {
    my $pid = fork() // die "fork: $!";
    next if $pid;
    close $begin;
    POSIX::setgid($uid);
    POSIX::setuid($uid);
    my $slurm = Slurm::new();
    my ($taken, $refused, $words) = (0, 0, "");
    sysread($wait, my $nothing, 1);
    for (1 .. $count / $clients) {
        my $answer = $slurm->submit_batch_job(\%job);
        if ($answer && $answer->{job_id}) { $taken++ }
        else { $refused++; $words = $slurm->strerror($slurm->get_errno()) }
    }
    syswrite($write, "$taken $refused $words\n");
    POSIX::_exit(0);
}
close $write;
# all of them have read their configuration
Time::HiRes::sleep(0.5);
my ($seconds, $processor) = (Time::HiRes::time(), processor_seconds());
close $begin;
my ($taken, $refused, $words) = (0, 0, "");
while (<$read>) {
    chomp;
    my ($one, $other, $said) = split ' ', $_, 3;
    $taken += $one;
    $refused += $other;
    $words = $said if $other;
}
$seconds = Time::HiRes::time() - $seconds;
$processor = processor_seconds() - $processor;
printf "%d %d %.3f %.0f %s\n", $taken, $refused, $seconds, $processor / ($taken || 1) * 1e6, $words;
