import { PASSTHROUGH_RULES } from "../../../../config/sharing/passthrough/rules";
import { resolveExistingPool } from "../../../../config/pools/existing/resolve";
import { existingPoolSchema } from "../../../../config/pools/existing/schema";
import type { Change } from "../../../helpers/environment";
import { DGX } from "../../../helpers/pools";
import { group, groupAt, ruleCases } from "../../../helpers/rule-cases";

const METAL = { instanceType: "g4dn.metal", fabric: { kind: "none" } };
const vm = (sharing: Change = {}): Change => ({
  slurm: null,
  ...group("h100", { ...METAL, sharing: { kind: "passthrough", ...sharing } }),
});

ruleCases(PASSTHROUGH_RULES, {
  "gpu/passthrough-device": {
    severity: "error",
    trips: [
      {
        when: "the id of another GPU",
        change: vm({ gpuDeviceId: "2330" }),
        at: groupAt("h100", "sharing", "gpuDeviceId"),
        message: ["gpuDeviceId 2330 is H100-80GB, and h100 has T4-16GB"],
        fix: ["write 1eb8"],
      },
      {
        when: "an id that no GPU of the model has",
        change: vm({ gpuDeviceId: "ffff" }),
        at: groupAt("h100", "sharing", "gpuDeviceId"),
        message: ["gpuDeviceId ffff is none that is known of T4-16GB"],
        fix: ["write 1eb8"],
      },
      {
        when: "GPUs of which there are several",
        change: {
          slurm: null,
          ...group("h100", { instanceType: "p5.48xlarge", fabric: { kind: "none" }, sharing: { kind: "passthrough" } }),
        },
        at: groupAt("h100", "sharing", "gpuDeviceId"),
        message: ["several PCI device ids are of H100-80GB"],
        fix: ["lspci -n -d 10de: shows it on a host; known are 2330, 2331"],
      },
    ],
    passes: [
      { when: "the id of the model", change: vm() },
      { when: "the same, written", change: vm({ gpuDeviceId: "1eb8" }) },
      { when: "GPUs of containers", change: {} },
    ],
  },
  "gpu/passthrough-nics": {
    severity: "error",
    trips: [
      {
        when: "the GPU itself",
        change: vm({ nics: { vendorId: "10de", deviceId: "1eb8" } }),
        at: groupAt("h100", "sharing", "nics", "vendorId"),
        message: ["10de:1eb8, which is T4-16GB"],
        fix: ['vendorId: "15b3"'],
      },
      {
        when: "another device of the vendor",
        change: vm({ nics: { vendorId: "10de", deviceId: "ffff" } }),
        at: groupAt("h100", "sharing", "nics", "vendorId"),
        message: ["no network card"],
      },
    ],
    passes: [
      { when: "a network card", change: vm({ nics: { deviceId: "101e" } }) },
      { when: "one of another vendor", change: vm({ nics: { vendorId: "8086", deviceId: "1889" } }) },
    ],
  },
});

test("what machines can have follows from the ids of GPUs and cards", () => {
  const pool = resolveExistingPool(
    "desktops",
    existingPoolSchema.parse({
      ...DGX,
      fabric: undefined,
      sharing: { kind: "passthrough", nics: { deviceId: "101e" } },
    }),
  );
  expect(pool.sharing.machineDevices).toEqual({
    gpu: { resource: "nvidia.com/GH100_H100_SXM5_80GB", selector: "10de:2330", by: "device-plugin" },
    gpuShare: 1,
    nic: { resource: "railyard.dev/vf-15b3-101e", selector: "15b3:101e", by: "kubevirt" },
  });
});
