import { VOLUMES } from "../../../../../scripts/preflight/cluster/checks/volumes";
import { COLLISIONS } from "../../../../../scripts/preflight/cluster/checks/collisions";
import { clusterSample } from "../../../../helpers/cluster";
import { findingsOf, release } from "../../../../helpers/pretended-cluster";

const nfs = { kind: "nfs", server: "files.example.com", export: "/data", driver: "existing" };
const { storage } = clusterSample({ storage: { data: nfs } }).env;
const drivers = (...names: string[]) => ({
  lists: { "/apis/storage.k8s.io/v1/csidrivers": names.map((name) => ({ metadata: { name } })) },
});

test("a driver that config says is there is looked for", async () => {
  expect(await findingsOf(VOLUMES, drivers("nfs.csi.k8s.io"), { env: { storage } })).toEqual([
    "ok NFS data: nfs.csi.k8s.io: the cluster has the driver",
  ]);
  expect(await findingsOf(VOLUMES, drivers("ebs.csi.aws.com"), { env: { storage } })).toEqual([
    "failed NFS data: nfs.csi.k8s.io: the cluster has no such driver (CSIDriver): pods would wait for the volume for ever",
  ]);
});

test("volumes that need nothing of the cluster ask it nothing", async () =>
  expect(await findingsOf(VOLUMES, {}, { env: { storage: clusterSample().env.storage } })).toEqual([]));

test("a second NFS driver is told before Helm meets its CSIDriver", async () => {
  const daemon = { metadata: { name: "csi-nfs-node", namespace: "storage", labels: {} }, spec: {} };
  const found = await findingsOf(
    COLLISIONS,
    { lists: { "/apis/apps/v1/daemonsets": [daemon], "/apis/apps/v1/deployments": [] } },
    { releases: [release("csi-driver-nfs", "kube-system")] },
  );
  expect(found[0]).toContain("storage/csi-nfs-node: is an NFS driver of Kubernetes");
});
