import { setTimeout as pause } from "node:timers/promises";
import { schedulingScript } from "../../../constructs/verify/check-scripts";
import { schedulingCheck } from "../../../scripts/verify/checks/scheduling";
import { judgeScheduling } from "../../../scripts/verify/judge/scheduling";
import { parseScheduling } from "../../../scripts/verify/parse/scheduling";
import { slurmRunner } from "../../../scripts/verify/slurm";
import { sample } from "../../helpers/environment";
import { startSlurm } from "../../helpers/real-slurm";

test("preemption and a closed node are tried on a reserved node, and nothing of it is left", async () => {
  const trial = await startSlurm(["h100-0", "h100-1"], {
    feature: "h100",
    programs: {},
    qos: [
      "scavenger Priority=0 GraceTime=2",
      "standard Priority=100 Preempt=scavenger Flags=DenyOnLimit GrpTRES=gres/gpu=16",
    ],
  });
  const queue = () => trial.command("squeue", "--noheader", "--format=%j %T %N");
  try {
    // somebody is on one of the nodes, and waits for both
    const somebody = ["--qos=scavenger", "--output=/dev/null", "--chdir=/", "--exclusive"];
    await trial.command(
      "sbatch",
      ...somebody,
      "--job-name=somebody",
      "--nodelist=h100-1",
      "--time=5",
      "--wrap",
      "sleep 280",
    );
    await trial.command("sbatch", ...somebody, "--job-name=waits", "--nodes=2", "--time=5", "--wrap", "sleep 280");
    const before = await settled(queue, /somebody RUNNING h100-1/);
    const runner = slurmRunner({ slurm: trial.command, partitions: { h100: "train" }, jobName: "verify" });
    const script = schedulingScript({ low: "scavenger", high: "standard", gpus: 8, patience: 60 });
    const run = (node: string) =>
      runner.run(
        { tasksPerNode: 1, image: null, mpi: false, place: "controller", env: { RAILYARD_RUN: "1" }, script },
        {
          check: schedulingCheck(sample().env),
          pool: sample().env.nodeGroups.find(({ name }) => name === "h100")!,
          nodes: [node],
        },
      );
    const expected = { low: "scavenger", high: "standard", partitions: ["train"], teams: { standard: 16 } };
    expect(judgeScheduling(parseScheduling(await run("h100-0")), expected)).toMatchObject({
      status: "passed",
      findings: [],
    });
    // the node that somebody is on is refused, and both of his jobs are as they were
    const busy = await run("h100-1");
    expect(() => parseScheduling(busy)).toThrow(/refused a reservation: .*(?:busy|Requested nodes)/i);
    expect(await settled(queue, /^(?!.*railyard)/s)).toBe(before);
    expect(await trial.command("scontrol", "show", "reservation", "--oneliner")).not.toContain("railyard");
    expect((await trial.command("sinfo", "--noheader", "--nodes=h100-0", "--format=%T")).trim()).toMatch(
      // the job that waits for both nodes may be planned there
      /^(?:idle|planned)$/,
    );
  } finally {
    await trial.stop();
  }
});

/** What a command prints, once it has a form. */
async function settled(print: () => Promise<string>, form: RegExp): Promise<string> {
  for (;;) {
    const text = await print();
    if (form.test(text)) return text;
    await pause(200);
  }
}
