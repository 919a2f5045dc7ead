import { staticVolume } from "../../../constructs/platform/static-volume";
import type { Json } from "../../helpers/synth";

const VOLUME = {
  namespace: "slurm",
  claimName: "lustre",
  driver: "fsx.csi.aws.com",
  volumeHandle: "fs-1-slurm",
  volumeAttributes: { dnsname: "d", mountname: "m" },
  mountOptions: ["flock"],
  capacityGiB: 1200,
  accessMode: "ReadWriteMany",
} as const;

test("a volume and its claim name each other and no class", () => {
  const [volume, claim] = staticVolume(VOLUME) as [Json, Json];
  expect(volume.spec.claimRef).toEqual({
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    namespace: "slurm",
    name: "lustre",
  });
  expect(claim.metadata).toEqual({ name: "lustre", namespace: "slurm" });
  expect(claim.spec.volumeName).toBe(volume.metadata.name);
  expect([volume.spec.storageClassName, claim.spec.storageClassName]).toEqual(["", ""]);
});

test("storage outlives the claim", () => {
  expect((staticVolume(VOLUME)[0] as Json).spec.persistentVolumeReclaimPolicy).toBe("Retain");
});

test("size and access of both agree", () => {
  const [volume, claim] = staticVolume(VOLUME) as [Json, Json];
  expect(volume.spec.capacity).toEqual({ storage: "1200Gi" });
  expect(claim.spec.resources.requests).toEqual(volume.spec.capacity);
  expect(claim.spec.accessModes).toEqual(volume.spec.accessModes);
});

test("volumes are cluster-wide, so namespaces have different ones", () => {
  const name = (namespace: string) => (staticVolume({ ...VOLUME, namespace })[0] as Json).metadata.name;
  expect(name("slurm")).not.toBe(name("jobs"));
});

test("fails on a name that Kubernetes does not take", () => {
  expect(() => staticVolume({ ...VOLUME, claimName: "x".repeat(250) })).toThrow(
    "has 256 characters; Kubernetes takes 253",
  );
});
