import { EFA_PARTITION_RULES } from "../../../../config/fabrics/efa/partition-rules";
import { ruleCases } from "../../../helpers/rule-cases";

const second = (instanceType: string, zone = "us-east-1a") => ({
  instanceType,
  nodes: 2,
  capacity: { kind: "reservation", target: "cr-00000000000000002", zone },
});
const joined = (instanceType: string, zone?: string) => ({
  nodeGroups: { second: second(instanceType, zone) },
  slurm: { partitions: { train: { nodeGroups: ["h100", "second"] } } },
});
const apart = (instanceType: string, zone?: string) => ({
  nodeGroups: { second: second(instanceType, zone) },
  slurm: { partitions: { train: { nodeGroups: ["h100"] }, other: { nodeGroups: ["second"] } } },
});
const TRAIN = ["slurm", "partitions", "train", "nodeGroups"];

ruleCases(EFA_PARTITION_RULES, {
  "efa/one-zone": {
    severity: "error",
    trips: [
      {
        when: "one partition over two zones",
        change: joined("p5.48xlarge", "us-east-1b"),
        at: TRAIN,
        message: ["partition train", "h100 in us-east-1a", "second in us-east-1b"],
        fix: ["a partition for each zone"],
      },
    ],
    passes: [
      { when: "two zones in two partitions", change: apart("p5.48xlarge", "us-east-1b") },
      { when: "two groups of one zone", change: joined("p5.48xlarge") },
      {
        when: "CPU nodes of all zones beside the EFA nodes",
        change: { slurm: { partitions: { train: { nodeGroups: ["h100", "cpu"] } } } },
      },
    ],
  },
  "efa/mixed-generations": {
    severity: "error",
    trips: [
      {
        when: "p4d beside p5",
        change: joined("p4d.24xlarge"),
        at: TRAIN,
        message: ["h100 (p5.48xlarge) and second (p4d.24xlarge)", "cannot speak"],
        fix: ["h100, second"],
      },
    ],
    passes: [
      { when: "p4d and p5 in two partitions", change: apart("p4d.24xlarge") },
      { when: "p5 beside p5en", change: joined("p5en.48xlarge") },
      {
        when: "p4d beside p4d",
        change: {
          nodeGroups: { h100: { instanceType: "p4d.24xlarge" }, second: second("p4d.24xlarge") },
          slurm: { partitions: { train: { nodeGroups: ["h100", "second"] } } },
        },
      },
    ],
  },
  "efa/mixed-types": {
    severity: "warning",
    trips: [
      {
        when: "p5 beside p5en",
        change: joined("p5en.48xlarge"),
        at: TRAIN,
        message: ["h100 (p5.48xlarge) and second (p5en.48xlarge)"],
        fix: ["a partition for each instance type"],
      },
    ],
    passes: [
      { when: "two groups of one type", change: joined("p5.48xlarge") },
      { when: "p4d beside p5, which is worse and told elsewhere", change: joined("p4d.24xlarge") },
    ],
  },
});
