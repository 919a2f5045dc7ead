import { spawnSync } from "node:child_process";
import { gromacsScript, hplScript } from "../../../constructs/verify/check-scripts";
import { judgeHpl } from "../../../scripts/verify/judge/applications";
import { parseGromacs } from "../../../scripts/verify/parse/gromacs";
import { parseHpl } from "../../../scripts/verify/parse/hpl";

const has = (program: string) => spawnSync("bash", ["-c", 'command -v "$0"', program]).status === 0;
const HAS_HPL = has("xhpl") && has("mpirun");
const HAS_GROMACS = has("gmx");

/** What the script of a check prints, as so many processes of OpenMPI or by itself. */
function printed(script: string, processes = 0): string {
  const bash = ["bash", "-c", script];
  const mpirun = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", `${processes}`];
  const [program, ...args] = processes === 0 ? bash : [...mpirun, ...bash];
  const env = {
    ...process.env,
    OMPI_ALLOW_RUN_AS_ROOT: "1",
    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: "1",
  };
  return spawnSync(program!, args, { encoding: "utf8", env }).stdout;
}

const hpl = hplScript({ order: 1024, rows: 1, columns: 2 });

(HAS_HPL ? test : test.skip)("the real HPL reads the HPL.dat that is written for it, and solves its system", () => {
  const run = parseHpl(printed(hpl, 2));
  expect(run).toMatchObject({ order: 1024, processes: 2, wrong: [] });
  expect(judgeHpl(run, { order: 1024, processes: 2 })).toMatchObject({
    status: "measured",
    findings: [],
  });
  expect(() => parseHpl(printed(hpl))).toThrow(/Need at least 2 processes/);
});

(HAS_GROMACS ? test : test.skip)(
  "the real GROMACS simulates the water that is made for it, and its refusals are read",
  () => {
    const run = parseGromacs(printed(gromacsScript(2, 20, "-nb cpu")));
    expect(run.nsPerDay).toBeGreaterThan(0);
    expect(run.onGpu).toBe(false);
    expect(() => parseGromacs(printed(gromacsScript(2, 20, "-nb nothing")))).toThrow(/Invalid value: nothing/);
    expect(() => parseGromacs(printed(gromacsScript(1, 20, "")))).toThrow(/longer than half the shortest box vector/);
  },
);
