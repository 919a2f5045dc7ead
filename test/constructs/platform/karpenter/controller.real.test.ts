import type { NodePool } from "../../../../constructs/kubernetes/karpenter-resources";
import { karpenterValues } from "../../../../constructs/platform/karpenter/karpenter";
import { poolObjects } from "../../../../constructs/platform/karpenter/pools";
import { startKubelets } from "../../../../scripts/control-plane/kubelets";
import { wordsOf, type Api } from "../../../../scripts/control-plane/api";
import { builtVersions, findOrBuild } from "../../../../scripts/control-plane/programs";
import { withControlPlane, type ControlPlane } from "../../../../scripts/control-plane/start";
import { karpenterPools } from "../../../../stacks/sites/aws-eks/karpenter-pools";
import { comes, stays } from "../../../helpers/comes";
import { sample } from "../../../helpers/environment";
import {
  installKinds,
  isKarpenterBuilt,
  KARPENTER_FOLDER,
  KARPENTER_PATHS,
  offers,
  pretendedPool,
  withKarpenter,
} from "../../../helpers/karpenter-controller";

const BUILT = builtVersions({ env: process.env });
if (!isKarpenterBuilt)
  console.warn(
    `${KARPENTER_FOLDER} is not there: what Karpenter itself does is not tried. To build it: test/fixtures/karpenter/build.sh VERSION FOLDER`,
  );
const withController = isKarpenterBuilt && BUILT.length > 0 ? describe : describe.skip;

const scaledBy = { kind: "karpenter" };
const { env } = sample({
  nodeGroups: {
    h100: { scaledBy },
    jobs: { instanceType: "m7i.4xlarge", nodes: { min: 0, max: 4 }, scaledBy },
    web: {
      instanceType: "c7i.2xlarge",
      nodes: { min: 0, max: 3 },
      capacity: { kind: "spot", onDemandFallback: true },
      scaledBy,
    },
  },
  slurm: { partitions: { prep: { nodeGroups: ["jobs"] } } },
});
const ZONES = ["us-east-1a", "us-east-1b"];
const POOLS = karpenterPools(env, {
  network: {
    privateSubnetIds: { "us-east-1a": "subnet-0123456789abcdef0", "us-east-1b": "subnet-0fedcba9876543210" },
    efaSecurityGroupId: "sg-0123456789abcdef0",
  },
  cluster: { clusterSecurityGroupId: "sg-0fedcba9876543210" },
} as never);
const OBJECTS = poolObjects(POOLS);
const poolOf = (name: string) =>
  OBJECTS.find((one) => one.kind === "NodePool" && one.metadata.name === name) as unknown as NodePool;

/** What the API says of an object that is not kept. */
async function admitted(api: Api, object: { kind: string }): Promise<string> {
  const path = KARPENTER_PATHS[object.kind as keyof typeof KARPENTER_PATHS];
  const { status, body } = await api.ask("POST", `${path}?dryRun=All`, object);
  return status === 201 ? "taken" : wordsOf(body);
}

/** The same with another value at a place. */
function changed(object: object, [...path]: string[], value: unknown): { kind: string } {
  const copy = structuredClone(object) as Record<string, never>;
  const last = path.pop()!;
  const place = path.reduce<Record<string, never>>((one, key) => one[key]!, copy);
  Object.assign(place, { [last]: value });
  return copy as never;
}

const deployment = (name: string, pool: string, replicas: number, cpu: string) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: {
        terminationGracePeriodSeconds: 0,
        nodeSelector: { "railyard.dev/node-group": pool },
        tolerations: [{ operator: "Exists" }],
        containers: [{ name: "main", image: "x", resources: { requests: { cpu } } }],
      },
    },
  },
});

/** What became of pools under the controller, in the order in which it was looked at. */
async function tried(plane: ControlPlane) {
  const { api } = plane;
  const deployments = "/apis/apps/v1/namespaces/default/deployments";
  const nodesOf = async (pool: string) =>
    (await api.list(`/api/v1/nodes?labelSelector=karpenter.sh%2Fnodepool%3D${pool}`))
      .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
      .map(({ metadata }) => metadata.name)
      .sort();
  const running = async (app: string) =>
    (await api.list(`/api/v1/pods?labelSelector=app%3D${app}`)).filter(({ status }) => status?.phase === "Running")
      .length;
  const conditionsOf = (
    list: readonly { metadata: { name: string }; status?: { conditions?: { type: string; status: string }[] } }[],
  ) =>
    list.map(({ metadata, status }) => [
      metadata.name,
      (status?.conditions ?? []).filter((one) => one.status === "True").map(({ type }) => type),
    ]) as [string, string[]][];
  const claims = async (pool: string) =>
    conditionsOf(await api.list(`${KARPENTER_PATHS.NodeClaim}?labelSelector=karpenter.sh%2Fnodepool%3D${pool}`));
  const label = (pool: string) =>
    api.patch(`${KARPENTER_PATHS.NodePool}/${pool}`, {
      spec: { template: { metadata: { labels: { "example.com/changed": "yes" } } } },
    });

  for (const name of ["jobs", "web"]) await pretendedPool(api, poolOf(name), "5s");
  await comes(async () => (await api.list(KARPENTER_PATHS.NodePool)).every(({ status }) => status?.conditions), 30);
  await comes(
    async () => conditionsOf(await api.list(KARPENTER_PATHS.NodePool)).every(([, is]) => is.includes("Ready")),
    30,
  );
  const pools = conditionsOf(await api.list(KARPENTER_PATHS.NodePool));

  // sixteen pods, of which each takes a node, come at one time to a pool of three; two of another take two nodes
  await api.create(deployments, deployment("many", "web", 16, "5"));
  await api.create(deployments, deployment("large", "jobs", 2, "10"));
  await comes(async () => (await running("many")) >= 3 && (await running("large")) === 2, 60);
  // the small ones are alone on each of those two once the large ones have gone
  await api.create(deployments, deployment("small", "jobs", 2, "4"));
  await comes(async () => (await running("small")) === 2, 30);
  const full = { web: (await claims("web")).length, many: await running("many"), jobs: await nodesOf("jobs") };
  await api.remove(`${deployments}/large`);
  await api.remove(`${deployments}/many`);
  const isKept = await stays(async () => String(await nodesOf("jobs")) === String(full.jobs), 40);
  const idleWeb = await nodesOf("web");

  // a change of the pool: nodes of a gang are out of date, and stay; others are replaced
  await api.create(deployments, deployment("one", "web", 1, "5"));
  await comes(async () => (await running("one")) === 1, 60);
  const before = await nodesOf("web");
  await label("jobs");
  await label("web");
  const isReplaced = await comes(
    async () => !(await nodesOf("web")).includes(before[0]!) && (await running("one")) === 1,
    90,
  );
  const isKeptDrifted = String(await nodesOf("jobs")) === String(full.jobs);
  const drifted = (await claims("jobs")).filter(([, is]) => is.includes("Drifted")).length;

  // what this proves nothing without: with other settings, the same controller takes one of the two nodes away
  await api.patch(`${KARPENTER_PATHS.NodePool}/jobs`, {
    spec: { disruption: { consolidationPolicy: "WhenEmptyOrUnderutilized", budgets: [{ nodes: "100%" }] } },
  });
  const isConsolidated = await comes(async () => String(await nodesOf("jobs")) !== String(full.jobs), 90);
  return { pools, full, isKept, idleWeb, isReplaced, isKeptDrifted, drifted, isConsolidated };
}

withController("Karpenter itself", () => {
  const answers: Record<string, string> = {};
  let found: Awaited<ReturnType<typeof tried>>;

  beforeAll(async () => {
    const program = await findOrBuild(BUILT[0]!.split(".").slice(0, 2).join("."), { env: process.env, tell: () => {} });
    const { settings } = karpenterValues({
      clusterName: "sample",
      region: "us-east-1",
      queueName: "sample",
      placement: { nodeSelector: {}, tolerations: [] },
      serviceMonitor: false,
      variables: {},
      nodeOverlays: false,
    }) as unknown as { settings: { featureGates: Record<string, boolean> } };
    await withControlPlane({ program, env: process.env }, async (plane) => {
      await installKinds(plane.api);
      for (const object of OBJECTS)
        answers[`${object.kind} ${object.metadata.name}`] = await admitted(plane.api, object);
      const pool = poolOf("web");
      const nodeClass = OBJECTS.find(({ kind }) => kind === "EC2NodeClass")!;
      answers["a budget of words"] = await admitted(
        plane.api,
        changed(pool, ["spec", "disruption", "budgets"], [{ nodes: "some" }]),
      );
      answers["a label of its own"] = await admitted(
        plane.api,
        changed(pool, ["spec", "template", "metadata", "labels"], { "karpenter.sh/mine": "yes" }),
      );
      answers["no image"] = await admitted(plane.api, changed(nodeClass, ["spec", "amiSelectorTerms"], []));
      const kubelets = startKubelets(plane.api);
      try {
        const offered = offers(["m7i.4xlarge", "c7i.2xlarge"], ZONES);
        found = await withKarpenter(plane, { offered, featureGates: settings.featureGates }, () => tried(plane));
      } finally {
        await kubelets.stop();
      }
    });
  });

  test("the definitions at AWS take every object of a pool, rules in them included", () => {
    const objects = OBJECTS.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(objects).toEqual(
      expect.arrayContaining(["NodePool h100", "EC2NodeClass h100", "NodeOverlay h100", "NodePool jobs"]),
    );
    expect(objects.map((name) => [name, answers[name]])).toEqual(objects.map((name) => [name, "taken"]));
  });

  test("and refuse what they should: they could have failed", () => {
    expect(answers["a budget of words"]).toContain("spec.disruption.budgets[0].nodes");
    expect(answers["a label of its own"]).toContain('label domain "karpenter.sh" is restricted');
    expect(answers["no image"]).toContain("spec.amiSelectorTerms");
  });

  test("the controller finds the pools valid and ready", () => {
    expect(found.pools.map(([name]) => name).sort()).toEqual(["jobs", "web"]);
    for (const [, is] of found.pools) expect(is).toEqual(expect.arrayContaining(["ValidationSucceeded", "Ready"]));
  });

  test("a pool has no more nodes than it may, even where more pods come at one time", () => {
    expect(found.full).toMatchObject({ web: 3, many: 3 });
  });

  test("nodes that have nothing to do go, and those with little to do stay", () => {
    expect(found.idleWeb).toEqual([]);
    expect(found.full.jobs).toHaveLength(2);
    expect(found.isKept).toBe(true);
  });

  test("a change of the pool replaces a node that serves, and none of a gang", () => {
    expect(found.isReplaced).toBe(true);
    expect([found.drifted, found.isKeptDrifted]).toEqual([2, true]);
  });

  test("under other settings the same controller takes a node of the gang", () => {
    expect(found.isConsolidated).toBe(true);
  });
});
