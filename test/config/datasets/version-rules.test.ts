import { EXISTING_VERSION_RULES } from "../../../config/datasets/version-rules";
import type { Rule } from "../../../config/kernel/rule";
import { CLUSTER_SAMPLE } from "../../helpers/cluster";
import { ruleCases } from "../../helpers/rule-cases";

const of = (version: object) => ({
  datasets: { events: { place: { kind: "volume", volume: "scratch", path: "/events" }, version } },
});

ruleCases(
  EXISTING_VERSION_RULES as readonly Rule[],
  {
    "datasets/glue-without-role": {
      severity: "error",
      trips: [
        {
          change: of({ kind: "glue", database: "lab", table: "events" }),
          at: ["datasets", "events", "version", "kind"],
          fix: ['"delta" or "dvc"'],
        },
      ],
      passes: [{ change: of({ kind: "delta" }) }],
    },
  },
  CLUSTER_SAMPLE,
);
