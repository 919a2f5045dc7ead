import {
  CheckpointBucketVolume,
  type CheckpointBucketVolumeProps,
} from "../../../constructs/platform/checkpoint-bucket-volume";
import { onlyRelease } from "../../helpers/release";
import type { Json } from "../../helpers/synth";

const PROPS: CheckpointBucketVolumeProps = {
  bucketName: "ckpt",
  region: "us-west-2",
  access: "read-write",
  namespaces: ["slurm"],
};

function volumeOf(change: Partial<CheckpointBucketVolumeProps> = {}): Json {
  const { values } = onlyRelease((stack) => {
    new CheckpointBucketVolume(stack, "bucket", { ...PROPS, ...change });
  });
  return values.objects[0];
}

const options = (change: Partial<CheckpointBucketVolumeProps>): string[] => volumeOf(change).spec.mountOptions;

test("mounts the bucket in its Region by the S3 driver", () => {
  const { spec, metadata } = volumeOf();
  expect(metadata.name).toBe("slurm-checkpoints");
  expect(spec.csi).toEqual({
    driver: "s3.csi.aws.com",
    volumeHandle: "ckpt-slurm-checkpoints",
    volumeAttributes: { bucketName: "ckpt" },
  });
  expect(spec.mountOptions).toEqual(["region us-west-2", "maximum-throughput-gbps 100", "allow-other"]);
  expect(spec.accessModes).toEqual(["ReadWriteMany"]);
});

test("reads only", () => {
  expect(options({ access: "read" })).toEqual([
    "region us-west-2",
    "maximum-throughput-gbps 100",
    "read-only",
    "allow-other",
  ]);
  expect(volumeOf({ access: "read" }).spec.accessModes).toEqual(["ReadOnlyMany"]);
});

test("deletes and replaces only where that is asked for", () => {
  expect(options({ access: "read-write-delete" })).toEqual([
    "region us-west-2",
    "maximum-throughput-gbps 100",
    "allow-delete",
    "allow-overwrite",
    "allow-other",
  ]);
});

test("mounts a part of the bucket", () => {
  expect(options({ prefix: "runs/a/" })).toContain("prefix runs/a/");
  // the driver would read "prefix team" as the key of "prefix team=vision/"
  expect(options({ prefix: "team=vision/x=y/" })).toContain("prefix=team=vision/x=y/");
});

test("lets every user read, and the owner write", () => {
  expect(options({ owner: { uid: 1000, gid: 1001 } })).toEqual([
    "region us-west-2",
    "maximum-throughput-gbps 100",
    "allow-other",
    "uid=1000",
    "gid=1001",
  ]);
});

test("asks for the speed of the network that it is told", () => {
  expect(options({ throughputGbps: 25 })).toContain("maximum-throughput-gbps 25");
});

test.each([0, 12.5, -1])("fails on %d Gbps, which Mountpoint does not take", (throughputGbps) => {
  expect(() => volumeOf({ throughputGbps })).toThrow(
    `throughputGbps is ${throughputGbps}; Mountpoint takes a whole number of at least 1`,
  );
});

test("fails on a prefix that is no folder", () => {
  expect(() => volumeOf({ prefix: "runs/a" })).toThrow('prefix "runs/a" must end with a slash');
});
