/**
 * Where slurmd and login pods find our scripts. Not /etc/slurm: slurmd fetches its files from slurmctld, which sends
 * known files only; a health check that is not there is skipped without a word.
 */
export const SCRIPTS_PATH = "/opt/railyard";
