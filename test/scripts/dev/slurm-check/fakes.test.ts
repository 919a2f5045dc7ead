import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

test("the pretended Python says what it was asked for, and scripts of nodes get the real one", () => {
  const python = (...args: string[]) => runScript(fakeCommands("/w")["python3"]!, { args }).output.trim();
  expect(python("train.py", "--model=1b")).toBe("python3 train.py --model=1b");
  expect(python("-c", "print(6 * 7)")).toBe("42");
});

test("wrappers are scripts that bash can read, and run the generated ones", () => {
  const all = fakeCommands("/w");
  for (const [name, text] of Object.entries(all)) expect([name, syntaxErrors(text)]).toEqual([name, ""]);
  expect(all["prolog"]).toContain('"/w"/etc/prolog-*.sh');
  expect(all["epilog"]).toContain('"/w"/etc/epilog-*.sh');
  expect(all["health-check"]).toContain('"/w"/etc/health-check.sh');
});

describe("a node that is asked for its health", () => {
  /** Asks it in a folder with one check, by what is done between two times; lines that the script wrote. */
  const asked = (between: string): string[] => {
    const folder = mkdtempSync(join(tmpdir(), "fakes-"));
    const put = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o755 });
    try {
      for (const name of ["etc", "bin"]) mkdirSync(join(folder, name));
      put("etc/nodes", "a-0\ta\nb-0\tb\n");
      put("etc/node-b.env", "SHARED_PATH=/fsx\nLIMIT=1\n");
      put("etc/checks-b", "gpu-count\n");
      put("etc/check-gpu-count.sh", "echo first\n");
      put(
        "etc/health-check.sh",
        '. "${0%/*}/node.env"; echo "$LIMIT:$SHARED_PATH"; bash "${0%/*}/check-$(cat "${0%/*}/checks").sh"\n',
      );
      put("bin/health-check", fakeCommands(folder)["health-check"] ?? "");
      const script = `cd "${folder}"; export SLURMD_NODENAME=b-0; bin/health-check; ${between}; bin/health-check; cat health.b-0.out`;
      return execFileSync("bash", ["-c", script], { encoding: "utf8" }).trim().split("\n");
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  test("has what its own group has", () => expect(asked("true")).toEqual(["1:", "first", "1:", "first"]));
  test("has what was changed since", () =>
    expect(
      asked("sleep 0.02; echo echo second >etc/check-gpu-count.sh; sed -i s/LIMIT=1/LIMIT=2/ etc/node-b.env"),
    ).toEqual(["1:", "first", "2:", "second"]));
  test("is not asked again while it is", () =>
    expect(asked("exec 8>spool.b-0/asked; flock 8")).toEqual(["1:", "first"]));
});
