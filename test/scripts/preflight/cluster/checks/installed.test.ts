import { COLLISIONS } from "../../../../../scripts/preflight/cluster/checks/collisions";
import { DEFINITIONS } from "../../../../../scripts/preflight/cluster/checks/definitions";
import { RELEASE_NAMES } from "../../../../../scripts/preflight/cluster/checks/release-names";
import { SINGLES } from "../../../../../scripts/preflight/cluster/singles";
import { release, findingsOf } from "../../../../helpers/pretended-cluster";

const owned = (name: string, namespace: string) => ({
  "meta.helm.sh/release-name": name,
  "meta.helm.sh/release-namespace": namespace,
});
const workload = (name: string, namespace: string, labels = {}, annotations: object = owned(name, namespace)) => ({
  metadata: { name, namespace, labels, annotations },
});
const deployments = (...items: object[]) => ({ lists: { "/apis/apps/v1/deployments": items } });
const GPU = [release("gpu-operator")];

describe("what a cluster has once", () => {
  test.each([
    ["by name", workload("gpu-operator", "nvidia")],
    [
      "by its chart",
      workload("op", "nvidia", { "helm.sh/chart": "gpu-operator-v25.3.4" }, owned("gpu-operator", "nvidia")),
    ],
    [
      "by its label",
      workload("op", "nvidia", { "app.kubernetes.io/name": "gpu-operator" }, owned("gpu-operator", "nvidia")),
    ],
  ])("is known %s", async (_, one) => {
    const [found] = await findingsOf(COLLISIONS, deployments(one), { releases: GPU });
    expect(found).toMatch(
      /^failed nvidia\/(op|gpu-operator): is a GPU Operator .*of release gpu-operator in nvidia: two fight/,
    );
  });

  test.each([
    ["of the release itself", workload("gpu-operator", "gpu-operator"), GPU],
    ["that the environment does not install", workload("gpu-operator", "nvidia"), [release("slurm")]],
    ["with a name that only begins so", workload("gpu-operator-dashboard", "nvidia"), GPU],
  ])("may be one %s", async (_, one, releases) => {
    expect(await findingsOf(COLLISIONS, deployments(one), { releases })).toEqual([
      "ok software of others: none of the 1 Deployments and DaemonSets is in the way",
    ]);
  });

  test("may be there without Helm", async () => {
    const lists = { "/apis/apps/v1/daemonsets": [workload("nvidia-device-plugin-daemonset", "kube-system", {}, {})] };
    expect(await findingsOf(COLLISIONS, { lists }, { releases: GPU })).toEqual([
      expect.stringMatching(
        /^failed kube-system\/nvidia-device-plugin-daemonset: is a device plugin of NVIDIA of no Helm release/,
      ),
    ]);
  });

  test("may be what the operator of the release itself started", async () => {
    const lists = {
      "/apis/apps/v1/deployments": [workload("gpu-operator", "gpu-operator")],
      "/apis/apps/v1/daemonsets": [workload("nvidia-device-plugin-daemonset", "gpu-operator", {}, {})],
    };
    expect(await findingsOf(COLLISIONS, { lists }, { releases: GPU })).toEqual([
      "ok software of others: none of the 2 Deployments and DaemonSets is in the way",
    ]);
    const without = { "/apis/apps/v1/daemonsets": lists["/apis/apps/v1/daemonsets"] };
    expect(await findingsOf(COLLISIONS, { lists: without }, { releases: GPU })).toEqual([
      expect.stringMatching(/^failed gpu-operator/),
    ]);
  });

  test("has a document, each", () => {
    for (const { source, two } of SINGLES)
      expect([source, two]).toEqual([expect.stringMatching(/^https:/), expect.stringMatching(/.{20}/)]);
  });
});

const CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const crd = (name: string, annotations: object = {}) => ({ metadata: { name, annotations } });

describe("definitions", () => {
  test.each([
    [
      "of another release",
      crd("certificates.cert-manager.io", owned("cm", "certs")),
      /^failed cert-manager: certificates\.cert-manager\.io of release cm in certs is there/,
    ],
    [
      "of the release itself",
      crd("certificates.cert-manager.io", owned("cert-manager", "cert-manager")),
      /^ok cert-manager: the definitions are its own$/,
    ],
    ["of something else", crd("things.example.com"), /^ok cert-manager: no definition of its kinds is there$/],
  ])("%s", async (_, one, expected) => {
    const [only] = await findingsOf(DEFINITIONS, { lists: { [CRDS]: [one] } }, { releases: [release("cert-manager")] });
    expect(only).toMatch(expected);
  });

  test("that Helm leaves as they are may be too old, but those of a release that is there are its own", async () => {
    const lists = { [CRDS]: [crd("clusterpolicies.nvidia.com")] };
    expect(await findingsOf(DEFINITIONS, { lists }, { releases: GPU })).toEqual([
      expect.stringMatching(/^warning gpu-operator: clusterpolicies\.nvidia\.com of no Helm release is there/),
    ]);
    const running = { ...lists, "/apis/apps/v1/deployments": [workload("gpu-operator", "gpu-operator")] };
    expect(await findingsOf(DEFINITIONS, { lists: running }, { releases: GPU })).toEqual([
      "ok gpu-operator: the definitions are its own",
    ]);
  });
});

const SECRETS = "/api/v1/secrets";
const revision = (name: string, namespace: string, status: string) => ({
  metadata: { name: `sh.helm.release.v1.${name}.v1`, namespace, labels: { owner: "helm", name, status } },
});
const TWO = [release("slurm"), release("cert-manager")];

describe("names of releases", () => {
  test.each([
    ["are free", {}, ["ok slurm/slurm: the name is free", "ok cert-manager/cert-manager: the name is free"]],
    [
      "are taken by one",
      { [SECRETS]: [revision("slurm", "slurm", "deployed")] },
      [
        "ok cert-manager/cert-manager: the name is free",
        "unknown slurm/slurm: installed already: whether by Terraform, whose state then knows it, is not seen here",
      ],
    ],
    [
      "are those of another namespace",
      { [SECRETS]: [revision("slurm", "other", "deployed")] },
      ["ok slurm/slurm: the name is free", "ok cert-manager/cert-manager: the name is free"],
    ],
    [
      "are held by what was cut off",
      { [SECRETS]: [revision("slurm", "slurm", "pending-upgrade")] },
      [
        "failed slurm/slurm: a revision is pending-upgrade: Helm lets nothing else happen to it",
        "ok cert-manager/cert-manager: the name is free",
        expect.stringMatching(/^unknown slurm\/slurm/),
      ],
    ],
    [
      "are in a namespace that goes",
      { "/api/v1/namespaces": [{ metadata: { name: "slurm", deletionTimestamp: "2026-11-23T05:00:00Z" } }] },
      [
        "failed slurm/slurm: namespace slurm is being deleted: nothing new is let in",
        "ok cert-manager/cert-manager: the name is free",
      ],
    ],
  ])("%s", async (_, lists, expected) => {
    expect(await findingsOf(RELEASE_NAMES, { lists: lists as never }, { releases: TWO })).toEqual(expected);
  });
});
