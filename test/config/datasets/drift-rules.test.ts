import { DRIFT_RULES } from "../../../config/datasets/drift-rules";
import { ruleCases } from "../../helpers/rule-cases";

const of = (format: string) => ({
  datasets: { events: { place: { kind: "bucket", name: "lab", prefix: "events/" }, format, drift: {} } },
});
const starts = (retrain: string) => ({
  datasets: { events: { place: { kind: "bucket", name: "lab", prefix: "events/" }, drift: { retrain } } },
});
const at = ["datasets", "events", "drift", "retrain"];

ruleCases(DRIFT_RULES, {
  "datasets/drift-format": {
    severity: "error",
    trips: [{ change: of("tfrecord"), at: ["datasets", "events", "drift"], fix: ["Parquet"] }],
    passes: [{ change: of("parquet") }],
  },
  "datasets/drift-unheard": {
    severity: "warning",
    trips: [
      {
        when: "no monitoring",
        change: { ...of("parquet"), monitoring: { enabled: false } },
        at: ["datasets", "events", "drift"],
        message: ["monitoring is off"],
        fix: ["monitoring: { enabled: true }"],
      },
      {
        when: "no volume",
        change: { ...of("parquet"), lustre: null, checkpoints: null },
        at: ["datasets", "events", "drift"],
        message: ["no volume"],
      },
      {
        when: "a volume whose root is somebody else",
        change: { ...of("parquet"), lustre: { rootSquash: { uid: 65534, gid: 65534 } } },
        at: ["datasets", "events", "drift"],
        fix: ["whose server lets root be root"],
      },
      {
        when: "pods of a team that see no volume",
        change: { ...of("parquet"), slurm: null },
        at: ["datasets", "events", "drift"],
        message: ["do not see lustre"],
        fix: ["teams: true"],
      },
    ],
    passes: [
      { when: "jobs of Slurm", change: of("parquet") },
      {
        when: "pods of a team that see one",
        change: {
          ...of("parquet"),
          slurm: null,
          storage: { shared: { kind: "efs", mountPath: "/shared", teams: true } },
        },
      },
      { when: "pods where there is no team", change: { ...of("parquet"), slurm: null, teams: null, kueue: null } },
      { when: "no drift", change: { monitoring: { enabled: false } } },
    ],
  },
  "datasets/drift-retrain": {
    severity: "error",
    trips: [
      { change: starts("../../../home/ada/run.sh"), at, message: [".."] },
      { change: starts("~/train.sh"), at, message: ["for a shell alone"] },
      { change: starts("one-node.yaml"), at, message: ["pods get no GPUs"], fix: ["ddp.sbatch"] },
      { change: { ...starts("fsdp2.sbatch"), slurm: null }, at, message: ["no Slurm"], fix: ["one-node.yaml"] },
      // its pods find each other by the name of the Job, which each start has for itself
      { change: { ...starts("pytorch.yaml"), slurm: null }, at, message: ["one-node.yaml"] },
      { change: { ...starts("one-nod.yaml"), slurm: null }, at, fix: ["did you mean one-node.yaml?"] },
    ],
    passes: [
      { change: starts("fsdp2.sbatch") },
      { change: starts("/home/ada/it's own.sh") },
      { change: { ...starts("one-node.yaml"), slurm: null } },
    ],
  },
  "datasets/drift-retrain-name": {
    severity: "warning",
    trips: [
      { change: starts("fspd2.sbatch"), at, fix: ["did you mean fsdp2.sbatch?"] },
      { change: starts("pytorch.sbatch"), at, message: ["sample of the folder slurm"], fix: ["Name ddp.sbatch"] },
      { change: starts("slurm/one-node.sbatch"), at, message: ["no slurm/one-node.sbatch to the folder training;"] },
      // it would be looked for in a folder within training
      { change: starts("training/fsdp2.sbatch"), at, fix: ["did you mean fsdp2.sbatch?"] },
    ],
    passes: [
      { change: starts("nightly-run.sbatch") },
      { change: starts("megatron.sbatch") },
      { change: starts("/home/ada/pytorch.sbatch") },
    ],
  },
});
