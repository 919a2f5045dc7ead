import { parse } from "yaml";
import { resolveGpus } from "../../../config/gpu/gpus";
import type { MigLayout } from "../../../config/sharing/mig/layout";
import { resolveSharing } from "../../../config/sharing/resolve";
import type { WrittenSharing } from "../../../config/sharing/schema";
import { migConfig, sharingLabels, sharingProfiles, usesMig } from "../../../constructs/platform/gpu-sharing";

const gpusOf = (model: string) => resolveGpus({ gpu: { model, count: 8, memoryMiB: 81920 } });
const share = (written: WrittenSharing, model = "H100-80GB") =>
  resolveSharing(written, { gpus: gpusOf(model), inSlurm: false });
const EXCLUSIVE = share({ kind: "whole" });
const mig = (layout: MigLayout, strategy?: "single" | "mixed", model?: string) =>
  share({ kind: "mig", layout: layout as string, ...(strategy && { strategy }) }, model);
const MIG = mig("all-1g.10gb");
const SLICED = share({ kind: "time-slicing", replicas: 4, renamed: true });
const MPS = share({ kind: "mps", replicas: 8, renamed: true });

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
  const { whole } = sharingProfiles([SLICED]);
  expect(parse(whole!)).toEqual({ version: "v1", flags: { migStrategy: "none" } });
});

test("MIG labels name the slices for the MIG manager", () => {
  expect(sharingLabels(MIG)["nvidia.com/mig.config"]).toBe("all-1g.10gb");
  expect(sharingLabels(SLICED)).not.toHaveProperty(["nvidia.com/mig.config"]);
});

describe("layouts that the MIG manager does not make itself", () => {
  const own = mig({ "1g.10gb": 2, "3g.40gb": 1 });

  test("none: it looks at the hardware of each node", () => expect(migConfig([MIG, SLICED])).toBeNull());

  test("one: all that are used are told, and nodes without a label stay whole", () => {
    expect(sharingLabels(own)["nvidia.com/mig.config"]).toBe("own-1x3g.40gb-2x1g.10gb");
    expect(parse(migConfig([MIG, own, own])!)).toEqual({
      version: "v1",
      "mig-configs": {
        "all-disabled": [{ devices: "all", "mig-enabled": false }],
        "all-1g.10gb": [{ devices: "all", "mig-enabled": true, "mig-devices": { "1g.10gb": 7 } }],
        "own-1x3g.40gb-2x1g.10gb": [
          { devices: "all", "mig-enabled": true, "mig-devices": { "1g.10gb": 2, "3g.40gb": 1 } },
        ],
      },
    });
  });

  test("a name that GPUs of two models have for different instances is told by the ids of the GPUs", () => {
    const { "mig-configs": configs } = parse(migConfig([MIG, own, mig("all-1g.10gb", undefined, "A100-40GB")])!);
    expect(configs["all-1g.10gb"]).toEqual([
      expect.objectContaining({
        "device-filter": expect.arrayContaining(["0x233010DE"]),
        "mig-devices": { "1g.10gb": 7 },
      }),
      expect.objectContaining({
        "device-filter": expect.arrayContaining(["0x20B010DE"]),
        "mig-devices": { "1g.10gb": 4 },
      }),
    ]);
  });

  test("a list that has a name bears it", () =>
    expect(sharingLabels(mig({ "3g.40gb": 1, "2g.20gb": 1, "1g.10gb": 2 }))["nvidia.com/mig.config"]).toBe(
      "all-balanced",
    ));

  test("the longest list that fits has a name that a label can bear", () => {
    const all = { "1g.24gb": 1, "1g.24gb+gfx": 1, "1g.24gb-me": 1, "1g.24gb+me.all": 1 };
    const label = sharingLabels(mig(all, undefined, "RTX-PRO-6000-96GB"))["nvidia.com/mig.config"]!;
    expect(label).toBe("own-1x1g.24gb-1x1g.24gb-me-1x1g.24gb.gfx-1x1g.24gb.me.all");
    expect(label.length).toBeLessThanOrEqual(63);
  });
});

test("a plus sign, which labels may not have, becomes a dot", () => {
  const label = sharingLabels(mig("all-1g.10gb.me"))["nvidia.com/mig.config"];
  expect(label).toBe("all-1g.10gb.me");
});

test("both strategies of MIG can be in one cluster", () => {
  const profiles = sharingProfiles([MIG, mig("all-1g.10gb", "mixed")]);
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
      renameByDefault: true,
      failRequestsGreaterThanOne: true,
      resources: [{ name: "nvidia.com/gpu", replicas }],
    },
  });
  expect(profile.flags).toEqual({ migStrategy: "none" });
});

test("groups that share alike have one profile, in an order that does not change", () => {
  const names = (list: (typeof MIG)[]) => Object.keys(sharingProfiles(list));
  expect(names([SLICED, MPS, SLICED])).toEqual(["mps-8", "time-slicing-4", "whole"]);
  expect(names([MPS, SLICED])).toEqual(names([SLICED, MPS]));
});

test("knows whether a MIG manager is needed", () => {
  expect(usesMig([EXCLUSIVE, MIG])).toBe(true);
  expect(usesMig([EXCLUSIVE, MPS])).toBe(false);
});

test("nodes of virtual machines are labelled for them, and the device plugin has nothing to do there", () => {
  const passed = share({ kind: "passthrough" });
  expect(sharingLabels(passed)).toEqual({ "nvidia.com/gpu.workload.config": "vm-passthrough" });
  expect(sharingProfiles([EXCLUSIVE, passed])).toEqual({});
  const manager = { repository: "registry.example.com/nvidia", version: "580.82.02" };
  expect(sharingLabels(share({ kind: "vgpu", type: "L40S-12Q", manager, licenseSecret: "license" }))).toEqual({
    "nvidia.com/gpu.workload.config": "vm-vgpu",
    "nvidia.com/vgpu.config": "L40S-12Q",
  });
});
