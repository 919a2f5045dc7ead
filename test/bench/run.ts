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
  readonly peakMiB: number;
}

function once(args: readonly string[]): Measure {
  const start = process.hrtime.bigint();
  // GNU time knows the peak memory of any program, ours or not
  const child = spawnSync(
    "/usr/bin/time",
    ["-f", "%M", process.execPath, "--max-semi-space-size=8", "--import", "tsx", ...args],
    {
      cwd: ROOT,
      encoding: "utf8",
      env: { ...process.env, CHECKPOINT_DISABLE: "1" },
    },
  );
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  if (child.error) throw new Error(`the benchmark needs GNU time at /usr/bin/time: ${child.error.message}`);
  if (child.status !== 0) throw new Error(`${args.join(" ")} failed:\n${child.stderr}`);
  return { seconds, peakMiB: Number(child.stderr.trim().split("\n").at(-1)) / 1024 };
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

function measure(args: readonly string[], runs = RUNS): Measure {
  const all = Array.from({ length: runs }, () => once(args));
  return { seconds: median(all.map((m) => m.seconds)), peakMiB: median(all.map((m) => m.peakMiB)) };
}

const row = (name: string, m: Measure, base: Measure) => [
  name,
  m.seconds.toFixed(2),
  (m.seconds / base.seconds).toFixed(2),
  m.peakMiB.toFixed(0),
];

const CHILD = "test/bench/child.ts";
const print = (text: string) => process.stdout.write(`${text}\n`);

const imports = measure([CHILD, "import"]);
const research = measure(["main.ts", "research"]);
print(`Medians of ${RUNS} whole processes. × is against importing the same modules.\n`);
print(
  table(
    ["npm run synth", "s", "×", "peak MiB"],
    [
      row("importing the modules", imports, imports),
      row("research", research, imports),
      row("all environments", measure(["main.ts"]), imports),
    ],
    [1, 2, 3],
  ).join("\n"),
);

const scales = [
  ...[1, 10, 100].map((n) => ({ name: `${n} environments of 2 groups`, args: [String(n), "2"] })),
  ...[10, 100, 1000].map((n) => ({ name: `1 environment of ${n} groups`, args: ["1", String(n)] })),
];
const scaled = scales.map(({ name, args }) => ({ name, m: measure([CHILD, "scale", ...args], 3) }));
const first = scaled[0]?.m ?? imports;
print("\nMedians of 3. × is against the first row.\n");
print(
  table(
    ["scale", "s", "×", "peak MiB"],
    scaled.map(({ name, m }) => row(name, m, first)),
    [1, 2, 3],
  ).join("\n"),
);

const plans = mkdtempSync(join(tmpdir(), "railyard-bench-"));
try {
  const rehearsals = ["dev", "research", "frontier"].map((name) => {
    const args = ["scripts/railyard.ts", "rehearse", name, "--fresh", "--out", plans, "--json"];
    return { name, m: measure(args, 3) };
  });
  const smallest = rehearsals[0]?.m ?? imports;
  print(
    "\nMedians of 3, with the real Terraform: all phases of all stacks. The peak is that of the largest process.\n",
  );
  print(
    table(
      ["npm run rehearse", "s", "×", "peak MiB"],
      rehearsals.map(({ name, m }) => row(name, m, smallest)),
      [1, 2, 3],
    ).join("\n"),
  );
} finally {
  rmSync(plans, { recursive: true, force: true });
}

const reviews = [10, 1000, 10_000].map((n) => ({ n, m: measure(["test/bench/review.ts", String(n)], 3) }));
const shortest = reviews[0]?.m ?? imports;
print("\nMedians of 3: a plan is read, reviewed, and written as Markdown, page and JSON.\n");
print(
  table(
    ["review", "s", "×", "peak MiB"],
    reviews.map(({ n, m }) => row(`${n} changes`, m, shortest)),
    [1, 2, 3],
  ).join("\n"),
);
