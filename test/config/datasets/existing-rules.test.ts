import { EXISTING_DATASET_RULES } from "../../../config/datasets/existing-rules";
import type { Rule } from "../../../config/kernel/rule";
import { CLUSTER_SAMPLE } from "../../helpers/cluster";
import { ruleCases } from "../../helpers/rule-cases";

ruleCases(
  EXISTING_DATASET_RULES as readonly Rule[],
  {
    "datasets/bucket-without-role": {
      severity: "error",
      trips: [
        {
          change: { datasets: { imagenet: { place: { kind: "bucket", name: "lab", prefix: "imagenet/" } } } },
          at: ["datasets", "imagenet", "place", "kind"],
          fix: ['"s3-compatible"'],
        },
      ],
      passes: [
        { change: { datasets: { imagenet: { place: { kind: "volume", volume: "scratch", path: "/imagenet" } } } } },
      ],
    },
  },
  CLUSTER_SAMPLE,
);
