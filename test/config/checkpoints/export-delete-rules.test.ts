import { CHECKPOINTS_EXPORT_DELETE_RULES } from "../../../config/checkpoints/export-delete-rules";
import { ruleCases } from "../../helpers/rule-cases";

const warm = (more: object) => ({ checkpoints: { warm: more } });
const tiering = { deployment: "persistent-2-intelligent-tiering", throughputMBps: 4000 };
const tiers = (kept: object, cold: object) => ({ checkpoints: { warm: { exportDeletes: true, ...kept }, cold } });

ruleCases(CHECKPOINTS_EXPORT_DELETE_RULES, {
  "checkpoints/export-deletes": {
    severity: "warning",
    trips: [
      {
        when: "deletes that reach S3",
        change: { checkpoints: { oldVersionDays: 9, warm: { path: "/ckpt", keepLast: 24, exportDeletes: true } } },
        at: ["checkpoints", "warm", "exportDeletes"],
        message: [
          "/ckpt",
          "all but the last 24",
          "s3://sample-checkpoints-111122223333-us-east-1/checkpoints/",
          "9 days",
        ],
        fix: ["exportDeletes: false"],
      },
      {
        when: "deletes that reach a bucket of somebody else",
        change: { checkpoints: { bucket: { kind: "existing", name: "existing" }, warm: { exportDeletes: true } } },
        at: ["checkpoints", "warm", "exportDeletes"],
        message: ["s3://existing/", "versioning of your bucket"],
      },
    ],
    passes: [
      { when: "deletes that stay", change: warm({ exportDeletes: false }) },
      { when: "no link", change: { lustre: tiering, ...warm({ exportDeletes: true }) } },
    ],
  },
  "checkpoints/export-deletes-what-cold-keeps": {
    severity: "error",
    trips: [
      {
        when: "fewer are kept on Lustre",
        change: tiers({ keepLast: 24 }, { keepLast: 100 }),
        at: ["checkpoints", "warm", "exportDeletes"],
        message: ["the last 24 of each run", "the last 100"],
        fix: ["exportDeletes: false"],
      },
      {
        when: "others of each so many are kept on Lustre",
        change: tiers({ keepLast: 24, keepEvery: 1500 }, { keepLast: 24, keepEvery: 1000 }),
        at: ["checkpoints", "warm", "exportDeletes"],
        message: ["each that 1500 divides", "each that 1000 divides"],
      },
    ],
    passes: [
      {
        when: "as many are kept on Lustre",
        change: tiers({ keepLast: 24, keepEvery: 500 }, { keepLast: 24, keepEvery: 1000 }),
      },
      { when: "Lustre keeps all", change: tiers({}, { keepLast: 100 }) },
      { when: "cold says no number", change: tiers({ keepLast: 24 }, {}) },
      { when: "deletes stay on Lustre", change: tiers({ keepLast: 24, exportDeletes: false }, { keepLast: 100 }) },
    ],
  },
});
