import { defineEnvironment } from "../index";
const exec = { command: "kubelogin", args: ["get-token", "--login", "devicecode"] };
const fast = { kind: "weka", fileSystem: "default", folder: "railyard", secretName: "weka-api" } as const;

/** 32 servers with H200 on RoCE in a rented cluster: each job has the cards of its nodes whole. */
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
  nodeGroups: {
    h200: {
      labels: { "example.com/servers": "h200" },
      nodes: 32,
      server: "dgx-h200",
      fabric: { kind: "roce", access: "host-device" },
    },
  },
  storage: { fast },
  outbound: { registryMirrors: { "docker.io": "harbor.example.com/docker-hub", "nvcr.io": "harbor.example.com/ngc" } },
  slurm: { partitions: { train: { nodeGroups: ["h200"], default: true } }, login: { kind: "none" } },
});
