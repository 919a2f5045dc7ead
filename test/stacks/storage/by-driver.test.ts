import { existingVolumeSchema } from "../../../config/storage/registry";
import { clusterSample } from "../../helpers/cluster";
import { releases, valuesOf } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

const weka = { kind: "weka", fileSystem: "default", folder: "teams/railyard", secretName: "weka-api" };
const scale = {
  kind: "scale",
  clusterId: "7118073361626808055",
  fileSystemUid: "09762E69:5D36FE8D",
  folder: "/gpfs/fs1/railyard",
};
const nvme = {
  kind: "nvme-of",
  address: "10.0.8.30",
  nqn: "nqn.2027-01.com.example:data",
  device: { uuid: "58668891-c3e4-45d0-b90e-824525c16080" },
  fileSystem: "ext4",
};
const { env } = clusterSample({ storage: { weka, scale, data: nvme } });
const stacks = synthStacks(env);
const slurm: Json = valuesOf(releases(stacks["slurm"])["slurm/slurm"]);
const volumeOf = (name: string): Json =>
  (valuesOf(releases(stacks["platform"])[`slurm/volume-${name}`]).objects as [Json])[0].spec;
const paths = (container: Json): string[] => container.volumeMounts.map(({ mountPath }: Json) => mountPath);

test("WEKA is a folder of a file system, and the driver gets the Secret by its name", () => {
  const ref = { name: "weka-api", namespace: "csi-wekafsplugin" };
  expect(volumeOf("weka").csi).toEqual({
    driver: "csi.weka.io",
    volumeHandle: "dir/v1/default/teams/railyard",
    volumeAttributes: {},
    nodePublishSecretRef: ref,
    controllerPublishSecretRef: ref,
  });
  expect(env.storage.find(({ name }) => name === "weka")?.needs.cluster?.secrets).toEqual([ref]);
});

test("WEKA's driver runs on every node, its controller on system nodes, and no StorageClass of it is made", () => {
  const driver = valuesOf(releases(stacks["platform"])["csi-wekafsplugin/csi-wekafsplugin"]);
  expect(JSON.stringify(stacks["platform"])).not.toContain("StorageClass\\");
  expect(driver.nodePluginTolerations).toEqual([{ operator: "Exists" }]);
  expect(driver.controller.nodeSelector).toEqual({ "example.com/role": "system" });
});

test("Storage Scale is cluster, file system and folder, and its driver is looked for and not installed", () => {
  expect(volumeOf("scale").csi).toEqual({
    driver: "spectrumscale.csi.ibm.com",
    volumeHandle: "7118073361626808055;09762E69:5D36FE8D;path=/gpfs/fs1/railyard",
    volumeAttributes: {},
  });
  expect(env.storage.find(({ name }) => name === "scale")?.needs.cluster?.drivers).toEqual([
    "spectrumscale.csi.ibm.com",
  ]);
});

test("a device that all nodes read is never written, formatted or checked, whatever is on it", () => {
  const spec = volumeOf("data");
  expect(spec.accessModes).toEqual(["ReadOnlyMany"]);
  expect(spec.mountOptions).toEqual(["ro", "noload"]);
  expect(spec.csi).toMatchObject({
    driver: "csi.nvmf.com",
    readOnly: true,
    fsType: "ext4",
    volumeAttributes: {
      targetTrAddr: "10.0.8.30",
      targetTrPort: "4420",
      targetTrType: "tcp",
      nqn: "nqn.2027-01.com.example:data",
      deviceUUID: "58668891-c3e4-45d0-b90e-824525c16080",
    },
  });
});

test("compute pods mount all of them; login pods not the device, whose driver serves one pod of a node", () => {
  expect(paths(slurm.nodesets.dgx.slurmd)).toEqual(expect.arrayContaining(["/weka", "/scale", "/data"]));
  const login = paths(slurm.loginsets.login.login);
  expect(login).toEqual(expect.arrayContaining(["/weka", "/scale"]));
  expect(login).not.toContain("/data");
  expect(JSON.stringify(slurm.loginsets.login.podSpec)).not.toContain("storage-data");
});

test("nothing of them is Terraform's to lose", () =>
  expect(env.storage.filter(({ holdsData }) => holdsData)).toEqual([]));

const takes = (volume: object): boolean => existingVolumeSchema.safeParse(volume).success;

test.each<[string, object]>([
  ["WEKA without its Secret", { ...weka, secretName: undefined }],
  ["a password in place of its name", { ...weka, secretName: "Hunter2!" }],
  ["a folder above the file system", { ...weka, folder: "../etc" }],
  ["the root of the file system", { ...weka, folder: "" }],
  ["a folder with what ends a handle", { ...scale, folder: "/gpfs/fs1/a;path=/etc" }],
  ["the mount itself", { ...scale, folder: "/gpfs" }],
  ["a folder that leads out", { ...scale, folder: "/gpfs/fs1/../../etc" }],
  ["a name of a file system in place of its UID", { ...scale, fileSystemUid: "fs1" }],
  ["a device by two names", { ...nvme, device: { ...nvme.device, eui: "00000000000000000042aa42aa42aa42" } }],
  ["a device by its path", { ...nvme, device: { path: "/dev/nvme0n1" } }],
  ["a device that is written", { ...nvme, readOnly: false }],
  ["a file system that nobody knows how to read", { ...nvme, fileSystem: "btrfs" }],
])("%s is refused", (_, volume) => expect(takes(volume)).toBe(false));

test("what they are without that is taken", () => expect([weka, scale, nvme].map(takes)).toEqual([true, true, true]));
