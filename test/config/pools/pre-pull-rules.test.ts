import { PRE_PULL_RULES } from "../../../config/pools/pre-pull-rules";
import { hasShape } from "../../helpers/environment";
import { group, groupAt, ruleCases } from "../../helpers/rule-cases";

const IMAGE = "nvcr.io/nvidia/pytorch:25.06-py3";
const OTHER = "ghcr.io/vllm/vllm:0.9";

ruleCases(PRE_PULL_RULES, {
  "nodes/pre-pull-slurm": {
    severity: "warning",
    trips: [
      {
        change: group("h100", { prePull: [IMAGE] }),
        at: groupAt("h100", "prePull"),
        message: ["Pyxis"],
        fix: ["slurm.containers.images"],
      },
    ],
    passes: [
      { when: "a group that Slurm has not", change: group("cpu", { prePull: [IMAGE] }) },
      {
        when: "jobs without Pyxis",
        change: { ...group("h100", { prePull: [IMAGE] }), slurm: { containers: { kind: "none" } } },
      },
    ],
  },
  "nodes/pre-pull-twice": {
    severity: "error",
    trips: [
      {
        change: group("cpu", { prePull: [IMAGE, OTHER, IMAGE] }),
        at: [...groupAt("cpu", "prePull"), 2],
        message: [IMAGE],
        fix: ["take one"],
      },
    ],
    passes: [{ change: group("cpu", { prePull: [IMAGE, OTHER] }) }],
  },
});

test.each(["pytorch", "nvcr.io/nvidia/pytorch", "nvcr.io/nvidia/pytorch:latest", "nvcr.io/a:$(id)", "nvcr.io/a:1\n"])(
  "%j waits nowhere",
  (image) => {
    expect(hasShape(group("cpu", { prePull: [image] }))).toBe(false);
  },
);
