import fc from "fast-check";
import { managerConfig } from "../../../../constructs/platform/kueue/manager-config";
import { queueObjects } from "../../../../constructs/platform/kueue/queue-objects";
import type { Queues } from "../../../../constructs/platform/kueue/queues";
import type { ClusterQueue, ResourceFlavor } from "../../../../constructs/kubernetes/queue-resources";

const QUEUES: Queues = {
  pools: [
    {
      name: "h100",
      nodeSelector: { "railyard.dev/node-group": "h100" },
      taints: [{ key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" }],
      offers: [{ resource: "nvidia.com/gpu", perGpu: 1 }],
      levels: ["topology.k8s.aws/network-node-layer-1", "kubernetes.io/hostname"],
    },
  ],
  teams: [
    { name: "vision", share: 100, gpus: { h100: 8 } },
    { name: "speech", share: 300, gpus: { h100: 24 } },
  ],
  sharing: { kind: "quota", borrowing: true },
  frameworks: ["batch/job", "pod"],
  operators: [],
  readyMinutes: 30,
  keepFinishedHours: 168,
};

const objects = (change: Partial<Queues> = {}) => queueObjects({ ...QUEUES, ...change }, new Map());
const ofKind = <T>(all: readonly { readonly kind?: string }[], kind: string): T[] =>
  all.filter((one) => one.kind === kind) as unknown as T[];

/** Of more pods than there are, so that one without GPUs has a pool as well. */
const PODS = { name: "pods", nominalQuota: 150_000 };

test("a job is as urgent as a normal one where it says nothing, and gives way to none that is low", () => {
  const classes = ofKind<{ metadata: { name: string }; value: number }>(objects(), "WorkloadPriorityClass");
  const of = (name: string) => classes.find(({ metadata }) => metadata.name === name)!.value;
  expect([of("low") < 0, of("normal"), of("high") > 0]).toEqual([true, 0, true]);
});

test("each team has a queue of its own in a cohort, and its namespace the default one", () => {
  const all = objects();
  const queues = ofKind<ClusterQueue>(all, "ClusterQueue");
  expect(queues.map(({ metadata, spec }) => [metadata.name, spec.cohortName, spec.fairSharing])).toEqual([
    ["vision", "railyard", { weight: "100" }],
    ["speech", "railyard", { weight: "300" }],
  ]);
  expect(queues[0]!.spec.namespaceSelector).toEqual({ matchLabels: { "railyard.dev/team": "vision" } });
  expect(queues[0]!.spec.resourceGroups[0]!.flavors[0]!.resources).toEqual([
    { name: "nvidia.com/gpu", nominalQuota: 8 },
    PODS,
  ]);
  expect(
    ofKind<{ metadata: object; spec: object }>(all, "LocalQueue").map(({ metadata, spec }) => [metadata, spec]),
  ).toEqual(
    ["vision", "speech"].map((team) => [
      { name: "default", namespace: team, labels: { "railyard.dev/team": team } },
      { clusterQueue: team },
    ]),
  );
});

test("who may not borrow has a limit of nothing", () => {
  const [queue] = ofKind<ClusterQueue>(objects({ sharing: { kind: "quota", borrowing: false } }), "ClusterQueue");
  expect(queue!.spec.resourceGroups[0]!.flavors[0]!.resources[0]).toMatchObject({ borrowingLimit: 0 });
});

test("by history there is one queue, with all GPUs", () => {
  const [queue, ...more] = ofKind<ClusterQueue>(
    objects({ sharing: { kind: "history", halfLifeHours: 24 } }),
    "ClusterQueue",
  );
  expect(more).toEqual([]);
  expect(queue!.spec.cohortName).toBeUndefined();
  expect(queue!.spec.resourceGroups[0]!.flavors[0]!.resources).toEqual([
    { name: "nvidia.com/gpu", nominalQuota: 32 },
    PODS,
  ]);
});

test("a flavor that says something else has another name, since the API lets nobody change one", () => {
  const name = (change: object) =>
    ofKind<ResourceFlavor>(objects({ pools: [{ ...QUEUES.pools[0]!, ...change }] }), "ResourceFlavor")[0]!.metadata
      .name;
  expect(name({})).toBe(name({}));
  expect(name({ taints: [] })).not.toBe(name({}));
  expect(name({ levels: null })).not.toBe(name({}));
});

test("groups of a team see its queue", () => {
  const all = queueObjects(QUEUES, new Map([["vision", ["railyard:vision"]]]));
  expect(ofKind(all, "RoleBinding")).toMatchObject([
    { metadata: { namespace: "vision" }, roleRef: { name: "kueue-batch-user-role" } },
  ]);
});

/** As the API checks them: a resource in one group, and every flavor of a group with all of its resources. */
test("whatever pools offer, queues are legal and hand out all that there is", () => {
  const offer = fc.record({
    resource: fc.constantFrom(
      "nvidia.com/gpu",
      "nvidia.com/mig-1g.10gb",
      "nvidia.com/mig-3g.40gb",
      "nvidia.com/gpu.shared",
    ),
    perGpu: fc.integer({ min: 1, max: 8 }),
  });
  const offers = fc.uniqueArray(offer, { minLength: 1, maxLength: 3, selector: ({ resource }) => resource });
  fc.assert(
    fc.property(
      fc.array(offers, { minLength: 1, maxLength: 5 }),
      fc.array(fc.nat(64), { minLength: 5, maxLength: 5 }),
      (all, gpus) => {
        const pools = all.map((some, at) => ({
          ...QUEUES.pools[0]!,
          name: `p${at}`,
          nodeSelector: { pool: `p${at}` },
          offers: some,
        }));
        const teams = [
          { name: "vision", share: 1, gpus: Object.fromEntries(pools.map(({ name }, at) => [name, gpus[at]!])) },
        ];
        const [queue] = ofKind<ClusterQueue>(objects({ pools, teams }), "ClusterQueue");
        const groups = queue!.spec.resourceGroups;
        const covered = groups.flatMap(({ coveredResources }) => coveredResources);
        expect(new Set(covered).size).toBe(covered.length);
        const flavors = groups.flatMap((group) => group.flavors);
        expect(new Set(flavors.map(({ name }) => name)).size).toBe(pools.length);
        for (const { coveredResources, flavors: some } of groups)
          for (const { resources } of some) expect(resources.map(({ name }) => name)).toEqual(coveredResources);
        for (const [at, { offers: some }] of pools.entries())
          for (const { resource, perGpu } of some) {
            const found = flavors
              .find(({ name }) => name.startsWith(`p${at}-`))!
              .resources.find(({ name }) => name === resource);
            expect(found!.nominalQuota).toBe(gpus[at]! * perGpu);
          }
      },
    ),
  );
});

test("the manager looks at namespaces of teams alone, and limits GPUs alone", () => {
  const config = JSON.parse(managerConfig(QUEUES)) as Record<string, unknown>;
  expect(config).toMatchObject({
    manageJobsWithoutQueueName: true,
    managedJobsNamespaceSelector: { matchExpressions: [{ key: "railyard.dev/team", operator: "Exists" }] },
    resources: { quotaCheckStrategy: "IgnoreUndeclared" },
    integrations: { frameworks: ["batch/job", "pod"] },
  });
  const history = JSON.parse(managerConfig({ ...QUEUES, sharing: { kind: "history", halfLifeHours: 1.5 } })) as object;
  expect(history).toMatchObject({
    admissionFairSharing: {
      usageHalfLifeTime: "90m",
      resourceWeights: { cpu: 0, memory: 0, pods: 0, "nvidia.com/gpu": 1 },
    },
  });
  expect(history).not.toHaveProperty("fairSharing");
});
