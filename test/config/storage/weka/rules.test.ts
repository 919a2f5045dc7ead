import { WEKA } from "../../../../config/storage/weka";
import { CLUSTER_SAMPLE } from "../../../helpers/cluster";
import { ruleCases } from "../../../helpers/rule-cases";

const weka = (change: object = {}) => ({
  kind: "weka",
  fileSystem: "default",
  folder: "railyard",
  secretName: "weka-api",
  ...change,
});

ruleCases(
  WEKA.rules,
  {
    "weka/one-driver": {
      severity: "error",
      trips: [
        {
          when: "a driver that is there and is installed",
          change: { storage: { fast: weka(), more: weka({ folder: "more", driver: "existing" }) } },
          at: ["storage", "more", "driver"],
          message: ["fast has it installed"],
        },
      ],
      passes: [
        { when: "one that is installed", change: { storage: { fast: weka(), more: weka({ folder: "more" }) } } },
        { when: "one that is there", change: { storage: { fast: weka({ driver: "existing" }) } } },
      ],
    },
    "weka/one-handle": {
      severity: "error",
      trips: [
        {
          when: "one folder twice",
          change: { storage: { fast: weka(), more: weka() } },
          at: ["storage", "more", "folder"],
          message: ["fast is the same folder"],
        },
      ],
      passes: [{ when: "two folders", change: { storage: { fast: weka(), more: weka({ folder: "more" }) } } }],
    },
    "weka/secret-as-name": {
      severity: "error",
      trips: [
        {
          when: "a token in place of a name",
          change: { storage: { fast: weka({ secretName: "k3j8f0a9d2c7b1e6k3j8f0a9d2c7b1e6x9q4" }) } },
          at: ["storage", "fast", "secretName"],
          message: ["looks like a key"],
        },
      ],
      passes: [{ when: "a name", change: { storage: { fast: weka() } } }],
    },
  },
  CLUSTER_SAMPLE,
);
