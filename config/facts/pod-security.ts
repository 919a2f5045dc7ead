import type { ChartName } from "./versions";

/** Why pods of a chart need more than Pod Security's `baseline` and `restricted` let them have. */
export interface PrivilegedPods {
  readonly why: string;
  readonly source: string;
}

/**
 * Charts whose pods a namespace must let in with `pod-security.kubernetes.io/enforce: privileged`. Charts that are not named may have
 * such pods, too: nobody has read them for it.
 * @see https://kubernetes.io/docs/concepts/security/pod-security-standards/
 */
export const PRIVILEGED_PODS: Readonly<Partial<Record<ChartName, PrivilegedPods>>> = {
  "gpu-operator": {
    why: "its daemons load drivers and write to folders of the host",
    source: "https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/getting-started.html#prerequisites",
  },
  "network-operator": {
    why: "its daemons set network cards and write to folders of the host",
    source: "https://github.com/Mellanox/network-operator/blob/v26.4.1/manifests/state-multus-cni/0050-multus-ds.yml",
  },
  topograph: {
    why: "a pod of a node opens InfiniBand devices of the host to read the fabric, where cluster.topograph.provider is infiniband",
    source: "https://github.com/NVIDIA/topograph/blob/v1.0.0/charts/topograph/values.k8s.ib-example.yaml",
  },
  "csi-wekafsplugin": {
    why: "its daemons mount file systems for other pods",
    source: "https://github.com/weka/csi-wekafs/blob/v2.8.8/charts/csi-wekafsplugin/README.md",
  },
  "csi-driver-nfs": {
    why: "its daemons mount file systems for other pods",
    source:
      "https://github.com/kubernetes-csi/csi-driver-nfs/blob/v4.13.4/charts/v4.13.4/csi-driver-nfs/templates/csi-nfs-node.yaml",
  },
  slurm: {
    why: "slurmd makes cgroups and sees the devices of its node",
    source: "https://github.com/SlinkyProject/slurm-operator/blob/v1.2.1/internal/builder/workerbuilder/worker_app.go",
  },
  "kube-prometheus-stack": {
    why: "node-exporter reads /proc and /sys of the host in its network",
    source: "https://github.com/prometheus-community/helm-charts/blob/main/charts/prometheus-node-exporter/values.yaml",
  },
};
