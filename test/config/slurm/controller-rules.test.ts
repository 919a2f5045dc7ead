import { installedVersion } from "../../../config/components/installed-chart";
import { CHART_KEYS, type KeyTree } from "../../../config/facts/chart-keys";
import { SLURM_CONTROLLERS } from "../../../config/facts/slurm-controllers";
import { CHARTS } from "../../../config/facts/versions";
import { SLURM_CONTROLLER_RULES } from "../../../config/slurm/controller-rules";
import { problemsWith } from "../../helpers/loading";
import { sample } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const controllers = (replicas: number, claim?: string) => ({
  slurm: { controller: { replicas, ...(claim !== undefined && { claim }) } },
});
const AT = ["slurm", "controller", "replicas"];
const HOMES = { homes: { kind: "efs" } };

ruleCases(SLURM_CONTROLLER_RULES, {
  "slurm/controller-claim": {
    severity: "error",
    trips: [
      {
        when: "two on a volume that one node mounts",
        change: controllers(2),
        at: AT,
        message: ["2 slurmctld", "several nodes"],
        fix: ["ReadWriteMany", 'claim: "slurm-state"', "docs/slurm-controllers.md", "replicas: 1"],
      },
      { when: "several", change: controllers(5), at: AT, message: ["5 slurmctld"] },
    ],
    passes: [
      { when: "two with a claim", change: controllers(2, "slurm-state") },
      { when: "one", change: controllers(1) },
      { when: "a controller of which nothing is said", change: { slurm: { controller: {} } } },
      { when: "no Slurm", change: { slurm: null } },
    ],
  },
  "slurm/controller-claim-shared": {
    severity: "error",
    trips: [
      {
        when: "the claim of homes",
        change: { storage: HOMES, ...controllers(1, "homes") },
        at: ["slurm", "controller", "claim"],
        message: ['"homes"', "jobs mount it at /home"],
        fix: ["a claim of its own"],
      },
    ],
    passes: [
      { when: "a claim beside that of homes", change: { storage: HOMES, ...controllers(1, "slurm-state") } },
      { when: "no claim", change: { storage: HOMES, ...controllers(1) } },
    ],
  },
  "slurm/controller-claim-own": {
    severity: "error",
    trips: [
      {
        when: "what Slinky's operator makes for slurmctld",
        change: controllers(1, "statesave-slurm-controller-0"),
        at: ["slurm", "controller", "claim"],
        message: ['"statesave-slurm-controller-0"', "an operator makes"],
        fix: ["take claim out", "docs/slurm-controllers.md"],
      },
      {
        when: "the volume of the database",
        change: controllers(2, "storage-slurm-database-0"),
        at: ["slurm", "controller", "claim"],
        fix: ["another name"],
      },
    ],
    passes: [
      { when: "a claim of another name", change: controllers(1, "statesave") },
      { when: "no claim", change: controllers(1) },
    ],
  },
  "slurm/controller-chart": {
    severity: "warning",
    trips: [
      {
        when: "two, for which the pinned chart is too old",
        change: controllers(2, "slurm-state"),
        at: AT,
        message: [SLURM_CONTROLLERS.since, CHARTS.slurm.version, SLURM_CONTROLLERS.readOf],
        fix: ["npx railyard charts sample"],
      },
    ],
    passes: [{ when: "one with a claim, which the pinned chart has", change: controllers(1, "slurm-state") }],
  },
});

test("two take all charts of Slinky in the release that runs them, and nothing else in another one", () => {
  const two = sample(controllers(2, "slurm-state")).env;
  const charts = Object.keys(CHARTS) as (keyof typeof CHARTS)[];
  const other = charts.filter((chart) => installedVersion(two, chart) !== CHARTS[chart].version);
  expect(other.toSorted()).toEqual(SLURM_CONTROLLERS.charts.toSorted());
  expect(new Set(other.map((chart) => installedVersion(two, chart)))).toEqual(new Set([SLURM_CONTROLLERS.since]));
  const one = sample(controllers(1, "slurm-state")).env;
  expect(charts.filter((chart) => installedVersion(one, chart) !== CHARTS[chart].version)).toEqual([]);
});

// whoever pins a chart that has it takes the warning away by it
test("the pinned chart has a claim of somebody else's, and no key for several", () => {
  const controller = CHART_KEYS.slurm!["controller"] as KeyTree;
  expect(Object.keys(controller["persistence"] as KeyTree)).toContain("existingClaim");
  expect(Object.keys(controller)).not.toContain("ha");
});

test("what is no number of slurmctld, and no name of a claim, is told", () => {
  expect(problemsWith(controllers(0))).toContainEqual(
    expect.stringContaining(
      "sample slurm.controller.replicas: must be at least 1, but is 0 | a whole number from 1 to 9: How many slurmctld",
    ),
  );
  expect(problemsWith(controllers(1, "Slurm State"))).toContainEqual(
    expect.stringContaining("slurm.controller.claim: must be the name of an object of Kubernetes"),
  );
});
