import { defineEnvironment } from "../index";
const servers = (name: string, nodes: number) =>
  ({ labels: { "example.com/servers": name }, nodes, server: "dgx-h100" }) as const;
const endpoint = "https://minio.example.com:9000";
const small = { nodeGroups: ["small"] };
const home = { kind: "nfs", server: "files.example.com", export: "/export/home", driver: "none" } as const;
const store = { kind: "s3-compatible", endpoint, bucket: "checkpoints", secretName: "checkpoints-store" } as const;

/** 64 DGX H100 of our own in a cluster of our own: eight rails of NDR InfiniBand, others cut for small jobs or passed on to virtual machines, Slurm, the Lustre that hosts mount, homes on NFS, checkpoints in MinIO. */
export default defineEnvironment({
  name: "iron",
  owner: { team: "ml-platform", costCenter: "cc-3001" },
  state: { kind: "s3-compatible", endpoint, bucket: "railyard-state" },
  cluster: {
    kind: "existing",
    version: "1.34",
    access: { kind: "kubeconfig", context: "iron" },
    storageClasses: { usual: "ceph-block", retained: "ceph-block-retain" },
    systemNodes: { labels: { "example.com/role": "system" } },
    loadBalancers: { annotations: { "metallb.io/address-pool": "login" } },
  },
  nodeGroups: {
    dgx: { ...servers("dgx", 64), fabric: { kind: "infiniband", access: "sriov" }, tuning: {} },
    small: { ...servers("small", 4), sharing: { kind: "mig", layout: "all-balanced" } },
    desktops: { ...servers("desktops", 2), sharing: { kind: "passthrough", nics: { deviceId: "101e" } } },
  },
  storage: { scratch: { kind: "lustre-existing", hostPath: "/lustre", folder: "railyard" }, home, store },
  slurm: { partitions: { train: { nodeGroups: ["dgx"], default: true }, small }, health: {} },
  teams: { vision: { gpus: 128 }, language: { share: 200 } },
});
