import type { Rule } from "../kernel/rule";

/** Of what drift can be told. */
export const DRIFT_RULES: readonly Rule[] = [
  {
    id: "datasets/drift-format",
    title: "Drift is told of data that has columns.",
    severity: "error",
    why: "What a record of TensorFlow holds follows from the program that reads it: the job that compares columns would end with code 2 each time.",
    source: "https://www.tensorflow.org/tutorials/load_data/tfrecord",
    *check({ env: { datasets } }) {
      for (const { name, format, drift } of datasets) {
        if (drift === null || format !== "tfrecord") continue;
        yield {
          path: ["datasets", name, "drift"],
          message: "its files are records of TensorFlow, whose columns nobody knows",
          fix: "take drift out; or write what is compared as Parquet, CSV or lines of JSON, and name that as a dataset of its own",
        };
      }
    },
  },
];
