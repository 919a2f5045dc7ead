import { LustreVolume, type LustreVolumeProps } from "../../../constructs/platform/lustre-volume";
import { releases, valuesOf } from "../../helpers/release";
import { type Json, synthStack } from "../../helpers/synth";

const PROPS: LustreVolumeProps = {
  fileSystemId: "fs-0123",
  dnsName: "fs-0123.fsx.us-east-1.amazonaws.com",
  mountName: "abcdefgh",
  namespaces: ["slurm"],
  claimName: "lustre",
};

function synth(change: Partial<LustreVolumeProps> = {}): Record<string, Json> {
  return releases(
    synthStack((stack) => {
      const volume = new LustreVolume(stack, "lustre", { ...PROPS, ...change });
      expect(volume.dependables).toHaveLength((change.namespaces ?? PROPS.namespaces).length);
    }),
  );
}

const objects = (release: Json): Json[] => valuesOf(release).objects;

test("mounts by DNS name and mount name, with locks and without noatime", () => {
  const [volume] = objects(synth()["slurm/volume-lustre"]);
  expect(volume.spec.csi).toEqual({
    driver: "fsx.csi.aws.com",
    volumeHandle: "fs-0123-slurm",
    volumeAttributes: { dnsname: "fs-0123.fsx.us-east-1.amazonaws.com", mountname: "abcdefgh" },
  });
  expect(volume.spec.mountOptions).toEqual(["flock", "relatime"]);
  expect(volume.spec.accessModes).toEqual(["ReadWriteMany"]);
});

test("the size that Kubernetes is told never changes: claims on such volumes cannot grow", () => {
  const [volume, claim] = objects(synth()["slurm/volume-lustre"]);
  expect(volume.spec.capacity).toEqual({ storage: "1200Gi" });
  expect(claim.spec.resources).toEqual({ requests: { storage: "1200Gi" } });
});

test("each namespace is made where it is missing, and has a claim of the same name", () => {
  const all = synth({ namespaces: ["slurm", "jobs"] });
  expect(Object.keys(all).sort()).toEqual(["jobs/volume-lustre", "slurm/volume-lustre"]);
  for (const release of Object.values(all)) {
    expect(release.create_namespace).toBe(true);
    expect(objects(release)[1].metadata).toEqual({ name: "lustre", namespace: release.namespace });
  }
});

test("volumes of several namespaces have handles of their own", () => {
  const handles = Object.values(synth({ namespaces: ["slurm", "jobs"] })).map(
    (release) => objects(release)[0].spec.csi.volumeHandle,
  );
  expect(new Set(handles).size).toBe(2);
});

test("the claim can have another name", () => {
  expect(Object.keys(synth({ claimName: "scratch" }))).toEqual(["slurm/volume-scratch"]);
});

test("fails without a mount name, for the driver would take one that is never right", () => {
  expect(() => synth({ mountName: "" })).toThrow("mountName is empty");
});
