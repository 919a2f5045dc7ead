import { readFileSync } from "node:fs";
import { join } from "node:path";
import { verifyCommand } from "../../../scripts/commands/verify/command";
import type { Evidence } from "../../../scripts/verify/evidence";
import type { SlurmProgram } from "../../../scripts/lib/slurm/controller";
import { captured } from "../../helpers/captured";
import { hasSlurm, startSlurm, type RealSlurm } from "../../helpers/real-slurm";
import { ROOT } from "../../helpers/process";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();
const NODES = ["h100-0", "h100-1", "h100-2", "h100-3", "h100-4", "h100-5"];
/** Planted anew each time: no test knows it from the last one. */
const BAD = NODES[Math.floor(Math.random() * NODES.length)]!;

const fixture = (name: string) => join(ROOT, "test/fixtures/verify", name);
/** One task of a job prints what all of its ranks would. */
const NCCL = `[ "\${SLURM_PROCID:-0}" = 0 ] || exit 0
nodes=" $(scontrol show hostnames "$SLURM_JOB_NODELIST" | tr '\\n' ' ') "
case "$nodes" in
  *" ${BAD} "*) cat ${fixture("nccl-p5-slow-node.txt")} ;;
  *) cat ${fixture("nccl-p5-efa.txt")} ;;
esac`;

/** Scripts find PyTorch, unpack their programs really, and start one that prints what was measured on a GPU node. */
const PYTHON = `case "$*" in
  *"import torch"*) ;;
  gemm.py*) [ -f gemm.py ] && cat ${fixture("gemm-h100.txt")} ;;
  *) exec /usr/bin/python3 "$@" ;;
esac`;
/** One device of the bad node is slow, whichever end of a pair it is. */
const FABTESTS = `[ "$SLURM_PROCID" = 1 ] || exit 0
rate=11480.10
case "$*" in *rdmap81s2-rdm*) case " $(scontrol show hostnames "$SLURM_JOB_NODELIST" | tr '\\n' ' ') " in *" ${BAD} "*) rate=5731.40 ;; esac ;; esac
printf 'bytes   iters   total       time     MB/sec    usec/xfer   Mxfers/sec\\n1m      2000    2g     0.18s  %s     91.34       0.01\\n' "$rate"`;

let real: RealSlurm;
beforeAll(async () => {
  if (!hasSlurm()) throw new Error("these tests need slurmctld, slurmd and munged, and to be root");
  real = await startSlurm(NODES, {
    feature: "h100",
    programs: {
      all_reduce_perf: NCCL,
      "nvidia-smi": 'for _ in 1 2 3 4 5 6 7 8; do echo "NVIDIA H100 80GB HBM3"; done',
      dcgmi: "sleep 60",
      python3: PYTHON,
      fi_info: `for at in $(seq 0 31); do echo "domain: rdmap$((79 + at / 4))s$((at % 4))-rdm"; done`,
      fi_rdm_tagged_bw: FABTESTS,
    },
  });
});
afterAll(() => real?.stop());

/** The machine has neither containers nor the folder of the image. */
const here: SlurmProgram = (...args) =>
  real.command(
    ...args
      .filter((arg) => !arg.startsWith("--container-image=") && arg !== "--mpi=pmix")
      .map((arg) => arg.replaceAll("/opt/nccl-tests/build/", "")),
  );

async function run(...args: string[]) {
  const { context, texts } = captured(temporary());
  const out = join(context.root, "evidence");
  const code = await verifyCommand([...args, "--out", out], context, { slurm: here });
  const evidence = JSON.parse(readFileSync(join(out, "evidence.json"), "utf8")) as Evidence;
  return { code, evidence, ...texts() };
}

test("a bad node that was planted at random is found by jobs of real Slurm", async () => {
  const { code, evidence } = await run("research", "--only", "nccl-pairs");
  expect(code).toBe(2);
  expect(evidence.pools[0]!.bad.map(({ node }) => node)).toEqual([BAD]);
  // nobody is left behind
  expect((await real.command("squeue", "--noheader")).trim()).toBe("");
});

test("one slow device is found on real Slurm, by jobs of two nodes, and its node is named", async () => {
  const { code, evidence } = await run("research", "--only", "gemm", "--only", "efa-devices");
  expect(code).toBe(2);
  const [pool] = evidence.pools;
  expect(pool!.bad).toEqual([{ node: BAD, check: "EFA devices one by one" }]);
  const found = pool!.runs.flatMap(({ verdict }) => verdict?.findings.map(({ text }) => text) ?? []);
  expect(found[0]).toBe("rdmap81s2-rdm carries 45.85 Gbps, and the median of 32 devices is 91.84 Gbps.");
  // each node multiplied before: the programs came with the job
  expect(pool!.runs.filter(({ check, status }) => check === "gemm" && status === "passed")).toHaveLength(NODES.length);
});

test("a node with a job is left alone, a drained one too, with its reason", async () => {
  await real.command("scontrol", "update", "nodename=h100-0", "state=drain", "reason=cable");
  const job = real.command("srun", "--nodelist=h100-1", "--job-name=somebody", "sleep", "300").catch(() => "");
  try {
    for (let tries = 0; tries < 100; tries++)
      if ((await real.command("squeue", "--noheader", "--states=running")).includes("h100-1")) break;
    const { evidence } = await run("research", "--only", "inventory");
    const [pool] = evidence.pools;
    expect(pool!.free).toEqual(NODES.slice(2));
    expect(pool!.unseen.slice(0, 2)).toEqual([
      "h100-0 was not looked at: Slurm has it as drained (cable).",
      "h100-1 was not looked at: jobs are on it.",
    ]);
  } finally {
    await real.command("scancel", "--name=somebody");
    await job;
    await real.command("scontrol", "update", "nodename=h100-0", "state=resume");
  }
});
