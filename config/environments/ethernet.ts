import { defineEnvironment } from "../index";
const servers = { labels: { "example.com/servers": "h200" }, nodes: 32, server: "dgx-h200" } as const;
const exec = { command: "kubelogin", args: ["get-token", "--login", "devicecode"] };
const fast = { kind: "weka", fileSystem: "default", folder: "railyard", secretName: "weka-api" } as const;
const scale = { clusterId: "7118073361626808055", fileSystemUid: "09762E69:5D36FE8D" };
const target = { address: "10.0.8.30", transport: "rdma", nqn: "nqn.2027-01.com.example:data" } as const;
const device = { uuid: "58668891-c3e4-45d0-b90e-824525c16080" };

/** 32 servers with H200 on RoCE in a rented cluster, each job with the cards of its nodes whole; WEKA, Storage Scale, a data set on NVMe. */
export default defineEnvironment({
  name: "ethernet",
  owner: { team: "research", costCenter: "cc-3002" },
  state: { kind: "s3", bucket: "railyard-state-ethernet", region: "eu-west-1" },
  cluster: {
    kind: "existing",
    version: "1.35",
    provider: "other",
    access: { kind: "endpoint", host: "https://api.ethernet.example.com:6443", exec },
    storageClasses: { usual: "block", retained: "block-retain" },
    systemNodes: { labels: { "example.com/role": "system" } },
  },
  nodeGroups: { h200: { ...servers, fabric: { kind: "roce", access: "host-device" } } },
  storage: {
    fast,
    gpfs: { kind: "scale", ...scale, folder: "/gpfs/fs1/railyard", gpuDirect: true },
    dataset: { kind: "nvme-of", ...target, device, fileSystem: "xfs" },
  },
  outbound: { registryMirrors: { "docker.io": "harbor.example.com/docker-hub", "nvcr.io": "harbor.example.com/ngc" } },
  slurm: { partitions: { train: { nodeGroups: ["h200"], default: true } }, login: { kind: "none" } },
});
