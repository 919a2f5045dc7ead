import { parse } from "yaml";
import { resolveSharing } from "../../../config/sharing/resolve";
import { sharingLabels, sharingProfiles, usesMig } from "../../../constructs/platform/gpu-sharing";

const EXCLUSIVE = resolveSharing({ kind: "exclusive" });
const mig = (profile: string, strategy: "single" | "mixed" = "single") =>
  resolveSharing({ kind: "mig", profile, strategy });
const MIG = mig("1g.10gb");
const SLICED = resolveSharing({ kind: "time-slicing", replicas: 4 });
const MPS = resolveSharing({ kind: "mps", replicas: 8 });

test("nodes without a label are those with whole GPUs", () =>
  expect(sharingProfiles([EXCLUSIVE, MIG])[EXCLUSIVE.plugin.name]).toBe(EXCLUSIVE.plugin.text));

test("groups with whole GPUs need neither labels nor profiles", () => {
  expect(sharingLabels(EXCLUSIVE)).toEqual({});
  expect(sharingProfiles([EXCLUSIVE, EXCLUSIVE])).toEqual({});
  expect(sharingProfiles([])).toEqual({});
});

test.each([MIG, SLICED, MPS])("the label of $kind names a profile that is there", (sharing) => {
  const label = sharingLabels(sharing)["nvidia.com/device-plugin.config"];
  expect(Object.keys(sharingProfiles([sharing]))).toContain(label);
});

test("nodes without a label have whole GPUs, also beside groups that share", () => {
  const { exclusive } = sharingProfiles([SLICED]);
  expect(parse(exclusive!)).toEqual({ version: "v1", flags: { migStrategy: "none" } });
});

test("MIG labels name the slices for the MIG manager", () => {
  expect(sharingLabels(MIG)["nvidia.com/mig.config"]).toBe("all-1g.10gb");
  expect(sharingLabels(SLICED)).not.toHaveProperty(["nvidia.com/mig.config"]);
});

test("a plus sign, which labels may not have, becomes a dot", () => {
  const label = sharingLabels(mig("1g.10gb+me"))["nvidia.com/mig.config"];
  expect(label).toBe("all-1g.10gb.me");
});

test("both strategies of MIG can be in one cluster", () => {
  const profiles = sharingProfiles([MIG, mig("1g.10gb", "mixed")]);
  expect(parse(profiles["mig-single"]!).flags.migStrategy).toBe("single");
  expect(parse(profiles["mig-mixed"]!).flags.migStrategy).toBe("mixed");
});

test.each([
  [SLICED, "timeSlicing", 4],
  [MPS, "mps", 8],
] as const)("replicas stand under the kind of sharing, where the plugin reads them: %j", (sharing, key, replicas) => {
  const profile = parse(sharingProfiles([sharing])[`${sharing.kind}-${replicas}`]!);
  expect(profile.sharing).toEqual({
    [key]: {
      renameByDefault: false,
      failRequestsGreaterThanOne: true,
      resources: [{ name: "nvidia.com/gpu", replicas }],
    },
  });
  expect(profile.flags).toEqual({ migStrategy: "none" });
});

test("groups that share alike have one profile, in an order that does not change", () => {
  const names = (list: (typeof MIG)[]) => Object.keys(sharingProfiles(list));
  expect(names([SLICED, MPS, SLICED])).toEqual(["exclusive", "mps-8", "time-slicing-4"]);
  expect(names([MPS, SLICED])).toEqual(names([SLICED, MPS]));
});

test("knows whether a MIG manager is needed", () => {
  expect(usesMig([EXCLUSIVE, MIG])).toBe(true);
  expect(usesMig([EXCLUSIVE, MPS])).toBe(false);
});
