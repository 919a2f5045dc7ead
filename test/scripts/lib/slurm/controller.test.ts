import type { Kubectl } from "../../../../scripts/lib/kubernetes/kubectl";
import { slurmController } from "../../../../scripts/lib/slurm/controller";

/** A cluster with these StatefulSets, and what kubectl is asked to run. */
function cluster(...names: string[]) {
  const asked: string[][] = [];
  const kubectl = {
    list: () => Promise.resolve(names.map((name) => ({ metadata: { name } }))),
    run: (...args: string[]) => {
      asked.push(args);
      return Promise.resolve("");
    },
  } as unknown as Kubectl;
  return { kubectl, asked };
}

test.each([
  [false, []],
  // a job takes longer than any answer
  [true, ["--request-timeout=0"]],
])("programs run beside slurmctld; with waits as %s kubectl has %j beside its usual limit", async (waits, limit) => {
  const { kubectl, asked } = cluster("slurm-controller");
  await (await slurmController(kubectl, "slurm", waits))!("srun", "--nodes=2", "true");
  expect(asked).toEqual([
    ["exec", ...limit, "--namespace", "slurm", "statefulset/slurm-controller", "--container", "slurmctld", "--"].concat(
      ["srun", "--nodes=2", "true"],
    ),
  ]);
});

test("a cluster without its controller has no jobs", async () => {
  expect(await slurmController(cluster("another").kubectl, "slurm")).toBeNull();
});
