/** What a destruction that stops before its first stack leaves behind, and how a person goes back to work. */
export const STAY_CLOSED =
  "Queues that it has closed stay closed: scontrol update PartitionName=<name> State=UP opens one of Slurm, stopPolicy None one " +
  "of Kueue; deploy switches automatic exports on again.";
