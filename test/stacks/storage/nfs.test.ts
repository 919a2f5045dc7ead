import { clusterSample } from "../../helpers/cluster";
import { sample } from "../../helpers/environment";
import { releases, valuesOf } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

const data = { kind: "nfs", server: "files.example.com", export: "/export/data", nconnect: 8 };
const team = { teams: { vision: { gpus: 16, namespace: { groups: ["oidc:vision"] } } } };
const built = (change: object): Record<string, Json> => synthStacks(clusterSample({ storage: change }).env);
const objects = (stacks: Record<string, Json>, release: string): [Json, Json] =>
  valuesOf(releases(stacks["platform"])[release]).objects;
const slurmOf = (stacks: Record<string, Json>): Json => valuesOf(releases(stacks["slurm"])["slurm/slurm"]);
const claimOf = (podSpec: Json, name: string): string =>
  podSpec.volumes.find((one: Json) => one.name === name).persistentVolumeClaim.claimName;

describe("an NFS server in a cluster that exists", () => {
  const stacks = built({ data: { ...data, version: "4.2" } });

  test("is a volume of the driver with what the driver reads, and its claim; deleting either keeps every file", () => {
    const [volume, claim] = objects(stacks, "slurm/volume-data");
    expect(volume.spec).toMatchObject({
      accessModes: ["ReadWriteMany"],
      persistentVolumeReclaimPolicy: "Retain",
      mountOptions: ["nfsvers=4.2", "proto=tcp", "hard", "nconnect=8"],
      csi: {
        driver: "nfs.csi.k8s.io",
        volumeHandle: "files.example.com#/export/data#slurm.data",
        volumeAttributes: { server: "files.example.com", share: "/export/data" },
      },
    });
    expect([claim.metadata.name, claim.spec.volumeName]).toEqual(["data", volume.metadata.name]);
  });

  test("is mounted by login and compute pods at a folder of its name", () => {
    const slurm = slurmOf(stacks);
    for (const container of [slurm.loginsets.login.login, slurm.nodesets.dgx.slurmd])
      expect(container.volumeMounts).toContainEqual({ name: "storage-data", mountPath: "/data" });
    for (const { podSpec } of [slurm.loginsets.login, slurm.nodesets.dgx])
      expect(claimOf(podSpec, "storage-data")).toBe("data");
  });

  test("has a driver without a controller, which nothing of a server can delete, before its claims", () => {
    const driver = releases(stacks["platform"])["kube-system/csi-driver-nfs"]!;
    expect(driver).toMatchObject({ chart: "csi-driver-nfs", version: "4.13.4" });
    expect(valuesOf(driver).controller.replicas).toBe(0);
    const claims: Json = releases(stacks["platform"])["slurm/volume-data"];
    expect(claims.depends_on.join()).toContain("nfs-csi_chart_release");
  });

  test("is nothing that Terraform holds: no volume of it is among what holds data", () => {
    expect(stacks["platform"]!.resource.terraform_data.holds_data.for_each).toBe("${toset([])}");
    expect(clusterSample({ storage: { data } }).env.storage.map(({ holdsData }) => holdsData)).not.toContain(true);
  });
});

test("over RDMA, login pods mount the same export over TCP: their nodes have no cards", () => {
  const stacks = built({ data: { ...data, transport: "rdma" } });
  const [onPools] = objects(stacks, "slurm/volume-data");
  const [onSystem] = objects(stacks, "slurm/volume-data.tcp");
  expect(onPools.spec.mountOptions).toEqual(["nfsvers=4.1", "proto=rdma", "port=20049", "hard", "nconnect=8"]);
  expect(onSystem.spec.mountOptions).toEqual(["nfsvers=4.1", "proto=tcp", "hard", "nconnect=8"]);
  expect(onPools.spec.csi.volumeHandle).not.toBe(onSystem.spec.csi.volumeHandle);
  const slurm = slurmOf(stacks);
  expect(claimOf(slurm.nodesets.dgx.podSpec, "storage-data")).toBe("data");
  expect(claimOf(slurm.loginsets.login.podSpec, "storage-data")).toBe("data.tcp");
});

test("what can only be read is mounted so, and another right to it is another claim", () => {
  const [volume, claim] = objects(built({ data: { ...data, readOnly: true } }), "slurm/volume-data");
  expect([volume.spec.accessModes, claim.spec.accessModes]).toEqual([["ReadOnlyMany"], ["ReadOnlyMany"]]);
  expect(volume.spec.mountOptions).toContain("ro");
  const replaced = (readOnly: boolean) => {
    const { resource } = built({ data: { ...data, readOnly } })["platform"]!;
    return Object.entries<Json>(resource.terraform_data).find(([id]) => id.includes("storage-data"))![1];
  };
  expect(replaced(true)).not.toEqual(replaced(false));
});

test("without a driver the kubelet mounts it, and no release of one is there", () => {
  const stacks = built({ data: { ...data, driver: "none" } });
  const [volume] = objects(stacks, "slurm/volume-data");
  expect(volume.spec.nfs).toEqual({ server: "files.example.com", path: "/export/data", readOnly: false });
  expect(volume.spec.csi).toBeUndefined();
  expect(Object.keys(releases(stacks["platform"]))).not.toContain("kube-system/csi-driver-nfs");
});

describe("the same server in EKS", () => {
  const { env } = sample({ storage: { data: { ...data, teams: true } }, ...team });
  const stacks = synthStacks(env);

  test("is a claim in the namespaces of Slurm and of teams, and nothing in the storage stack", () => {
    for (const namespace of ["slurm", "vision"])
      expect(objects(stacks, `${namespace}/volume-data`)[0].spec.csi.driver).toBe("nfs.csi.k8s.io");
    expect(JSON.stringify(stacks["storage"])).not.toContain("files.example.com");
  });

  test("is mounted beside Lustre", () => {
    const paths: string[] = slurmOf(stacks).nodesets.h100.slurmd.volumeMounts.map(({ mountPath }: Json) => mountPath);
    expect(paths).toEqual(expect.arrayContaining(["/fsx", "/data"]));
  });
});
