import type { ChartName } from "./versions";

/** Where pods of a chart run: on every node of a pool, on nodes for controllers, or on both. */
export type PodPlace = "pools" | "controllers" | "both";

/**
 * What was read of images for arm64.
 *
 * - `built`: the files that build the images name arm64.
 * - `meant`: no such file was read, but maker or chart name arm64 machines that its pods are for.
 */
export interface ArmImages {
  readonly state: "built" | "meant";
  readonly runsOn: PodPlace;
  /** Where it was read, at the commit. */
  readonly read: string;
}

const row = (state: ArmImages["state"], runsOn: PodPlace, read: string): ArmImages => ({ state, runsOn, read });

/**
 * Images for arm64, by chart. A chart without a row: nobody has read it, and rules tell so where its pods would land on arm64 (of
 * EKS's own build of Cilium no file is public). Charts that install definitions alone have no images.
 */
export const ARM_IMAGES: Readonly<Partial<Record<ChartName, ArmImages>>> = {
  "gpu-operator": row("built", "both", "NVIDIA/gpu-operator@v26.7.0 .common-ci.yml, Makefile"),
  "network-operator": row("built", "both", "Mellanox/network-operator@b06827e .github/workflows/ci.yaml, Makefile"),
  "dra-driver-nvidia-gpu": row(
    "built",
    "both",
    "kubernetes-sigs/dra-driver-nvidia-gpu@v0.4.0 deployments/container/Makefile",
  ),
  "slurm-operator": row("built", "controllers", "SlinkyProject/slurm-operator@f2ed3fc docker-bake.hcl"),
  slurm: row("built", "both", "SlinkyProject/containers@05efda0 schedmd/slurm/docker-bake.hcl"),
  "aws-efa-k8s-device-plugin": row(
    "meant",
    "pools",
    "aws/eks-charts@5239609 stable/aws-efa-k8s-device-plugin/values.yaml selects p6e-gb200.36xlarge",
  ),
  "aws-dranet": row(
    "meant",
    "pools",
    "aws/eks-charts@5239609 stable/aws-dranet/values.yaml selects p6e-gb200.36xlarge",
  ),
  "aws-load-balancer-controller": row(
    "built",
    "controllers",
    "kubernetes-sigs/aws-load-balancer-controller@225f445 Makefile",
  ),
  "aws-fsx-csi-driver": row("built", "both", "kubernetes-sigs/aws-fsx-csi-driver@5b22712 Makefile"),
  "aws-efs-csi-driver": row("built", "both", "kubernetes-sigs/aws-efs-csi-driver@a4fc676 Makefile"),
  "aws-mountpoint-s3-csi-driver": row("built", "both", "awslabs/mountpoint-s3-csi-driver@57c6bed Makefile"),
  "csi-driver-nfs": row("built", "both", "kubernetes-csi/csi-driver-nfs@d3b27c0 Makefile"),
  "kube-prometheus-stack": row(
    "built",
    "both",
    "prometheus/node_exporter@a7dcc3a Makefile; kubernetes/kube-state-metrics@c92fe0c Makefile",
  ),
  "prometheus-yet-another-cloudwatch-exporter": row(
    "built",
    "controllers",
    "prometheus-community/yet-another-cloudwatch-exporter@1a0ddb1 Makefile",
  ),
  kueue: row("built", "controllers", "kubernetes-sigs/kueue@ff69552 Makefile"),
  "mariadb-operator": row(
    "built",
    "controllers",
    "mariadb-operator/mariadb-operator@8970edf .github/workflows/release.yml",
  ),
  "eks-hybrid-nodes-gateway": row("built", "pools", "aws/eks-hybrid-nodes-gateway@e0ceb78 hack/prod-release.sh"),
  keda: row("built", "controllers", "kedacore/keda@8b4f083 Makefile"),
  karpenter: row("built", "controllers", "aws/karpenter-provider-aws@1d92708 .ko.yaml"),
  "cert-manager": row("built", "controllers", "cert-manager/cert-manager@2d0d7f7 hack/latest-base-images.sh"),
};
