import { sample, type Change } from "../../../helpers/environment";
import { valuesOf } from "../../../helpers/release";
import { synthStacks } from "../../../helpers/stacks";
import type { Json } from "../../../helpers/synth";
import { systemPods } from "../../../../config/sites/aws-eks/cluster/system-pods";

const queued = (operators: readonly string[]): Change => ({
  slurm: null,
  kueue: { nodeGroups: ["h100"], operators },
});
const releases = (operators: readonly string[]): Map<string, Json> =>
  new Map(
    Object.values<Json>(synthStacks(sample(queued(operators)).env)["platform"]!.resource.helm_release).map((one) => [
      one.name,
      one,
    ]),
  );
const ALL = releases(["jobset", "trainer", "mpi"]);

test("operators are installed where config names them, and before Kueue", () => {
  expect([...releases([]).keys()]).not.toEqual(expect.arrayContaining(["kubeflow-trainer"]));
  const waits = (name: string): string => JSON.stringify(ALL.get(name)!.depends_on);
  for (const operator of ["jobset", "kubeflow-trainer", "mpi-operator"]) expect(waits("kueue")).toContain(operator);
  expect(waits("kubeflow-trainer")).toContain("jobset");
});

test("Trainer brings no second JobSet, and a released image", () =>
  expect(valuesOf(ALL.get("kubeflow-trainer")!)).toMatchObject({
    jobset: { install: false },
    image: { tag: "v2.3.0" },
    manager: { replicas: 2 },
  }));

test("people of teams may edit jobs of operators that are installed, and no others", () => {
  const roleOf = (all: Map<string, Json>): Json =>
    (valuesOf(all.get("railyard-queues")!).objects as Json[]).find(
      ({ kind, metadata }) => kind === "ClusterRole" && metadata.name === "railyard-queued-jobs",
    );
  const role = roleOf(ALL);
  expect(role.metadata.labels).toEqual({ "rbac.authorization.k8s.io/aggregate-to-edit": "true" });
  expect(role.rules.flatMap(({ resources }: Json) => resources)).toEqual([
    "jobsets",
    "trainjobs",
    "trainingruntimes",
    "mpijobs",
  ]);
  expect(roleOf(releases([]))).toBeUndefined();
});

test("their pods are counted on system nodes", () => {
  const names = (operators: readonly string[]) => systemPods(sample(queued(operators)).env).map(({ name }) => name);
  expect(names(["trainer", "mpi"])).toEqual(expect.arrayContaining(["kubeflow-trainer", "mpi-operator"]));
  expect(names([])).not.toEqual(expect.arrayContaining(["mpi-operator"]));
});
