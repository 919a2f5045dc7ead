/** Software of which a cluster can have one alone, and how its objects are known. */
export interface Single {
  /** Release of Railyard that brings it. */
  readonly chart: string;
  readonly title: string;
  /** Names of its Deployment or DaemonSet, or beginnings of `helm.sh/chart`. */
  readonly known: RegExp;
  /** What becomes of two. */
  readonly two: string;
  /** How config leaves that of Railyard out; null: it cannot. */
  readonly leaveOut: string | null;
  readonly source: string;
}

/** Every one that is looked for. */
export const SINGLES: readonly Single[] = [
  {
    chart: "gpu-operator",
    title: "a GPU Operator",
    known: /^gpu-operator(-v?\d|$)/,
    two: "two fight over drivers, device plugins and ClusterPolicy",
    leaveOut: "gpu: { operator: false }",
    source: "https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/getting-started.html",
  },
  {
    chart: "gpu-operator",
    title: "a device plugin of NVIDIA",
    known: /^(nvidia-device-plugin|nvidia-gpu-device-plugin)(-daemonset)?(-v?\d|$)/,
    two: "two register the same GPUs, and pods get one twice",
    leaveOut: "gpu: { operator: false }",
    source: "https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/getting-started.html",
  },
  {
    chart: "kubevirt",
    title: "a KubeVirt",
    known: /^(virt-operator|kubevirt-v?\d|kubevirt$)/,
    two: "a cluster has one KubeVirt object, and two operators undo each other's daemons",
    leaveOut: "gpu: { kubevirt: false }, and let it have the devices that docs/sharing.md names",
    source: "https://kubevirt.io/user-guide/cluster_admin/installation/",
  },
  {
    chart: "network-operator",
    title: "a Network Operator",
    known: /^(nvidia-)?network-operator(-v?\d|$)/,
    two: "there is one NicClusterPolicy, and two would undo each other's",
    leaveOut: null,
    source: "https://github.com/Mellanox/network-operator/blob/v26.4.1/README.md",
  },
  {
    chart: "network-operator",
    title: "an SR-IOV Network Operator",
    known: /^sriov-network-(operator|config-daemon)(-v?\d|$)/,
    two: "two daemons set virtual functions of the same cards",
    leaveOut: null,
    source: "https://docs.nvidia.com/networking/software/cloud-orchestration/index.html",
  },
  {
    chart: "gpu-operator",
    title: "Node Feature Discovery",
    known: /^(node-feature-discovery|nfd-(master|worker))(-v?\d|$)/,
    two: "two remove each other's labels, and operators lose sight of the nodes",
    leaveOut: 'platform: { helmValues: { "gpu-operator": { nfd: { enabled: false } } } }',
    source: "https://github.com/Mellanox/network-operator/blob/v26.4.1/README.md",
  },
  {
    chart: "topograph",
    title: "a topograph",
    known: /^topograph(-v?\d|$)/,
    two: "two label the same nodes, and each takes labels away that it would not give",
    leaveOut:
      'take topograph out of cluster, and keep layersFrom: "topograph": Slurm and Kueue go by the labels of the one that is there',
    source: "https://github.com/NVIDIA/topograph/blob/v1.0.0/docs/engines/k8s.md",
  },
  {
    chart: "kueue",
    title: "a Kueue",
    known: /^kueue(-controller-manager|-v?\d|$)/,
    two: "two managers admit the same jobs, and neither knows what the other has handed out",
    leaveOut: "take kueue out, and make queues for the teams in the one that is there",
    source: "https://kueue.sigs.k8s.io/docs/installation/",
  },
  {
    chart: "cert-manager",
    title: "a cert-manager",
    known: /^cert-manager(-v?\d|$)/,
    two: "two issue the same certificates, and its definitions belong to one",
    leaveOut: null,
    source: "https://cert-manager.io/docs/installation/helm/",
  },
  {
    chart: "kube-prometheus-stack",
    title: "a Prometheus operator",
    known: /^(.*-)?(prometheus-operator|kube-prometheus-stack)(-v?\d|$)/,
    two: "both run every Prometheus of the cluster, and its definitions belong to one",
    leaveOut: "monitoring: { enabled: false }",
    source: "https://github.com/prometheus-operator/prometheus-operator/blob/main/Documentation/platform/operator.md",
  },
  {
    chart: "slurm-operator",
    title: "a Slurm operator",
    known: /^slurm-operator(-v?\d|$)/,
    two: "both run every Slurm cluster",
    leaveOut: null,
    source: "https://github.com/SlinkyProject/slurm-operator",
  },
  {
    chart: "csi-wekafsplugin",
    title: "WEKA's driver",
    known: /^(csi-wekafsplugin|csi-wekafs)(-(node|controller))?(-v?\d|$)/,
    two: "there is one CSIDriver of the name, which belongs to one release",
    leaveOut: 'storage: { <volume>: { driver: "existing" } }',
    source: "https://github.com/weka/csi-wekafs/tree/v2.8.8/charts/csi-wekafsplugin",
  },
  {
    chart: "csi-driver-nfs",
    title: "an NFS driver of Kubernetes",
    known: /^(csi-nfs-(node|controller)|csi-driver-nfs)(-v?\d|$)/,
    two: "there is one CSIDriver of the name, which belongs to one release",
    leaveOut: 'storage: { <volume>: { driver: "existing" } }',
    source: "https://github.com/kubernetes-csi/csi-driver-nfs/tree/v4.13.4/charts",
  },
];
