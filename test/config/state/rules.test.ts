import { STATE_RULES } from "../../../config/state/rules";
import { ruleCases } from "../../helpers/rule-cases";

const state = (bucket: string) => ({ state: { kind: "s3", bucket } });
const checkpoints = (name: string) => ({ checkpoints: { bucket: { kind: "create", name } } });
/** Names that S3 refuses, why, and one beside each that it takes. */
const BAD_NAMES = [
  ["a..b", "two dots", "a.b"],
  ["sthree-state", "prefix", "three-state"],
  ["xn--state", "prefix", "xn-state"],
  ["state--ol-s3", "suffix", "state-ol-s3"],
  ["state.mrap", "suffix", "state-mrap"],
] as const;

ruleCases(STATE_RULES, {
  "state/local-in-production": {
    severity: "warning",
    trips: [
      {
        change: { state: { kind: "local", directory: "there" } },
        at: ["state", "kind"],
        message: ['the folder "there"'],
        fix: ['state: { kind: "s3" }'],
      },
      { change: { state: { kind: "local" } }, at: ["state", "kind"], message: ["without lock or backup"] },
    ],
    passes: [{ change: { state: { kind: "local" }, profile: "development" } }, { change: {} }],
  },
  "state/own-bucket": {
    severity: "error",
    trips: [
      {
        change: { ...state("ours"), ...checkpoints("ours") },
        at: ["state", "bucket"],
        message: ["ours is named for the state and for the checkpoints"],
      },
      {
        change: checkpoints("sample-tfstate-111122223333-us-east-1"),
        at: ["checkpoints", "bucket", "name"],
        message: ["sample-tfstate-111122223333-us-east-1 is named"],
      },
    ],
    passes: [
      { change: { ...state("ours"), ...checkpoints("ours-too") } },
      { change: checkpoints("sample-tfstate-111122223333-us-east-2") },
    ],
  },
  "state/bucket-name": {
    severity: "error",
    trips: BAD_NAMES.map(([name, why]) => ({
      change: state(name),
      at: ["state", "bucket"],
      message: [`"${name}"`, why],
      fix: ["leave the key out"],
    })),
    passes: BAD_NAMES.map(([, , near]) => ({ change: state(near) })),
  },
});
