import { SLURM_QOS_PLACE_RULES } from "../../../config/slurm/qos-place-rules";
import { ruleCases } from "../../helpers/rule-cases";

const qos = (all: object, more: object = {}) => ({ slurm: { qos: all, ...more } });

ruleCases(SLURM_QOS_PLACE_RULES, {
  "slurm/qos-partitions": {
    severity: "error",
    trips: [
      {
        change: qos({ fast: { partitions: ["trian"] } }),
        at: ["slurm", "qos", "fast", "partitions", 0],
        message: ['no partition "trian"'],
        fix: ["train"],
      },
    ],
    passes: [{ change: qos({ fast: { partitions: ["train"] } }) }],
  },
  "slurm/qos-partitions-unheld": {
    severity: "error",
    trips: [
      {
        change: qos({ fast: { partitions: ["train"] } }),
        at: ["slurm", "qos", "fast", "partitions"],
        message: ["nothing keeps fast"],
        fix: ["submit: {}"],
      },
    ],
    passes: [{ change: qos({ fast: { partitions: ["train"] } }, { submit: {} }) }, { change: qos({ fast: {} }) }],
  },
  "slurm/qos-partitions-standard": {
    severity: "error",
    trips: [
      {
        change: qos({ standard: { partitions: ["train"] } }, { submit: {} }),
        at: ["slurm", "qos", "standard", "partitions"],
        message: ["the QOS of their team"],
        fix: ["teams: {"],
      },
    ],
    passes: [
      { when: "another one", change: qos({ scavenger: { partitions: ["train"] } }, { submit: {} }) },
      { when: "standard without a list", change: qos({ standard: { gpusPerUser: 8 } }) },
    ],
  },
  "slurm/submit-leaves": {
    severity: "error",
    trips: [
      {
        change: { slurm: { submit: { leaves: { trian: { nodes: 8 } } } } },
        at: ["slurm", "submit", "leaves", "trian"],
        message: ['no partition "trian"'],
        fix: ["train"],
      },
    ],
    passes: [{ change: { slurm: { submit: { leaves: { train: { nodes: 4 } } } } } }],
  },
  "slurm/submit-leaves-size": {
    severity: "warning",
    trips: [
      {
        change: { slurm: { submit: { leaves: { train: { nodes: 5 } } } } },
        at: ["slurm", "submit", "leaves", "train", "nodes"],
        message: ["a leaf has 5 nodes", "train has 4 in all"],
        fix: ["4 or less"],
      },
    ],
    passes: [{ when: "all nodes at one leaf", change: { slurm: { submit: { leaves: { train: { nodes: 4 } } } } } }],
  },
  "slurm/qos-everyones": {
    severity: "error",
    trips: [
      {
        change: qos({ scavenger: { everyone: false } }),
        at: ["slurm", "qos", "scavenger", "everyone"],
        fix: ["limit it"],
      },
    ],
    passes: [{ change: qos({ scavenger: { gpusPerUser: 0 } }) }, { change: qos({ fast: { everyone: false } }) }],
  },
});
