import { checkpointTierAlerts } from "../../../constructs/platform/checkpoint-tier-alerts";
import { describeAlerts } from "../../helpers/alert-cases";

const of = (name: string, more = ""): string =>
  `railyard_checkpoint_${name}{namespace="slurm",pod="checkpoint-tiers-a"${more}}`;
const waiting = of("waiting_bytes", ',run="pretrain",tier="cold"');

// rounds a minute apart: 6 hours and one minute are 361 minutes
describeAlerts(checkpointTierAlerts(60), {
  CheckpointTiersFail: {
    // and what a job says of its own keeps nothing silent
    fires: { [of("round_success")]: "1x5 0x70", 'railyard_checkpoint_round_success{hpc_job="42"}': "1x80" },
    before: "60m",
    after: "70m",
    labels: {},
    value: "0",
    // one that went well in between
    silent: { [of("round_success")]: "1x5 0x50 1x1 0x15" },
  },
  CheckpointTiersSilent: {
    fires: {
      [of("started_timestamp_seconds")]: "0x500",
      [of("round_timestamp_seconds")]: "600x500",
      'railyard_checkpoint_round_timestamp_seconds{hpc_job="42"}': "9000000000x500",
    },
    before: "395m",
    after: "405m",
    labels: {},
    value: "",
    silent: { [of("started_timestamp_seconds")]: "0x500", [of("round_timestamp_seconds")]: "0+60x500" },
  },
  CheckpointsWait: {
    fires: { [waiting]: "0x5 1073741824x300" },
    before: "180m",
    after: "205m",
    labels: { run: "pretrain", tier: "cold" },
    value: "1Gi",
    // it comes and goes
    silent: { [waiting]: "1073741824x100 0x10 1073741824x200" },
    silentAt: "280m",
  },
});
