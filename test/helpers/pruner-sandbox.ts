import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  checkpointPrunerScript,
  type FolderTier,
  type PrunerPlan,
} from "../../constructs/platform/checkpoint-pruner-script";

/** A file of some bytes or a link. Its age in minutes is that of the folders above it, too. */
export type Entry = { readonly age: number } & ({ readonly size?: number } | { readonly link: string });

export interface StoredObject {
  readonly key: string;
  /** Minutes since it was written. */
  readonly age: number;
  readonly size?: number;
  readonly tag?: string;
}

export interface PrunerWorld {
  /** Entries by path; `tier/` is the folder to prune. A path that ends with a slash is an empty folder. */
  readonly files?: Readonly<Record<string, Entry>>;
  readonly objects?: readonly StoredObject[];
  /** Bash that the stub of `aws` runs first, with the call in its arguments. */
  readonly aws?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface PrunerRun {
  readonly status: number | null;
  readonly output: string;
  /** Every path that is left, sorted; those of folders end with a slash. */
  readonly left: string[];
  /** Tags of the objects that have one, by key. */
  readonly tags: Record<string, string>;
  /** Calls of `aws`. */
  readonly calls: string[];
}

const AWS = (root: string, first: string) => `#!/bin/bash
echo "$*" >>"${root}/calls"
${first}
verb=$2
while [ $# -gt 0 ]; do
  case $1 in
    --prefix) prefix=$2 ;;
    --query) query=$2 ;;
    --key) key=$2 ;;
    --tagging) tagging=$2 ;;
    --bucket) [ "$2" = models ] || exit 254 ;;
  esac
  shift
done
lines() { PREFIX=$prefix awk -F'\\t' 'index($3, ENVIRON["PREFIX"]) == 1 {'"$1"'; n = 1} END {if (!n) print "None"}' "${root}/objects"; }
case $verb:$query in
  list-objects-v2:*Size*) lines 'print $2 "\\t" $3' ;;
  list-objects-v2:*LastModified*) lines 'print $1 "\\t" $3' ;;
  list-objects-v2:Common*)
    lines 'rest = substr($3, length(ENVIRON["PREFIX"]) + 1); i = index(rest, "/"); if (i) print ENVIRON["PREFIX"] substr(rest, 1, i)' | uniq ;;
  get-object-tagging:*) KEY=$key awk -F'\\t' '$2 == ENVIRON["KEY"] {tag = $1} END {print tag ? tag : "None"}' "${root}/tags" ;;
  put-object-tagging:*)
    [[ $tagging =~ ^TagSet=\\[\\{Key=retention,Value=([a-z]+)\\}\\]$ ]] || exit 2
    printf '%s\\t%s\\n' "\${BASH_REMATCH[1]}" "$key" >>"${root}/tags" ;;
  *) exit 2 ;;
esac
`;

/** Runs the pruner with real bash on real folders, and on a bucket named `models` that is a stub. */
export function runPruner(
  plan: (tier: string) => PrunerPlan,
  { files = {}, objects = [], aws = "", env = {} }: PrunerWorld,
): PrunerRun {
  const root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "railyard-pruner-")));
  const world = join(root, "world");
  try {
    fs.mkdirSync(join(world, "tier"), { recursive: true });
    for (const [path, entry] of Object.entries(files)) write(join(world, path), path.endsWith("/"), entry);
    // ages last, and deepest first: each write makes its folders young
    for (const [path, entry] of Object.entries(files)) age(world, path, entry.age);
    fs.mkdirSync(join(root, "bin"));
    fs.mkdirSync(join(root, "tmp"));
    fs.writeFileSync(join(root, "bin/aws"), AWS(root, aws), { mode: 0o755 });
    const sorted = [...objects].sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
    const lines = (line: (o: StoredObject) => string, list = sorted) => list.map((o) => `${line(o)}\n`).join("");
    fs.writeFileSync(
      join(root, "objects"),
      lines((o) => `${isoTime(o.age)}\t${o.size ?? 1}\t${o.key}`),
    );
    fs.writeFileSync(
      join(root, "tags"),
      lines(
        (o) => `${o.tag}\t${o.key}`,
        sorted.filter((o) => o.tag),
      ),
    );
    fs.writeFileSync(join(root, "prune.sh"), checkpointPrunerScript(plan(join(world, "tier"))));
    const run = spawnSync("bash", [join(root, "prune.sh")], {
      encoding: "utf8",
      env: { PATH: `${join(root, "bin")}:/usr/bin:/bin`, TMPDIR: join(root, "tmp"), ...env },
    });
    expect(fs.readdirSync(join(root, "tmp"))).toEqual([]);
    const read = (name: string) =>
      fs.existsSync(join(root, name)) ? fs.readFileSync(join(root, name), "utf8").split("\n").slice(0, -1) : [];
    return {
      status: run.status,
      output: (run.stdout + run.stderr).replaceAll(world, ""),
      left: tree(world),
      tags: Object.fromEntries(read("tags").map((line) => line.split("\t").reverse())),
      calls: read("calls"),
    };
  } finally {
    fs.rmSync(root, { recursive: true, force: true });
  }
}

/** Every path below a folder, sorted; links are not followed. */
function tree(root: string, below = ""): string[] {
  return fs
    .readdirSync(join(root, below), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${below}${entry.name}`;
      return entry.isDirectory() ? [`${path}/`, ...tree(root, `${path}/`)] : [path];
    })
    .sort();
}

function write(path: string, folder: boolean, entry: Entry): void {
  fs.mkdirSync(folder ? path : dirname(path), { recursive: true });
  if ("link" in entry) fs.symlinkSync(entry.link, path);
  else if (!folder) fs.writeFileSync(path, "x".repeat(entry.size ?? 1));
}

/** Ages a path and the folders above it, down to that of its checkpoint. The last path decides about a folder. */
function age(world: string, path: string, minutes: number): void {
  const parts = path.replace(/\/$/, "").split("/");
  for (let n = parts.length; n >= 3; n--) {
    const time = new Date(new Date().getTime() - minutes * 60_000);
    fs.lutimesSync(join(world, ...parts.slice(0, n)), time, time);
  }
}

const isoTime = (minutes: number): string =>
  new Date(new Date().getTime() - minutes * 60_000).toISOString().replace(/\.\d+Z$/, "+00:00");

type Limits = Omit<FolderTier, "path">;

/** Runs the pruner on the warm tier; `keptOf` lists what is left of a run. */
export function prune(limits: Limits, world: PrunerWorld, more: { graceMinutes?: number; dryRun?: boolean } = {}) {
  const run = runPruner((path) => ({ folders: { path, ...limits }, ...more }), world);
  const keptOf = (name: string) =>
    run.left.flatMap((path) => (path.match(/^tier\/([^/]+)\/([^/]+)\/$/)?.[1] === name ? [path.split("/")[2]] : []));
  return { ...run, keptOf };
}
