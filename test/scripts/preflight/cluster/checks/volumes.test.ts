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

test("Secrets are looked for by their names, and none is read", async () => {
  const asked: unknown[] = [];
  const secret = { namespace: "slurm", name: "keys" };
  const volume = { ...storage[0]!, needs: { ...storage[0]!.needs, cluster: { drivers: [], secrets: [secret] } } };
  const findings = (...names: string[]) =>
    findingsOf(
      VOLUMES,
      {
        replies: {
          "/api/v1/namespaces/slurm/secrets": (question) => {
            asked.push(question.metadataOnly);
            return { status: 200, body: { metadata: {}, items: names.map((name) => ({ metadata: { name } })) } };
          },
        },
      },
      { env: { storage: [volume] } },
    );
  expect((await findings("keys"))[0]).toMatch(/^ok .*slurm\/keys: the Secret is there/);
  expect((await findings("other"))[0]).toMatch(/^failed .*slurm\/keys: there is no such Secret/);
  expect(asked).toEqual([true, true]);
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
