import { DATASET_TIER_RULES } from "../../../config/datasets/tier-rules";
import { ruleCases } from "../../helpers/rule-cases";

const onVolume = (path: string) => ({ datasets: { raw: { place: { kind: "volume", volume: "lustre", path } } } });
const copied = (path: string) => ({
  datasets: {
    raw: {
      place: { kind: "bucket", name: "lab", prefix: "raw/" },
      copyTo: { kind: "volume", volume: "lustre", path },
    },
  },
});
const warm = (path: string, more: object = { keepLast: 5 }) => ({ checkpoints: { warm: { path, ...more } } });

ruleCases(DATASET_TIER_RULES, {
  "datasets/in-tier": {
    severity: "error",
    trips: [
      {
        change: { ...onVolume("/checkpoints/imagenet"), ...warm("/checkpoints") },
        at: ["datasets", "raw", "place", "path"],
        message: ["/checkpoints/imagenet lies in /checkpoints of lustre", "the pruner deletes all but the last 5"],
        fix: ['path: "/datasets/raw"'],
      },
      {
        when: "the tier lies in the dataset",
        change: { ...onVolume("/data"), ...warm("/data/runs") },
        at: ["datasets", "raw", "place", "path"],
        message: ["or has it within"],
      },
      {
        when: "it is copied there",
        change: { ...copied("/checkpoints"), ...warm("/checkpoints") },
        at: ["datasets", "raw", "copyTo", "path"],
        message: ["/checkpoints lies in /checkpoints of lustre"],
      },
    ],
    passes: [
      { change: { ...onVolume("/datasets/imagenet"), ...warm("/checkpoints") } },
      { when: "a name that begins alike", change: { ...onVolume("/checkpoints-old"), ...warm("/checkpoints") } },
      { when: "there are no checkpoints", change: { ...onVolume("/checkpoints"), checkpoints: null } },
    ],
  },
});
