import { fakeCommands } from "../../../../scripts/dev/slurm-check/fakes";
import { syntaxErrors } from "../../../helpers/sandbox";
import { runScript } from "../../../helpers/slurm";

const nvidiaSmi = (count: number | null, ...args: string[]) =>
  runScript((fakeCommands("@F@")["nvidia-smi"] ?? "").replaceAll("@F@", "$FOLDER"), {
    files: count === null ? {} : { "gpus.n1": `${count}\n` },
    env: { SLURMD_NODENAME: "n1" },
    args,
  }).output;

describe("the pretended nvidia-smi", () => {
  test("lists as many GPUs as the node has", () => {
    expect(nvidiaSmi(3, "-L").match(/^GPU /gm)).toHaveLength(3);
    expect(nvidiaSmi(null, "-L")).toBe("");
  });

  test("knows only GPUs that are there", () => {
    expect(nvidiaSmi(2, "--query-gpu=index", "--format=csv,noheader", "-i", "1,2,3")).toBe("1\n");
  });

  test("sees no processes and no broken rows", () => {
    expect(nvidiaSmi(8, "--query-compute-apps=pid", "-i", "0,1")).toBe("");
    expect(nvidiaSmi(8, "--query-remapped-rows=gpu_bus_id,remapped_rows.failure")).toBe("");
  });
});

test("wrappers are scripts that bash can read, and run the generated ones", () => {
  const all = fakeCommands("/w");
  for (const [name, text] of Object.entries(all)) expect([name, syntaxErrors(text)]).toEqual([name, ""]);
  expect(all["prolog"]).toContain('"/w"/etc/prolog-*.sh');
  expect(all["epilog"]).toContain('"/w"/etc/epilog-*.sh');
  expect(all["health-check"]).toContain('"/w"/etc/health-check.sh');
});
