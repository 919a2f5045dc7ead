import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { table } from "../../scripts/lib/terminal/table";

/** `npm run bench`: medians of whole processes, and ratios. Asserts nothing: machines differ. */
const ROOT = join(__dirname, "..", "..");
const RUNS = 5;

interface Measure {
  readonly seconds: number;
  /** Of all processors, by the process itself and by the system for it: on a busy machine, what to compare. */
  readonly cpuSeconds: number;
  readonly peakMiB: number;
}

function once(args: readonly string[]): Measure {
  const start = process.hrtime.bigint();
  // GNU time knows the peak memory of any program, ours or not
  const child = spawnSync("/usr/bin/time", ["-f", "%U %S %M", process.execPath, "--max-semi-space-size=8", ...args], {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, CHECKPOINT_DISABLE: "1" },
  });
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  if (child.error) throw new Error(`the benchmark needs GNU time at /usr/bin/time: ${child.error.message}`);
  if (child.status !== 0) throw new Error(`${args.join(" ")} failed:\n${child.stderr}`);
  const [user = NaN, system = NaN, peakKiB = NaN] = (child.stderr.trim().split("\n").at(-1) ?? "")
    .split(" ")
    .map(Number);
  return { seconds, cpuSeconds: user + system, peakMiB: peakKiB / 1024 };
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

function measure(args: readonly string[], runs = RUNS): Measure {
  const all = Array.from({ length: runs }, () => once(args));
  const of = (key: keyof Measure) => median(all.map((one) => one[key]));
  return { seconds: of("seconds"), cpuSeconds: of("cpuSeconds"), peakMiB: of("peakMiB") };
}

const row = (name: string, m: Measure, base: Measure) => [
  name,
  m.seconds.toFixed(2),
  m.cpuSeconds.toFixed(2),
  (m.cpuSeconds / base.cpuSeconds).toFixed(2),
  m.peakMiB.toFixed(0),
];

/** As `railyard` starts, and as it would with every file compiled by itself. */
const COMPILED = ["--require", "./bin/program"];
const BY_FILE = ["--import", "tsx"];
const CHILD = [...COMPILED, "test/bench/child.ts"];
const print = (text: string) => process.stdout.write(`${text}\n`);

/** The first run compiles, and the second one keeps what V8 made of it. */
function warm(args: readonly string[], runs = RUNS): Measure {
  once(args);
  once(args);
  return measure(args, runs);
}

const imports = warm([...CHILD, "import"]);
print(`Medians of ${RUNS} whole processes. × is of CPU time, against importing the modules of a synth.\n`);
print(
  table(
    ["start", "s", "CPU s", "×", "peak MiB"],
    [
      row("node, which does nothing", measure(["--eval", ""]), imports),
      row("railyard --help", warm(["bin/railyard.js", "--help"]), imports),
      row("importing the modules", imports, imports),
      row("importing the modules, each by tsx", warm([...BY_FILE, "test/bench/child.ts", "import"]), imports),
      row("synth research", warm(["bin/synth.js", "research"]), imports),
      row("synth research, each module by tsx", warm([...BY_FILE, "main.ts", "research"]), imports),
      row("synth, all environments", warm(["bin/synth.js"]), imports),
    ],
    [1, 2, 3, 4],
  ).join("\n"),
);

const scales = [
  ...[1, 10, 100].map((n) => ({ name: `${n} environments of 2 groups`, args: [String(n), "2"] })),
  ...[10, 100, 1000].map((n) => ({ name: `1 environment of ${n} groups`, args: ["1", String(n)] })),
];
const scaled = scales.map(({ name, args }) => ({ name, m: measure([...CHILD, "scale", ...args], 3) }));
const first = scaled[0]?.m ?? imports;
print("\nMedians of 3. × is against the first row.\n");
print(
  table(
    ["scale", "s", "CPU s", "×", "peak MiB"],
    scaled.map(({ name, m }) => row(name, m, first)),
    [1, 2, 3, 4],
  ).join("\n"),
);

const plans = mkdtempSync(join(tmpdir(), "railyard-bench-"));
try {
  const rehearsals = ["dev", "research", "frontier"].map((name) => {
    const args = ["bin/railyard.js", "rehearse", name, "--fresh", "--out", plans, "--json"];
    return { name, m: measure(args, 3) };
  });
  const smallest = rehearsals[0]?.m ?? imports;
  print(
    "\nMedians of 3, with the real Terraform: all phases of all stacks. The peak is that of the largest process.\n",
  );
  print(
    table(
      ["npm run rehearse", "s", "CPU s", "×", "peak MiB"],
      rehearsals.map(({ name, m }) => row(name, m, smallest)),
      [1, 2, 3, 4],
    ).join("\n"),
  );
} finally {
  rmSync(plans, { recursive: true, force: true });
}

const reviews = [
  ...[10, 1000, 10_000].map((n) => ({ name: `${n} mixed changes`, args: [String(n), "mixed"] })),
  { name: "10000 dangers", args: ["10000", "dangers"] },
].map(({ name, args }) => ({ name, m: measure([...COMPILED, "test/bench/review.ts", ...args], 3) }));
const shortest = reviews[0]?.m ?? imports;
print("\nMedians of 3: a plan is read, reviewed, and written as Markdown, page and JSON.\n");
print(
  table(
    ["review", "s", "CPU s", "×", "peak MiB"],
    reviews.map(({ name, m }) => row(name, m, shortest)),
    [1, 2, 3, 4],
  ).join("\n"),
);
