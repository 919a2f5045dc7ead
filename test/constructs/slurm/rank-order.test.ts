import { rankOrderScript } from "../../../constructs/slurm/rank-order";
import { runScript } from "../../helpers/slurm";

const DYNAMIC = `case "$1 $2" in
  "show hostnames") echo "$3" | tr , '\\n' ;;
  "show topology") echo "SwitchName=root Level=1 LinkSpeed=0 Nodes=n1,n2 Switches=a,b" ;;
  "show node") cat <<END
NodeName=n1 Arch=x Topology=fabric:root:a-l1:leaf2
NodeName=n2 Arch=x Topology=fabric:root:a-l1:leaf1,nvlink:nvl001
NodeName=n10 Arch=x Topology=fabric:root:a-l1:leaf2
NodeName=n3 Arch=x Topology=fabric:root:a-l1:leaf1
END
  ;; esac`;

const STATIC = `case "$1 $2" in
  "show hostnames") echo "$3" | tr , '\\n' ;;
  "show topology") echo "SwitchName=s2 Level=0 LinkSpeed=1 Nodes=n1,n10"; echo "SwitchName=s1 Level=0 LinkSpeed=1 Nodes=n2" ;;
  "show node") for n in n1 n2 n10 n3; do echo "NodeName=$n Arch=x State=IDLE"; done ;; esac`;

const SRUN =
  'echo "near $RAILYARD_NEAR_GPU" >> "$FOLDER/calls"; cp "$SLURM_HOSTFILE" "$FOLDER/hostfile"; exit ${SRUN_STATUS:-0}';

const run = (scontrol: string, args: string[], env: Record<string, string> = {}) =>
  runScript(rankOrderScript(), {
    stubs: { scontrol, srun: SRUN },
    env: { SLURM_JOB_NODELIST: "n[1-3,10]", ...env },
    args,
  });

describe("railyard-srun", () => {
  test("lays nodes out leaf by leaf, by number within a leaf", () => {
    expect(run(DYNAMIC, ["--hosts"]).output).toBe("n2\nn3\nn1\nn10\n");
  });

  test("writes a file of hosts for mpirun, a line for each rank", () => {
    const of = (env: Record<string, string>) => run(DYNAMIC, ["--hostfile"], env);
    expect(of({ SLURM_NTASKS: "8" }).output).toBe("n2\nn2\nn3\nn3\nn1\nn1\nn10\nn10\n");
    expect(of({}).output).toBe("n2\nn3\nn1\nn10\n");
    expect(of({ SLURM_NTASKS: "6" }).status).toBe(1);
  });

  test("asks for the leaves of static nodes, and puts those of no leaf together", () => {
    expect(run(STATIC, ["--hosts"]).output).toBe("n2\nn1\nn10\nn3\n");
  });

  test("takes all nodes by number where the cluster has no topology", () => {
    const without = STATIC.replace(/"show topology"\).*/, '"show topology") ;;');
    expect(without).not.toContain("SwitchName");
    expect(run(without, ["--hosts"]).output).toBe("n1\nn2\nn3\nn10\n");
  });

  test("starts as many ranks on each node as the job has, in that order", () => {
    const result = run(DYNAMIC, ["--mpi=pmix", "train.sh"], { SLURM_NTASKS: "8" });
    expect(result.status).toBe(0);
    expect(result.file("hostfile")).toBe("n2\nn2\nn3\nn3\nn1\nn1\nn10\nn10\n");
    expect(result.calls.filter((c) => c.startsWith("srun"))).toEqual([
      "srun --distribution=arbitrary --ntasks=8 --mpi=pmix train.sh",
    ]);
  });

  test("asks nodes to put ranks near their GPUs, unless the job says no", () => {
    expect(run(DYNAMIC, ["x"]).calls).toContain("near 1");
    expect(run(DYNAMIC, ["x"], { RAILYARD_NEAR_GPU: "0" }).calls).toContain("near 0");
  });

  test("starts one rank on each node where the job names no number", () => {
    expect(run(DYNAMIC, ["x"]).file("hostfile")).toBe("n2\nn3\nn1\nn10\n");
  });

  test("ends with the exit code of srun", () => {
    expect(run(DYNAMIC, ["x"], { SRUN_STATUS: "7" }).status).toBe(7);
  });

  test("fails when ranks do not spread evenly", () => {
    const result = run(DYNAMIC, ["x"], { SLURM_NTASKS: "6" });
    expect(result.status).toBe(1);
    expect(result.output).toContain("6 tasks do not spread evenly over 4 nodes");
  });

  test("fails outside a job", () => {
    const result = runScript(rankOrderScript(), { args: ["x"] });
    expect(result.status).not.toBe(0);
    expect(result.output).toContain("works within a job");
  });
});
