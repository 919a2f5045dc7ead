import { SCALE } from "../../../../config/storage/scale";
import { CLUSTER_SAMPLE } from "../../../helpers/cluster";
import { ruleCases } from "../../../helpers/rule-cases";

const scale = (folder: string) => ({
  kind: "scale",
  clusterId: "7118073361626808055",
  fileSystemUid: "09762E69:5D36FE8D",
  folder,
});

ruleCases(
  SCALE.rules,
  {
    "scale/one-handle": {
      severity: "error",
      trips: [
        {
          when: "one folder twice",
          change: { storage: { a: scale("/gpfs/fs1/a"), b: scale("/gpfs/fs1/a") } },
          at: ["storage", "b", "folder"],
          message: ["a is the same folder"],
        },
      ],
      passes: [{ when: "two folders", change: { storage: { a: scale("/gpfs/fs1/a"), b: scale("/gpfs/fs1/b") } } }],
    },
  },
  CLUSTER_SAMPLE,
);
