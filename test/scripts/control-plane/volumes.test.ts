import type { ApiObject } from "../../../scripts/control-plane/api";
import { volumeFor } from "../../../scripts/control-plane/volumes";

const CLASS = {
  metadata: { name: "gp3" },
  provisioner: "ebs.csi.aws.com",
  volumeBindingMode: "WaitForFirstConsumer",
  reclaimPolicy: "Retain",
};
const claim = (spec: object = {}, annotations: Record<string, string> = {}): ApiObject => ({
  metadata: { name: "data", namespace: "slurm", uid: "7", annotations },
  spec: {
    storageClassName: "gp3",
    accessModes: ["ReadWriteOnce"],
    resources: { requests: { storage: "20Gi" } },
    ...spec,
  },
});
const CHOSEN = { "volume.kubernetes.io/selected-node": "system-0" };

test("a claim that has a node gets the volume that its driver would make", () => {
  expect(volumeFor(claim({}, CHOSEN), [CLASS])).toMatchObject({
    metadata: { name: "pvc-7" },
    spec: {
      capacity: { storage: "20Gi" },
      persistentVolumeReclaimPolicy: "Retain",
      claimRef: { namespace: "slurm", name: "data" },
      csi: { driver: "ebs.csi.aws.com" },
    },
  });
});

test.each([
  ["its pod has no node yet", claim(), [CLASS]],
  ["there is no such class", claim({}, CHOSEN), []],
  ["a volume is named", claim({ volumeName: "mine" }, CHOSEN), [CLASS]],
  [
    "somebody makes volumes of the class by hand",
    claim({}, CHOSEN),
    [{ ...CLASS, provisioner: "kubernetes.io/no-provisioner" }],
  ],
])("a claim waits where %s", (_, waiting, classes) => {
  expect(volumeFor(waiting, classes)).toBeNull();
});

test("a class that waits for no pod gives at once", () => {
  expect(volumeFor(claim(), [{ ...CLASS, volumeBindingMode: "Immediate" }])).not.toBeNull();
});
