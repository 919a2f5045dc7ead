import { valuesOf } from "../helpers/release";
import { sample, type Change } from "../helpers/environment";
import { synthStacks } from "../helpers/stacks";
import { slurmLayout } from "../../stacks/slurm-layout";
import type { Json } from "../helpers/synth";

const stacks = synthStacks(sample().env);
const KEY = "arn:aws:kms:us-east-1:111122223333:key/1";
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
  return valuesOf(release);
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

  describe("with groups that differ in allocation", () => {
    const { platform, nodes } = of({
      nodeGroups: {
        h100: { allocation: "dra" },
        more: { instanceType: "p5.48xlarge", nodes: 2, zone: "us-east-1a" },
      },
    });

    test("both drivers of EFA go to their own groups, though the instance type is the same", () => {
      const label = (chart: string) => values(platform, chart).supportedInstanceLabels;
      expect(label("aws-dranet")).toEqual({ keys: ["railyard.dev/node-group"], values: ["h100"] });
      expect(label("aws-efa-k8s-device-plugin")).toEqual({ keys: ["railyard.dev/node-group"], values: ["more"] });
    });

    test("the DRA driver of GPUs goes to groups that claim, and their nodes keep the device plugin away", () => {
      const { affinity } = values(platform, "dra-driver-nvidia-gpu").kubeletPlugin;
      const terms = affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms;
      expect(terms).toEqual([
        { matchExpressions: [{ key: "railyard.dev/node-group", operator: "In", values: ["h100"] }] },
      ]);
      expect(values(platform, "gpu-operator").devicePlugin.enabled).toBe(true);
      const groups = Object.values<Json>(nodes.resource.aws_eks_node_group).map(({ labels }) => [
        labels["railyard.dev/node-group"],
        labels["nvidia.com/gpu.deploy.device-plugin"],
      ]);
      expect(groups).toEqual(
        expect.arrayContaining([
          ["h100", "false"],
          ["more", undefined],
        ]),
      );
    });
  });

  describe("with Mountpoint", () => {
    const mounts = (platform: Json): Record<string, string[]> =>
      Object.fromEntries(
        Object.values<Json>(platform.resource.helm_release)
          .flatMap((release) => valuesOf(release).objects ?? [])
          .filter((object: Json) => object.spec?.csi?.driver === "s3.csi.aws.com")
          .map((object: Json) => [object.metadata.name, object.spec.mountOptions]),
      );
    const options = (prefix: string) => [
      "region us-east-1",
      "maximum-throughput-gbps 100",
      `prefix ${prefix}`,
      "allow-other",
      "uid=1000",
      "gid=1000",
    ];

    test("its driver, and a volume of the prefix that the role of the driver reaches", () => {
      const { platform } = of({ checkpoints: { mountpoint: true, prefix: "runs/" } });
      expect(charts(platform)).toContain("aws-mountpoint-s3-csi-driver");
      expect(mounts(platform)).toEqual({ "slurm-checkpoints": options("runs/") });
    });

    test("a volume of the archive, where there is one", () => {
      const { platform } = of({ checkpoints: { mountpoint: true, archive: { prefix: "kept/" } } });
      expect(mounts(platform)).toEqual({
        "slurm-archive": options("kept/"),
        "slurm-checkpoints": options("checkpoints/"),
      });
    });

    test.each([
      ["bucket of ours", {}, true],
      ["bucket that exists, with a key", { bucket: { kind: "existing", name: "ours", kmsKeyArn: KEY } }, true],
      ["bucket that exists, without a key", { bucket: { kind: "existing", name: "ours" } }, false],
    ])("a right to the key where there is one: %s", (_, checkpoints, allowed) => {
      const { platform } = of({ checkpoints: { mountpoint: true, ...checkpoints } });
      const roles = Object.values<Json>(platform.resource.aws_iam_role_policy)
        .map((one) => one.policy)
        .join();
      expect(roles.includes("local.storage_checkpoint_key_arn")).toBe(allowed);
    });
  });

  test("no Slurm, no stack of Slurm", () => expect(of({ slurm: null })).not.toHaveProperty("slurm"));

  test("a database elsewhere, none in the cluster", () => {
    const accounting = { kind: "external", host: "db.example.com", port: 3306, secretName: "slurmdbd" };
    const { slurm, crds } = of({ slurm: { accounting } });
    expect(values(slurm, "slurm").accounting.storageConfig).toEqual({
      host: "db.example.com",
      port: 3306,
      database: "slurm_acct_db",
      username: "slurm",
      passwordKeyRef: { name: "slurmdbd", key: "password" },
    });
    const named = of({ slurm: { accounting: { ...accounting, user: "dbd", database: "acct" } } }).slurm;
    expect(values(named, "slurm").accounting.storageConfig).toMatchObject({ database: "acct", username: "dbd" });
    expect(charts(slurm)).not.toContain("mariadb-operator");
    expect(charts(crds)).not.toContain("mariadb-operator-crds");
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

describe("Slurm", () => {
  test("runs jobs and people as the account to which the storage stack gives the role, where there are checkpoints", () => {
    const accounts = (slurm: Json) => {
      const { nodesets, loginsets } = values(slurm, "slurm");
      return Object.values<Json>({ ...nodesets, ...loginsets }).map(({ podSpec }) => podSpec.serviceAccountName);
    };
    const [association] = Object.values<Json>(stacks.storage.resource.aws_eks_pod_identity_association);
    expect(new Set(accounts(stacks.slurm))).toEqual(new Set([association.service_account]));
    expect(accounts(stacks.slurm).length).toBeGreaterThanOrEqual(2);
    expect(new Set(accounts(of({ checkpoints: null }).slurm))).toEqual(new Set([undefined]));
  });

  test("says how to find its login nodes, where there are any", () => {
    const set = Object.keys(values(stacks.slurm, "slurm").loginsets)[0];
    expect(stacks.slurm.output.login_command.value).toBe(
      `kubectl get service --namespace slurm slurm-login-${set} ` +
        "--output jsonpath='{.status.loadBalancer.ingress[0].hostname}'",
    );
    expect(of({ slurm: { login: { kind: "none" } } }).slurm.output ?? {}).not.toHaveProperty("login_command");
  });

  test.each<[string, number, number | null, number]>([
    ["half an UltraServer", 9, null, 9],
    ["an UltraServer", 18, null, 18],
    ["several", 36, null, 18],
    ["a block of half of one, by its count", 4, 9, 9],
    ["a block of a whole one, of which half is used", 9, 18, 18],
  ])("knows the NVLink domains of %s", (_, nodes, count, domain) => {
    const block = { kind: "capacity-block", id: "cr-0123456789abcdef0", zone: "us-east-1a" };
    const capacity = { ...block, target: null, start: "2026-12-01", end: "2026-12-15", ...(count && { count }) };
    const { env } = sample({ nodeGroups: { h100: { instanceType: "p6e-gb200.36xlarge", nodes, capacity } } });
    const groups = slurmLayout(env, env.slurm!).nodeGroups;
    expect(groups.map((g) => [g.name, g.nvlinkDomainNodes])).toEqual([
      ["h100", domain],
      ["cpu", null],
    ]);
  });
});

describe("releases", () => {
  const lifecycles = (change: Change) =>
    Object.values<Json>(of(change).crds.resource.helm_release).map((release) => release.lifecycle?.prevent_destroy);

  test("of CRDs stay in production, and go with a development environment", () => {
    expect(new Set(lifecycles({ profile: "production" }))).toEqual(new Set([true]));
    expect(new Set(lifecycles({ profile: "development" }))).toEqual(new Set([undefined]));
  });

  test("are waited for where they are more than daemons, and never take back what runs when they fail", () => {
    const { platform } = of({ checkpoints: { mountpoint: true } });
    const all = Object.values<Json>(platform.resource.helm_release);
    const daemons = ["aws-efa-k8s-device-plugin", "aws-fsx-csi-driver", "aws-mountpoint-s3-csi-driver"];
    expect(
      all
        .filter(({ wait }) => !wait)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(daemons);
    for (const release of all) expect(release).not.toHaveProperty("atomic");
  });
});

test("nodes that share GPUs are labelled for it", () => {
  const { nodes } = of({
    slurm: null,
    nodeGroups: { h100: { fabric: { kind: "none" }, sharing: { kind: "time-slicing", replicas: 4 } } },
  });
  const group = Object.values<Json>(nodes.resource.aws_eks_node_group).find((g) => g.node_group_name === "sample-h100");
  expect(group.labels).toHaveProperty(["nvidia.com/device-plugin.config"]);
});
