import { defineEnvironment } from "../index";

/** 64 DGX H100 of our own in a cluster of our own: eight rails of NDR InfiniBand, Slurm, and the Lustre that hosts mount. */
export default defineEnvironment({
  name: "iron",
  owner: { team: "ml-platform", costCenter: "cc-3001" },
  state: { kind: "s3-compatible", endpoint: "https://minio.example.com:9000", bucket: "railyard-state" },
  cluster: {
    kind: "existing",
    version: "1.34",
    access: { kind: "kubeconfig", context: "iron" },
    storageClasses: { usual: "ceph-block", retained: "ceph-block-retain" },
    systemNodes: { labels: { "example.com/role": "system" } },
    loadBalancers: { annotations: { "metallb.io/address-pool": "login" } },
  },
  nodeGroups: {
    dgx: {
      labels: { "example.com/servers": "dgx" },
      nodes: 64,
      server: "dgx-h100",
      fabric: { kind: "infiniband", access: "sriov" },
      tuning: {},
    },
  },
  storage: { scratch: { kind: "lustre-existing", hostPath: "/lustre", folder: "railyard" } },
  slurm: { partitions: { train: { nodeGroups: ["dgx"], default: true } } },
  teams: { vision: { gpus: 128 }, language: { share: 200 } },
});
