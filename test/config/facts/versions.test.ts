import {
  ADDON_VERSIONS,
  addonVersion,
  type AddonVersions,
  AMI_RELEASES,
  BAD_AMI_RELEASES,
  badAmiRelease,
  type ChartName,
  CHARTS,
  DEFAULT_KUBERNETES_VERSION,
  KUBERNETES_VERSIONS,
  type KubernetesVersion,
  VERSION_SOURCES,
} from "../../../config/facts/versions";

const today = "2026-11-21";
const minors = Object.keys(KUBERNETES_VERSIONS) as (keyof typeof KUBERNETES_VERSIONS)[];
const sources = Object.keys(VERSION_SOURCES);

describe("Kubernetes", () => {
  test("minors stand oldest first", () => {
    expect(minors).toEqual(["1.31", "1.32", "1.33", "1.34", "1.35", "1.36", "1.37"]);
  });

  test.each([
    ["1.31", "2024-09-26", "2025-11-26", "2026-11-26"],
    ["1.32", "2025-01-23", "2026-03-23", "2027-03-23"],
    ["1.33", "2025-05-29", "2026-07-29", "2027-07-29"],
    ["1.34", "2025-10-02", "2026-12-02", "2027-12-02"],
    ["1.35", "2026-01-27", "2027-03-27", "2028-03-27"],
    ["1.36", "2026-06-02", "2027-08-02", "2028-08-02"],
    ["1.37", "2026-10-01", null, null],
  ] as const)("%s: from %s, standard until %s, at all until %s", (minor, from, standard, extended) => {
    expect(KUBERNETES_VERSIONS[minor]).toMatchObject({
      releasedOn: from,
      standardSupportUntil: standard,
      extendedSupportUntil: extended,
    });
  });

  test("each is still offered, and has a source", () => {
    for (const minor of minors) {
      const version: KubernetesVersion = KUBERNETES_VERSIONS[minor];
      expect((version.extendedSupportUntil ?? "9") > today).toBe(true);
      expect(sources).toContain(version.source);
    }
  });

  test("the default is in standard support, with an image and with every add-on", () => {
    expect(DEFAULT_KUBERNETES_VERSION).toBe("1.36");
    expect((KUBERNETES_VERSIONS[DEFAULT_KUBERNETES_VERSION].standardSupportUntil ?? "") > today).toBe(true);
    for (const addon of Object.keys(ADDON_VERSIONS) as (keyof typeof ADDON_VERSIONS)[])
      expect(addonVersion(addon, DEFAULT_KUBERNETES_VERSION)).not.toBeNull();
    expect(badAmiRelease(AMI_RELEASES.al2023[DEFAULT_KUBERNETES_VERSION].release)).toBeNull();
  });
});

describe("add-ons", () => {
  test.each([
    ["kube-proxy", "1.36", "v1.36.0-eksbuild.45"],
    ["kube-proxy", "1.31", "v1.31.14-eksbuild.36"],
    ["coredns", "1.36", "v1.14.7-eksbuild.11"],
    ["coredns", "1.34", "v1.13.2-eksbuild.31"],
    ["coredns", "1.31", "v1.11.4-eksbuild.53"],
    ["vpc-cni", "1.34", "v1.23.1-eksbuild.1"],
    ["vpc-cni", "1.36", "v1.23.2-eksbuild.1"],
    ["eks-pod-identity-agent", "1.36", "v1.4.0-eksbuild.3"],
    ["aws-ebs-csi-driver", "1.33", "v1.66.0-eksbuild.1"],
    ["eks-node-monitoring-agent", "1.36", "v1.6.7-eksbuild.1"],
    ["aws-mountpoint-s3-csi-driver", "1.36", "v2.7.0-eksbuild.1"],
    ["aws-fsx-csi-driver", "1.31", "v1.9.0-eksbuild.1"],
  ] as const)("%s on %s is %s", (addon, minor, version) => {
    expect(addonVersion(addon, minor)).toBe(version);
  });

  test("what is unknown is null", () => {
    expect(addonVersion("kube-proxy", "1.37")).toBeNull();
    expect(addonVersion("eks-pod-identity-agent", "1.31")).toBeNull();
  });

  test("versions look as EKS spells them, and sources exist", () => {
    for (const facts of Object.values(ADDON_VERSIONS) as AddonVersions[]) {
      for (const version of Object.values(facts.versions)) expect(version).toMatch(/^v\d+\.\d+\.\d+-eksbuild\.\d+$/);
      expect(sources).toContain(facts.source);
    }
  });

  test("kube-proxy is of the minor that it runs on", () => {
    for (const [minor, version] of Object.entries(ADDON_VERSIONS["kube-proxy"].versions))
      expect(version.startsWith(`v${minor}.`)).toBe(true);
  });
});

describe("machine images", () => {
  test.each(minors)(
    "the release of %s carries its patch, a date before today, and nothing known to be bad",
    (minor) => {
      const { release } = AMI_RELEASES.al2023[minor];
      const [, patch, date] = /^(.*)\.\d+-(\d{8})$/.exec(release) ?? [];
      expect(patch).toBe(minor);
      expect(Number(date)).toBeLessThan(20261121);
      expect(badAmiRelease(release)).toBeNull();
    },
  );

  test("Bottlerocket's release is unknown", () => {
    expect(AMI_RELEASES.bottlerocket).toMatchObject({ tag: "v1.68.0", release: null });
  });

  test.each([
    ["1.33.3-20250807", /hugepages/],
    ["1.36.2-20260625", /ENA/],
    ["1.35.8-20260930", /panics/],
    ["1.34.11-20261003", /panics/],
  ])("%s is bad: %s", (release, reason) => {
    expect(badAmiRelease(release)?.reason).toMatch(reason);
  });

  test.each(["1.36.4-20260930", "1.37.1-20261003", "1.36.2-20260714", "1.33.3-20250806", "20250807", ""])(
    "nothing is known against %j",
    (release) => {
      expect(badAmiRelease(release)).toBeNull();
    },
  );

  test("each bad one has its thread", () => {
    for (const entry of BAD_AMI_RELEASES)
      expect(entry.source).toMatch(/^https:\/\/github\.com\/awslabs\/amazon-eks-ami\/(issues|pull)\/\d+$/);
  });
});

describe("charts", () => {
  test.each<[ChartName, string, string, string]>([
    ["gpu-operator", "https://helm.ngc.nvidia.com/nvidia", "v26.7.0", "gpu-operator"],
    ["dra-driver-nvidia-gpu", "oci://registry.k8s.io/dra-driver-nvidia/charts", "0.4.0", "dra-driver-nvidia-gpu"],
    ["slurm-operator", "oci://ghcr.io/slinkyproject/charts", "1.2.1", "slinky"],
    ["slurm", "oci://ghcr.io/slinkyproject/charts", "1.2.1", "slurm"],
    ["aws-efa-k8s-device-plugin", "https://aws.github.io/eks-charts", "v0.5.30", "kube-system"],
    ["aws-load-balancer-controller", "https://aws.github.io/eks-charts", "3.5.0", "kube-system"],
    ["aws-fsx-csi-driver", "https://kubernetes-sigs.github.io/aws-fsx-csi-driver", "1.17.0", "kube-system"],
    ["kube-prometheus-stack", "https://prometheus-community.github.io/helm-charts", "88.5.3", "monitoring"],
    ["cert-manager", "oci://quay.io/jetstack/charts", "v1.21.1", "cert-manager"],
    ["mariadb-operator", "oci://ghcr.io/mariadb-operator/charts", "26.6.0", "mariadb"],
  ])("%s comes from %s at %s into %s", (name, repository, version, namespace) => {
    expect(CHARTS[name]).toMatchObject({ repository, version, namespace });
  });

  const names = Object.keys(CHARTS) as ChartName[];

  test("each row is whole", () => {
    for (const name of names) {
      const row = CHARTS[name];
      expect(row.repository).toMatch(/^(https|oci):\/\/[^ ]+$/);
      expect(row.version).toMatch(/^v?\d+\.\d+\.\d+(-\d+)?$/);
      expect(row.releasedOn === null || (row.releasedOn > "2026" && row.releasedOn < today)).toBe(true);
      expect(row.namespace).toMatch(/^[a-z0-9-]+$/);
      expect(["none", "directory", "hook", "templates", "other-chart", "unknown"]).toContain(row.crds);
      expect(row.minKubernetes === null || /^1\.\d+$/.test(row.minKubernetes)).toBe(true);
      expect(row.source.length).toBeGreaterThan(10);
    }
  });

  test("CRDs in a directory are told from CRDs in templates", () => {
    const where = (crds: string) => names.filter((name) => CHARTS[name].crds === crds);
    expect(where("hook")).toEqual(["gpu-operator", "network-operator"]);
    expect(where("directory")).toEqual([
      "kubevirt",
      "dra-driver-nvidia-gpu",
      "aws-load-balancer-controller",
      "kube-prometheus-stack",
      "jobset",
      "lws",
      "kuberay-operator",
      "karpenter",
    ]);
    expect(CHARTS["slurm-operator-crds"].crds).toBe("templates");
    expect(CHARTS.slurm.crds).toBe("other-chart");
  });

  test("no chart asks for more than the default Kubernetes", () => {
    const minor = Number(DEFAULT_KUBERNETES_VERSION.split(".")[1]);
    for (const name of names) expect(Number(CHARTS[name].minKubernetes?.split(".")[1] ?? 0)).toBeLessThanOrEqual(minor);
  });
});
