import { execFile, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { driftPrograms } from "../../constructs/training/drift-job";

/** 600 rows; `by` is added to every number of x. */
export const rows = (by = 0, from = "NA") =>
  Array.from({ length: 600 }, (_, at) => [
    `${((at * 37) % 600) / 100 + by}`,
    at % 3 ? "DE" : from,
    at % 7 ? `${at % 4}` : "",
  ]);
/** Rows as a file. */
export const csv = (lines: readonly (readonly string[])[], head = "x,country,level") =>
  `${[head, ...lines.map((line) => line.join(","))].join("\n")}\n`;

/** Folders of a test file, which go with its tests. `programs` is where those are that drift is told with. */
export function driftPlaces() {
  const root = mkdtempSync(join(tmpdir(), "railyard-drift-"));
  const programs = join(root, "programs");
  mkdirSync(programs);
  for (const [name, text] of Object.entries(driftPrograms())) writeFileSync(join(programs, name), text);
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  return { root, programs, place: (name: string) => new Place(join(root, name), programs) };
}

/** A folder of its own, with the programs that start trainings in it. */
class Place {
  readonly state: string;
  constructor(
    readonly folder: string,
    readonly programs: string,
  ) {
    this.state = join(this.folder, "state");
    mkdirSync(join(this.folder, "bin"), { recursive: true });
    mkdirSync(join(this.folder, "data"));
    this.data(csv(rows()));
  }
  data(text: string | Buffer, name = "a.csv"): void {
    writeFileSync(join(this.folder, "data", name), text);
  }
  program(name: string, text: string): string {
    const path = join(this.folder, "bin", name);
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
    return path;
  }
  run(what: string, ...more: readonly string[]) {
    const data = what === "check" || what === "reference" ? ["data"] : [];
    const { status, stdout, stderr } = spawnSync(
      "python3",
      [join(this.programs, "railyard_drift.py"), what, `--state=${this.state}`, ...more, ...data],
      {
        cwd: this.folder,
        encoding: "utf8",
        env: { PATH: `${this.folder}/bin:${process.env["PATH"]}`, SLURM_JOB_ID: "1", SLURM_CONF: "kept" },
      },
    );
    return { status, stdout, stderr, last: stdout.trim().split("\n").at(-1) };
  }
  slow(...more: readonly string[]): Promise<string> {
    const words = [join(this.programs, "railyard_drift.py"), "check", `--state=${this.state}`, ...more, "data"];
    const env = { PATH: `${this.folder}/bin:${process.env["PATH"]}`, SLOW: "1" };
    return promisify(execFile)("python3", words, { cwd: this.folder, env }).then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    );
  }
  readonly check = (...more: readonly string[]) => this.run("check", ...more);
  report() {
    return JSON.parse(readFileSync(join(this.state, "report.json"), "utf8")) as {
      columns: Record<string, { kind: string; psi: number; ks?: number; drifts: boolean; unseen?: number }>;
      form: string[];
    };
  }
  started(): string[] {
    const file = join(this.folder, "started");
    return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  }
}
