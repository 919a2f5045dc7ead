import { sample, type Change } from "../helpers/environment";
import { synthStacks } from "../helpers/stacks";
import type { Json } from "../helpers/synth";

const stacks = synthStacks(sample().env);
const of = (change: Change) => synthStacks(sample(change).env);

/** Charts that a stack installs; `objects` for releases of our own small chart. */
function charts(json: Json): string[] {
  return Object.values<Json>(json.resource.helm_release)
    .map((release) => (release.chart.startsWith("./") ? "objects" : release.chart))
    .sort();
}

/** Values of the release of a chart. */
function values(json: Json, chart: string): Json {
  const release = Object.values<Json>(json.resource.helm_release).find((r) => r.chart === chart);
  return JSON.parse(release.values[0]);
}

describe.each(["crds", "platform", "slurm"])("the stack %s", (role) => {
  test("reaches the cluster by its state, with a token that nobody stores", () => {
    const [helm] = stacks[role].provider.helm;
    expect(helm.kubernetes).toEqual({
      host: "${local.cluster_endpoint}",
      cluster_ca_certificate: "${base64decode(local.cluster_certificate_authority)}",
      exec: {
        api_version: "client.authentication.k8s.io/v1beta1",
        command: "aws",
        args: ["eks", "get-token", "--cluster-name", "sample", "--region", "us-east-1"],
      },
    });
    expect(stacks[role].data.terraform_remote_state.cluster.config.key).toBe("cluster.tfstate");
  });

  test("pins every chart that comes from a repository", () => {
    for (const release of Object.values<Json>(stacks[role].resource.helm_release)) {
      const own = release.chart.startsWith("./assets/");
      expect([release.name, Boolean(release.version), Boolean(release.repository)]).toEqual([release.name, !own, !own]);
    }
  });
});

describe("what is installed", () => {
  test("with everything on", () => {
    expect(charts(stacks.crds)).toEqual(["mariadb-operator-crds", "prometheus-operator-crds", "slurm-operator-crds"]);
    expect(charts(stacks.platform)).toEqual(
      expect.arrayContaining([
        "aws-efa-k8s-device-plugin",
        "aws-fsx-csi-driver",
        "aws-load-balancer-controller",
        "cert-manager",
        "gpu-operator",
        "kube-prometheus-stack",
      ]),
    );
    expect(charts(stacks.slurm)).toEqual(expect.arrayContaining(["mariadb-operator", "slurm", "slurm-operator"]));
  });

  test.each<[string, Change, string[]]>([
    ["no monitoring", { monitoring: { enabled: false } }, ["kube-prometheus-stack"]],
    ["no file system", { lustre: null, checkpoints: null }, ["aws-fsx-csi-driver"]],
    [
      "no GPUs",
      { nodeGroups: { h100: null }, slurm: { partitions: { train: { nodeGroups: ["cpu"] } } } },
      ["gpu-operator", "aws-efa-k8s-device-plugin"],
    ],
    ["GPUs, but not their operator", { gpu: { operator: false } }, ["gpu-operator"]],
    ["no load balancers", { platform: { loadBalancerController: false } }, ["aws-load-balancer-controller"]],
    ["nothing that needs certificates", { slurm: null }, ["cert-manager"]],
  ])("%s", (_, change, absent) => {
    const { platform } = of(change);
    for (const chart of absent) {
      expect(charts(stacks.platform)).toContain(chart);
      expect(charts(platform)).not.toContain(chart);
    }
  });

  test("with dynamic resource allocation, drivers in place of device plugins", () => {
    const { platform } = of({ gpu: { allocation: "dra" } });
    expect(charts(platform)).toEqual(expect.arrayContaining(["aws-dranet", "dra-driver-nvidia-gpu"]));
    expect(charts(platform)).not.toContain("aws-efa-k8s-device-plugin");
    expect(values(platform, "gpu-operator").devicePlugin.enabled).toBe(false);
  });

  test("with Mountpoint, its driver and a volume", () => {
    expect(charts(of({ checkpoints: { mountpoint: true } }).platform)).toContain("aws-mountpoint-s3-csi-driver");
  });

  test("no Slurm, no stack of Slurm", () => expect(of({ slurm: null })).not.toHaveProperty("slurm"));

  test("a database elsewhere, none in the cluster", () => {
    const accounting = { kind: "external", host: "db.example.com", port: 3306, secretName: "slurmdbd" };
    const { slurm, crds } = of({ slurm: { accounting } });
    expect(charts(slurm)).not.toContain("mariadb-operator");
    expect(charts(crds)).not.toContain("mariadb-operator-crds");
    expect(JSON.stringify(values(slurm, "slurm").accounting)).toContain("db.example.com");
  });
});

describe("values", () => {
  test("the environment's own are merged last", () => {
    const helmValues = { "gpu-operator": { operator: { logging: { level: "debug" } } } };
    const own = values(of({ platform: { helmValues } }).platform, "gpu-operator");
    expect(own.operator.logging.level).toBe("debug");
    expect(own.driver).toEqual(values(stacks.platform, "gpu-operator").driver);
  });

  test("the image owns the driver: the operator installs none", () => {
    expect(values(stacks.platform, "gpu-operator")).toMatchObject({
      driver: { enabled: false },
      toolkit: { enabled: false },
    });
  });

  test("every taint of every group is tolerated by what runs on all nodes", () => {
    const taints = [{ key: "team", value: "vision", effect: "NoExecute" }];
    const { platform } = of({ nodeGroups: { cpu: { taints } } });
    for (const tolerations of [
      values(platform, "gpu-operator").daemonsets.tolerations,
      values(platform, "aws-efa-k8s-device-plugin").tolerations,
    ]) {
      const keys = tolerations.map((t: Json) => [t.key, t.operator]);
      expect(keys).toEqual(
        expect.arrayContaining([
          ["nvidia.com/gpu", "Exists"],
          ["team", "Exists"],
        ]),
      );
    }
  });

  test("the EFA plugin comes from the registry of the Region, for the types that have EFA", () => {
    const plugin = values(stacks.platform, "aws-efa-k8s-device-plugin");
    expect(plugin.image.repository).toBe("602401143452.dkr.ecr.us-east-1.amazonaws.com/eks/aws-efa-k8s-device-plugin");
    expect(plugin.supportedInstanceLabels.values).toEqual(["p5.48xlarge"]);
  });

  test("Slurm has a partition for each in config, and GPUs by type and count", () => {
    const slurm = JSON.stringify(values(stacks.slurm, "slurm"));
    expect(slurm).toContain("gpu:h100:8");
    expect(slurm).toContain('"train"');
  });
});

test("nodes that share GPUs are labelled for it", () => {
  const { nodes } = of({
    nodeGroups: { h100: { fabric: { kind: "none" }, sharing: { kind: "time-slicing", replicas: 4 } } },
  });
  const group = Object.values<Json>(nodes.resource.aws_eks_node_group).find((g) => g.node_group_name === "sample-h100");
  expect(group.labels).toHaveProperty(["nvidia.com/device-plugin.config"]);
});
