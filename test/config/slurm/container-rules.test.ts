import { SLURM_CONTAINER_RULES } from "../../../config/slurm/container-rules";
import { hasShape } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const PINNED = `nvcr.io/nvidia/pytorch:25.06-py3@sha256:${"1".repeat(64)}`;
const containers = (value: object) => ({ slurm: { containers: value } });
const pyxis = (value: object) => containers({ kind: "pyxis", ...value });

const squashed = (storage: object) => ({
  ...pyxis({ images: { a: PINNED } }),
  lustre: null,
  checkpoints: null,
  storage,
});

ruleCases(SLURM_CONTAINER_RULES, {
  "slurm/images-volume": {
    severity: "error",
    trips: [
      {
        when: "a folder on no volume",
        change: pyxis({ images: { pytorch: PINNED }, imagesFolder: "/scratch/images" }),
        at: ["slurm", "containers", "imagesFolder"],
        message: ["/scratch/images", "/fsx"],
        fix: ["/fsx/images"],
      },
      {
        when: "no volume at all",
        change: { ...pyxis({ images: { pytorch: PINNED } }), lustre: null, checkpoints: null },
        at: ["slurm", "containers", "images"],
        message: ["no volume"],
        fix: ["storage"],
      },
      {
        when: "a volume that nobody writes",
        change: squashed({ data: { kind: "nfs", server: "files.example.com", export: "/data", readOnly: true } }),
        at: ["slurm", "containers", "images"],
        message: ["no volume"],
      },
    ],
    passes: [
      { change: pyxis({ images: { pytorch: PINNED } }) },
      { when: "a folder below the mount", change: pyxis({ images: { pytorch: PINNED }, imagesFolder: "/fsx/a/b" }) },
      { when: "no images", change: pyxis({}) },
    ],
  },
  "slurm/images-squashed": {
    severity: "error",
    trips: [
      {
        when: "OpenZFS alone, without root",
        change: squashed({
          data: {
            kind: "fsx-openzfs",
            deployment: "single-az-2",
            capacityGiB: 1024,
            throughputMBps: 160,
            rootSquash: true,
          },
        }),
        at: ["slurm", "containers", "images"],
        message: ["/data/images lies on data, where root is not root"],
        fix: ["let root be root on data"],
      },
      {
        when: "an export without root, beside a volume with it",
        change: squashed({
          data: { kind: "nfs", server: "files.example.com", export: "/data" },
          more: { kind: "efs" },
        }),
        at: ["slurm", "containers", "images"],
        message: ["lies on data"],
        fix: ['imagesFolder: "/home/images"'],
      },
      {
        when: "Lustre without root",
        change: { ...pyxis({ images: { a: PINNED } }), lustre: { rootSquash: { uid: 65534, gid: 65534 } } },
        at: ["slurm", "containers", "images"],
        message: ["/fsx/images lies on lustre"],
      },
    ],
    passes: [
      {
        when: "OpenZFS with root",
        change: squashed({
          data: { kind: "fsx-openzfs", deployment: "single-az-2", capacityGiB: 1024, throughputMBps: 160 },
        }),
      },
      { when: "images on another volume", change: squashed({ data: { kind: "efs", mountPath: "/data" } }) },
      { when: "no images", change: { ...pyxis({}), lustre: { rootSquash: { uid: 65534, gid: 65534 } } } },
    ],
  },
  "slurm/images-before": {
    severity: "error",
    trips: [
      {
        when: "an image with the name of one before",
        change: pyxis({ images: { pytorch: PINNED, "pytorch.before": PINNED } }),
        at: ["slurm", "containers", "images", "pytorch.before"],
        message: ["pytorch.before.sqsh"],
        fix: ["pytorch-before"],
      },
    ],
    passes: [
      { when: "such a name without the other one", change: pyxis({ images: { "pytorch.before": PINNED } }) },
      { when: "another name", change: pyxis({ images: { pytorch: PINNED, "pytorch-before": PINNED } }) },
    ],
  },
  "slurm/images-in-homes": {
    severity: "error",
    trips: [
      {
        when: "the folder of a user",
        change: {
          slurm: {
            users: { jane: { uid: 20001 } },
            ...pyxis({ images: { a: PINNED }, imagesFolder: "/fsx/home/jane/images" }).slurm,
          },
        },
        at: ["slurm", "containers", "imagesFolder"],
        message: ["in the home of jane"],
        fix: ["outside of /fsx/home"],
      },
      {
        when: "all homes",
        change: pyxis({ images: { a: PINNED }, imagesFolder: "/fsx/home" }),
        at: ["slurm", "containers", "imagesFolder"],
        message: ["the folder of all homes"],
      },
      {
        when: "the usual folder of a volume that has homes, and a directory that may know an images",
        change: {
          lustre: null,
          checkpoints: null,
          storage: { home: { kind: "efs", mountPath: "/home" } },
          slurm: { directorySecretName: "sssd", ...pyxis({ images: { a: PINNED } }).slurm },
        },
        at: ["slurm", "containers", "images"],
        message: ["whoever the directory calls images"],
      },
    ],
    passes: [
      { when: "a folder beside homes", change: pyxis({ images: { a: PINNED }, imagesFolder: "/fsx/homely" }) },
      {
        when: "a folder among homes that is nobody's",
        change: pyxis({ images: { a: PINNED }, imagesFolder: "/fsx/home/images" }),
      },
      { when: "no images", change: { slurm: { directorySecretName: "sssd" } } },
    ],
  },
});

test.each([
  ["without a digest", pyxis({ images: { a: "nvcr.io/nvidia/pytorch:25.06-py3" } })],
  ["without a registry", pyxis({ images: { a: `pytorch@sha256:${"1".repeat(64)}` } })],
  ["with half a digest", pyxis({ images: { a: "nvcr.io/a@sha256:12" } })],
  ["with a name of two words", pyxis({ images: { "a b": PINNED } })],
  ["with a name that leaves the folder", pyxis({ images: { "../a": PINNED } })],
  ["with a line break", pyxis({ images: { a: `${PINNED}\nb x` } })],
  ["in a folder that a shell reads", pyxis({ images: { a: PINNED }, imagesFolder: "/fsx/$(id)" })],
  ["in a folder above", pyxis({ images: { a: PINNED }, imagesFolder: "/fsx/../etc" })],
  ["that moves, of Apptainer", containers({ kind: "apptainer", image: "registry.example.com/slurmd:latest" })],
  ["without a release, of Apptainer", containers({ kind: "apptainer", image: "registry.example.com/slurmd" })],
  ["of both kinds", containers({ kind: "apptainer", image: "registry.example.com/slurmd:1", images: {} })],
])("an image %s is refused", (_, change) => {
  expect(hasShape(change)).toBe(false);
});

test.each([
  containers({ kind: "none" }),
  containers({ kind: "apptainer", image: "registry.example.com:5000/slurmd:latest-26.05" }),
  containers({ kind: "apptainer", image: `registry.example.com/slurmd@sha256:${"a".repeat(64)}` }),
  pyxis({ credentialsSecretName: "pull.secret" }),
])("%j is taken", (change) => {
  expect(hasShape(change)).toBe(true);
});
