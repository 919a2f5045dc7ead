import { STATE_RULES } from "../../../config/rules/state";
import { describeRules } from "../../helpers/rule-pairs";

const state = (bucket: string) => ({ state: { kind: "s3", bucket } });
const checkpoints = (name: string) => ({ checkpoints: { bucket: { kind: "create", name } } });

describeRules(STATE_RULES, [
  {
    id: "state/local-in-production",
    severity: "warning",
    trips: { state: { kind: "local", directory: "there" } },
    path: ["state", "kind"],
    says: ['the folder "there"', 'state: { kind: "s3" }'],
    passes: { state: { kind: "local" }, profile: "development" },
  },
  {
    id: "state/local-in-production",
    severity: "warning",
    trips: { state: { kind: "local" } },
    path: ["state", "kind"],
    says: ["without lock or backup"],
    passes: {},
  },
  {
    id: "state/own-bucket",
    severity: "error",
    trips: { ...state("ours"), ...checkpoints("ours") },
    path: ["state", "bucket"],
    says: ["ours is named for the state and for the checkpoints"],
    passes: { ...state("ours"), ...checkpoints("ours-too") },
  },
  {
    id: "state/own-bucket",
    severity: "error",
    trips: checkpoints("sample-tfstate-111122223333-us-east-1"),
    path: ["checkpoints", "bucket", "name"],
    says: ["sample-tfstate-111122223333-us-east-1 is named"],
    passes: checkpoints("sample-tfstate-111122223333-us-east-2"),
  },
  ...(
    [
      ["a..b", "two dots", "a.b"],
      ["192.168.5.4", "IP address", "192.168.5.4.a"],
      ["sthree-state", "prefix", "three-state"],
      ["xn--state", "prefix", "xn-state"],
      ["state--ol-s3", "suffix", "state-ol-s3"],
      ["state.mrap", "suffix", "state-mrap"],
    ] as const
  ).map(([name, why, near]) => ({
    id: "state/bucket-name",
    severity: "error" as const,
    trips: state(name),
    path: ["state", "bucket"],
    says: [`"${name}"`, why, "leave the key out"],
    passes: state(near),
  })),
]);
