import { newestOf } from "../../../../scripts/commands/upgrade/newest";
import { isFailing, planUpgrade } from "../../../../scripts/commands/upgrade/plan";
import type { UpgradePlan } from "../../../../scripts/commands/upgrade/model";
import { NOW, type Change } from "../../../helpers/environment";
import { liveAnswers, loadedSample, type LiveVersions } from "../../../helpers/upgrade-live";

function plan(change: Change = {}, live: LiveVersions | null = null, to?: string): UpgradePlan {
  const newest = newestOf(live === null ? null : liveAnswers(live));
  return planUpgrade({ loaded: loadedSample(change), newest, to, unanswered: [], now: NOW });
}

const version = (minor: string, more: object = {}): Change => ({ cluster: { version: minor }, ...more });
const titles = ({ steps }: UpgradePlan) => steps.map(({ title }) => title);
const SLURM = { "slurm-operator-crds": ["1.3.0"], "slurm-operator": ["1.3.0"], slurm: ["1.3.0"] };

test("nothing is behind: there is nothing to do, and nothing fails", () => {
  expect(plan().steps).toEqual([]);
  expect(isFailing(plan())).toBe(false);
  expect(isFailing(plan(version("1.35")))).toBe(true);
});

test("Kubernetes goes minor by minor, with add-ons and nodes that are not pinned", () => {
  const { steps, from, to } = plan(version("1.34"));
  expect([from, to, steps.map(({ title }) => title)]).toEqual([
    "1.34",
    "1.36",
    ["Kubernetes 1.34 → 1.35", "Kubernetes 1.35 → 1.36"],
  ]);
  expect(steps[0]).toMatchObject({
    edit: 'cluster.version: "1.35" in config/environments/sample.ts',
    deploy: ["sample-cluster", "sample-nodes"],
    blocked: [],
  });
  expect(steps[0]!.changes).toEqual(
    expect.arrayContaining([
      "control plane: 1.34 → 1.35",
      "kube-proxy: v1.34.6-eksbuild.29 → v1.35.3-eksbuild.29",
      "eks-node-monitoring-agent: EKS's default → EKS's default",
      "nodes of h100: 1.34 → 1.35",
    ]),
  );
  expect(steps[1]!.changes).toContain("kube-proxy: v1.35.3-eksbuild.29 → v1.36.0-eksbuild.45");
});

test("each step says what it does to jobs, by the policies of the keys and by how nodes are bought", () => {
  const [step] = plan(version("1.35")).steps;
  const text = step!.jobs.join("\n");
  expect(text).toContain("cluster.version is rolling: One minor version at a time. Back by one,");
  expect(text).toContain("h100: its 4 nodes are drained and made anew, one node at a time (partitions: train)");
  expect(text).toContain("h100 may fill its reservation");
  expect(text).not.toContain("Capacity Block");
  expect(text).not.toContain("cpu may fill");
  const block = {
    kind: "capacity-block",
    id: "cr-00000000000000009",
    zone: "us-east-1a",
    count: 4,
    start: "2026-11-20",
    end: "2026-11-27",
    target: null,
  };
  const bought = plan(version("1.35", { nodeGroups: { h100: { capacity: block } } })).steps[0]!;
  expect(bought.jobs.join("\n")).toContain("h100 is a Capacity Block: have no node in it");
});

test("a group that pins its release stays, and gets its image last", () => {
  const pinned = { nodeGroups: { h100: { image: { kind: "al2023", release: "1.35.8-20260923" } } } };
  const { steps } = plan(version("1.35", pinned));
  expect(steps.map(({ title }) => title)).toEqual(["Kubernetes 1.35 → 1.36", "Images of h100"]);
  expect(steps[0]!.jobs).toContain("h100 stays as it is: image.release is 1.35.8-20260923.");
  expect(steps[0]!.changes).not.toContain("nodes of h100: 1.35 → 1.36");
  expect(steps[1]).toMatchObject({
    changes: ["h100: 1.35.8-20260923 → 1.36.4-20261003"],
    edit: "image.release in config/environments/sample.ts",
    deploy: ["sample-nodes"],
  });
});

test("kubelets that would fall more than three minors behind get a newer image before", () => {
  const release = (text: string) => ({ nodeGroups: { h100: { image: { kind: "al2023", release: text } } } });
  const { steps } = plan(version("1.34", release("1.32.13-20260714")));
  expect(steps.map(({ title, changes }) => [title, changes[0]])).toEqual([
    ["Kubernetes 1.34 → 1.35", "control plane: 1.34 → 1.35"],
    ["Images of h100", "h100: 1.32.13-20260714 → 1.35.8-20260923"],
    ["Kubernetes 1.35 → 1.36", "control plane: 1.35 → 1.36"],
    ["Images of h100", "h100: 1.35.8-20260923 → 1.36.4-20261003"],
  ]);
  expect(steps.every(({ blocked }) => blocked.length === 0)).toBe(true);
  expect(titles(plan(version("1.34", release("1.33.13-20260714"))))).toHaveLength(3);
});

test("where no newer image is known, they block the control plane", () => {
  const minors = { "1.38": "2028-02-01", "1.39": "2028-06-01", "1.40": "2028-10-01", "1.41": "2029-02-01" };
  const release = { nodeGroups: { h100: { image: { kind: "al2023", release: "1.37.1-20261023" } } } };
  const blocked = plan(version("1.37", release), { minors }, "1.41").steps.filter((step) => step.blocked.length > 0);
  expect(blocked.map(({ title }) => title)).toEqual(["Kubernetes 1.40 → 1.41"]);
  expect(blocked[0]!.blocked[0]).toContain("kubelets of h100 would be more than 3 minors older");
});

test("an image of one's own stays, and is to be looked at", () => {
  const own = { nodeGroups: { h100: { image: { kind: "custom", imageId: "ami-0123456789abcdef0" } } } };
  const [step] = plan(version("1.35", own)).steps;
  expect(step!.jobs).toContain("h100 stays as it is: it has an image of its own.");
  expect(step!.cautions.join()).toContain("the image of h100 decides on its kubelet");
});

test("a chart that nobody has tested on the minor is to be looked at", () => {
  const [step] = plan({}, null, "1.37").steps;
  expect(step!.cautions).toContain("gpu-operator v26.7.0 supports Kubernetes 1.33 to 1.36: unproven on 1.37");
  expect(step!.cautions).toContain("until when 1.37 is supported is unknown");
  expect(plan(version("1.35")).steps[0]!.cautions.join()).not.toContain("unproven");
});

test("a chart that the next minor needs goes first, and others follow, definitions first and Slurm last", () => {
  const live = { charts: { "gpu-operator": ["v26.11.0"], "cert-manager": ["v1.22.0"], ...SLURM } };
  const { steps } = plan({}, live, "1.37");
  expect(steps.map(({ title }) => title)).toEqual([
    "Charts of the platform",
    "Kubernetes 1.36 → 1.37",
    "Custom resource definitions, before the charts that use them",
    "Charts of the platform",
    "Slurm: operators first, then the cluster",
  ]);
  expect(steps[0]!.changes).toEqual(["gpu-operator: v26.7.0 → v26.11.0"]);
  expect(steps[1]!.cautions.join()).not.toContain("gpu-operator");
  expect(steps[3]!.changes).toEqual(["cert-manager: v1.21.1 → v1.22.0"]);
  expect(steps[4]!.changes).toEqual(["slurm-operator: 1.2.1 → 1.3.0", "slurm: 1.2.1 → 1.3.0"]);
});

test("newer add-ons, images and charts of the same minor are steps of their own, in order", () => {
  const live = {
    addons: { "vpc-cni": { "1.36": "v1.26.0-eksbuild.1" } },
    al2023: { "1.36": "1.36.5-20261112" },
    charts: {
      "prometheus-operator-crds": ["32.0.0"],
      "kube-prometheus-stack": ["89.0.0"],
      "gpu-operator": ["v26.7.1"],
    },
  };
  const { steps } = plan({}, live);
  expect(steps.map(({ kind, deploy }) => [kind, ...deploy])).toEqual([
    ["addons", "sample-cluster"],
    ["images", "sample-cluster", "sample-nodes"],
    ["crds", "sample-crds"],
    ["charts", "sample-platform"],
  ]);
  expect(steps[0]!.cautions.join()).toContain("vpc-cni one minor version at a time");
  expect(steps[1]!.edit).toBe("config/facts/versions.ts");
  expect(steps[3]!.cautions.join()).toContain("kube-prometheus-stack 89.0.0 is a new major version");
  expect(steps[3]!.cautions.join()).not.toContain("gpu-operator v26.7.1 is a new major");
  expect(steps[3]!.jobs.join()).toContain("gpu-operator: its daemons restart; pods keep the GPUs");
});

test("definitions that Helm never upgrades are told with the command, but not those that another chart brings", () => {
  const live = { charts: { "aws-load-balancer-controller": ["3.6.0"], "kube-prometheus-stack": ["88.6.0"] } };
  const [step] = plan({}, live).steps;
  expect(step!.cautions).toEqual([
    "Helm never upgrades the definitions of aws-load-balancer-controller. By hand, before: helm show crds aws-load-balancer-controller --repo https://aws.github.io/eks-charts --version 3.6.0 | kubectl apply --server-side -f -",
  ]);
});

test("Helm values of an environment are to be looked at with a new chart", () => {
  const change = { platform: { helmValues: { "cert-manager": { replicaCount: 2 } } } };
  const [step] = plan(change, { charts: { "cert-manager": ["v1.21.2"] } }).steps;
  expect(step!.cautions).toEqual([
    "platform.helmValues.cert-manager sets replicaCount: look whether the new chart still reads them",
  ]);
});

test("a Slurm that nobody knows is to be looked at", () => {
  const next = (text: string) => ({
    charts: { "slurm-operator-crds": [text], "slurm-operator": [text], slurm: [text] },
  });
  const cautions = (text: string) =>
    plan({}, next(text))
      .steps.find(({ kind }) => kind === "slurm")!
      .cautions.join();
  expect(cautions("1.4.0")).toContain("which Slurm the chart 1.4.0 brings is unknown");
  expect(cautions("1.3.0")).not.toContain("unknown");
});

test("a target that is not there, or older, is refused", () => {
  expect(() => plan({}, null, "1.63")).toThrow("EKS has no Kubernetes 1.63 that is known here");
  expect(() => plan({}, null, "1.35")).toThrow("never goes back");
  // one that EKS offers and the facts do not have
  expect(titles(plan({}, { minors: { "1.38": "2028-02-01" } }, "1.38")).slice(0, 2)).toEqual([
    "Kubernetes 1.36 → 1.37",
    "Kubernetes 1.37 → 1.38",
  ]);
});
