import { topologyLevels } from "../../../config/kueue/resolve";
import { existingCluster } from "../../../stacks/sites/kubernetes/cluster-site";
import { slurmLayout } from "../../../stacks/slurm-layout";
import { clusterSample } from "../../helpers/cluster";
import type { Change } from "../../helpers/environment";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

const built = (change: Change = {}) => synthStacks(clusterSample(change).env);
const stacks = built();
const ROLES = ["crds", "platform", "slurm"];

const release = (stack: Json, name: string): Json => {
  const all = Object.values<Json>(stack.resource.helm_release);
  return all.find((one) => one.name === name)!;
};
const values = (stack: Json, name: string): Json => JSON.parse(release(stack, name).values[0]);

test("has the stacks in the cluster, and none below it", () => expect(Object.keys(stacks)).toEqual(ROLES));

test.each(ROLES)("%s has one provider, which reaches the cluster by the kubeconfig, and knows no AWS", (role) => {
  const stack = stacks[role]!;
  expect(Object.keys(stack.provider)).toEqual(["helm"]);
  expect(stack.provider.helm[0].kubernetes).toEqual({ config_path: "~/.kube/config", config_context: "sample" });
  expect(Object.keys({ ...stack.resource, ...stack.data }).filter((type) => type.startsWith("aws_"))).toEqual([]);
  expect(JSON.stringify(stack)).not.toContain("aws-load-balancer");
});

describe("an endpoint with a program that proves who you are", () => {
  const certificateAuthority = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
  const access = {
    kind: "endpoint",
    host: "https://10.0.0.10:6443",
    certificateAuthority,
    exec: { command: "kubelogin", args: ["get-token"], env: { REGION: "here" } },
    context: null,
  };
  test("is what Helm is told", () => {
    const kubernetes = built({ cluster: { access } }).crds!.provider.helm[0].kubernetes;
    expect(kubernetes).toEqual({
      host: "https://10.0.0.10:6443",
      cluster_ca_certificate: certificateAuthority,
      exec: {
        api_version: "client.authentication.k8s.io/v1",
        command: "kubelogin",
        args: ["get-token"],
        env: { REGION: "here" },
      },
    });
  });
});

describe("the state", () => {
  test("is in a store that is not AWS's, below the name of the environment, and locked", () => {
    const { s3 } = stacks.slurm!.terraform.backend;
    expect(s3).toEqual({
      bucket: "railyard-state",
      key: "sample/slurm.tfstate",
      region: "us-east-1",
      endpoints: { s3: "https://minio.example.com:9000" },
      use_path_style: true,
      skip_credentials_validation: true,
      skip_metadata_api_check: true,
      skip_region_validation: true,
      skip_requesting_account_id: true,
      skip_s3_checksum: true,
      use_lockfile: true,
    });
    const { config } = stacks.slurm!.data.terraform_remote_state.platform;
    expect(config).toMatchObject({ key: "sample/platform.tfstate", skip_requesting_account_id: true });
  });

  test("is not locked where the store cannot", () =>
    expect(built({ state: { lock: false } }).crds!.terraform.backend.s3).not.toHaveProperty("use_lockfile"));

  test("is in a bucket of AWS", () => {
    const state = { kind: "s3", bucket: "b-1", region: "eu-west-1", endpoint: null };
    expect(built({ state }).crds!.terraform.backend.s3).toEqual({
      bucket: "b-1",
      key: "sample/crds.tfstate",
      region: "eu-west-1",
      use_lockfile: true,
    });
  });

  test("is in files", () => {
    const state = { kind: "local", endpoint: null, bucket: null };
    expect(built({ state }).crds!.terraform.backend).toEqual({
      local: { path: "../../../state/sample-crds.tfstate" },
    });
  });
});

test("controllers run where config says, and tolerate its taints", () => {
  const taints = [{ key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule" }];
  const { webhook } = values(built({ cluster: { systemNodes: { taints } } }).platform!, "cert-manager");
  expect(webhook).toMatchObject({
    nodeSelector: { "example.com/role": "system" },
    tolerations: [{ key: "node-role.kubernetes.io/control-plane", operator: "Exists", effect: "NoSchedule" }],
  });
});

test("volumes are of the classes that the cluster has", () => {
  expect(stacks.platform!.output).toMatchObject({
    storage_class_name: { value: "ceph-block" },
    retained_storage_class_name: { value: "ceph-block-retain" },
  });
  expect(JSON.stringify(stacks.platform)).not.toContain("gp3");
});

test("cards of each rail are a network and a resource, and Slurm's pods ask for them", () => {
  const networks = JSON.stringify(values(stacks.platform!, "network-operator-networks"));
  expect(networks).toContain("dgx-rail-7");
  const slurm = values(stacks.slurm!, "slurm");
  const limits = slurm.nodesets.dgx.slurmd.resources.limits;
  expect(limits).toMatchObject({ "nvidia.com/gpu": "8", "nvidia.com/dgx_rail_0": "1", "nvidia.com/dgx_rail_7": "1" });
});

describe("Lustre that hosts have mounted", () => {
  const [volume, claim] = values(stacks.platform!, "volume-scratch").objects;
  test("is a folder of it, which a host that has not mounted it does not have", () => {
    expect(volume.spec.hostPath).toEqual({ path: "/lustre/railyard", type: "Directory" });
    expect(volume.spec.persistentVolumeReclaimPolicy).toBe("Retain");
    expect(claim.spec).toMatchObject({ storageClassName: "", volumeName: "slurm-scratch" });
  });
  test("is mounted by Slurm", () =>
    expect(values(stacks.slurm!, "slurm").nodesets.dgx.slurmd.volumeMounts).toContainEqual({
      name: "storage-scratch",
      mountPath: "/lustre",
    }));
  test("is in namespaces of teams where config says so", () => {
    const { platform } = built({ storage: { scratch: { teams: true } } });
    const namespaces = Object.values<Json>(platform!.resource.helm_release)
      .filter(({ name }) => name === "volume-scratch")
      .map(({ namespace }) => namespace);
    expect(namespaces).toEqual(["slurm", "vision"]);
  });
});

describe("login pods", () => {
  const service = (change: Change) => values(built(change).slurm!, "slurm").loginsets.login.service;
  test("get an address from whom config names", () =>
    expect(service({})).toEqual({
      metadata: { annotations: { "metallb.io/address-pool": "login" } },
      spec: { type: "LoadBalancer", loadBalancerClass: "metallb.io/metallb" },
    }));
  test("get one from whoever takes Services without a class", () => {
    const loadBalancers = { class: null, annotations: { "metallb.io/address-pool": null } };
    const login = { kind: "internet", allowedCidrs: ["203.0.113.0/24"] };
    expect(service({ cluster: { loadBalancers }, slurm: { login } })).toEqual({
      spec: { type: "LoadBalancer", loadBalancerSourceRanges: ["203.0.113.0/24"] },
    });
  });
  test("are found by address or name", () =>
    expect(stacks.slurm!.output.login_command.value).toMatch(/ingress\[0\]\.ip}{.*hostname}/));
});

describe("where nodes stand in the network", () => {
  const layered = { nodeGroups: { dgx: { layers: 2 } } };
  const script = (change: Change): string =>
    JSON.stringify(values(built(change).slurm!, "slurm-topology")).replaceAll("\\", "");

  test("is told to Slurm from the labels that railyard topology sets, of the nodes of all pools", () => {
    expect(script(layered)).toContain("kubectl get nodes -l example.com/servers=dgx -o");
    expect(script(layered)).toContain('index . "railyard.dev/fabric-layer-2"');
    expect(script(layered)).not.toContain("topology.k8s.aws/network-node-layer");
  });

  test("of several pools, by the label that they have in common", () => {
    const labels = (rack: string) => ({ "example.com/servers": "dgx", "example.com/rack": rack });
    const more = { labels: labels("b"), nodes: 2, server: "dgx-h100" };
    const change = {
      nodeGroups: { dgx: { layers: 2, labels: labels("a") }, more },
      slurm: { partitions: { train: { nodeGroups: ["dgx", "more"] } } },
    };
    expect(script(change)).toContain("kubectl get nodes -l example.com/servers=dgx -o");
  });

  test("is not asked where no layer is said", () => expect(release(stacks.slurm!, "slurm-topology")).toBeUndefined());
});

test.each(["topology", "topograph"])("Slurm and Kueue read the same labels of layers: %s", (layersFrom) => {
  const { env } = clusterSample({ cluster: { layersFrom }, nodeGroups: { dgx: { layers: 2 } } });
  const slurm = existingCluster(env).topologyLabels!.layers;
  const kueue = topologyLevels(env.nodeGroups[0]!, env.cluster.layersFrom)!.slice(0, -1);
  // Slurm passes over layers that nodes do not have, and has the others in the same order
  expect(slurm.filter((label) => kueue.includes(label))).toEqual(kueue);
  const json = JSON.stringify(synthStacks(env)["slurm"]);
  expect(kueue.every((label) => json.includes(label))).toBe(true);
});

test("cores without a second thread are known to Slurm", () => {
  const cores = (threadsPerCore: number) =>
    slurmLayout(
      clusterSample({ nodeGroups: { dgx: { server: { like: "dgx-h100", threadsPerCore } } } }).env,
      clusterSample().env.slurm!,
    ).nodeGroups.map((group) => [group.vcpus, group.threadsPerCore]);
  expect(cores(2)).toEqual([[224, 2]]);
  expect(cores(1)).toEqual([[112, 1]]);
});
