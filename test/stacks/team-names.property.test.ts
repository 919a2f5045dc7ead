import fc from "fast-check";
import type { SiteEnvironment } from "../../config/sites/environment";
import { teamsOf } from "../../config/teams/resolve";
import { queueObjects } from "../../constructs/platform/kueue/queue-objects";
import type { LocalQueue } from "../../constructs/kubernetes/queue-resources";
import { teamObjects } from "../../constructs/platform/team-namespaces";
import { accountsScript } from "../../constructs/slurm/accounts";
import { tally } from "../../scripts/commands/usage/tally";
import { usageOf } from "../../scripts/commands/usage/usage";
import { queuesOf } from "../../stacks/queues";
import { slurmLayout } from "../../stacks/slurm-layout";
import { hasShape, sample } from "../helpers/environment";
import { shipped, shippedInClusters } from "../helpers/stacks";

/** @see https://docs.aws.amazon.com/tag-editor/latest/userguide/best-practices-and-strats.html */
const TAG_VALUE = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]{1,256}$/u;

/** Whoever is billed has one name in Slurm, in Kubernetes, in Kueue and in what `usage` tells. */
function expectOneName(env: SiteEnvironment): void {
  const teams = Object.keys(env.teams).sort();
  const namespaces = teamObjects({
    teams: teamsOf(env).map(({ namespaceGpus: gpus, ...team }) => ({ ...team, gpus })),
    counted: {},
  }).filter(({ kind }) => kind === "Namespace");
  expect(namespaces.map(({ metadata }) => metadata.name).sort()).toEqual(teams);
  if (env.slurm) {
    const script = accountsScript(slurmLayout(env, env.slurm));
    const accounts = [...script.matchAll(/^set_team '?([^' ]+)'? /gm)].map(([, name]) => name!);
    expect(accounts.sort()).toEqual(teams);
  }
  const queues = queuesOf(env);
  if (queues) {
    const local = queueObjects(queues, new Map()).flatMap((one) =>
      one.kind === "LocalQueue" ? (one as LocalQueue).metadata.namespace : [],
    );
    expect(local.sort()).toEqual(teams);
  }
  const rows = tally(env, {
    jobs: teams.map((account) => ({ ...JOB, account })),
    pods: teams.map((namespace) => ({ namespace, resource: "nvidia_com_gpu", node: "n", gpuHours: 1 })),
    events: { capacity: [], out: [] },
    poolOf: new Map(),
  }).rows;
  for (const source of ["slurm", "kubernetes"])
    expect(rows.flatMap((row) => (row.source === source ? row.team : []))).toEqual(teams);
  // whoever wants it in a bill may tag with it
  for (const name of teams) expect(name).toMatch(TAG_VALUE);
}

const JOB = {
  job: "1",
  user: "ann",
  partition: "train",
  qos: "standard",
  state: "COMPLETED",
  seconds: 3600,
  cpus: 8,
  gpus: new Map([["h100", 1]]),
  nodes: "n",
  comment: "",
};

const SHIPPED = [...shipped(), ...shippedInClusters()].map(({ resolved }) => resolved as SiteEnvironment);

test.each(SHIPPED.map((env) => [env.name, env] as const))("teams of %s have one name everywhere", (_, env) => {
  expectOneName(env);
});

test("a team of any name has one name everywhere", () => {
  const name = fc.stringMatching(/^[a-z](-?[a-z0-9]){0,14}$/).filter((one) => hasShape({ teams: { [one]: {} } }));
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 4 }), (names) => {
      const { env } = sample({
        nodeGroups: { l40s: { instanceType: "g6e.12xlarge", nodes: 2, fabric: { kind: "none" } } },
        kueue: { nodeGroups: ["l40s"] },
        teams: { vision: null, ...Object.fromEntries(names.map((one) => [one, {}])) },
      });
      expectOneName(env);
    }),
    { numRuns: 40 },
  );
});

test.each(SHIPPED.map((env) => [env.name, env] as const))("usage of %s names the cost center of its tags", (_, env) => {
  const none = { kind: "none", why: "not asked" } as const;
  const { costCenter } = usageOf(
    env,
    {
      format: 1,
      takenAt: "2026-11-21T12:00:00.000Z",
      environment: env.name,
      period: { from: 0, to: 3600 },
      slurm: none,
      nodes: {},
      prometheus: none,
      kueue: none,
    },
    undefined,
  );
  expect(env.tags["railyard:cost-center"]).toBe(costCenter);
});
