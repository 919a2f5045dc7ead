import { efaFabric } from "../../helpers/fabrics";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { parseAllDocuments } from "yaml";
import { quotedWord, sbatchOption, shellWord, shellWords } from "../../../constructs/core/shell-word";
import { gdrdrv } from "../../../constructs/nodes/gdrdrv-script";
import { lustreOverEfa } from "../../../constructs/nodes/lustre-scripts";
import { checkpointPrunerScript } from "../../../constructs/platform/checkpoint-pruner-script";
import { ncclTrainerJob } from "../../../constructs/platform/nccl-trainer-job";
import { nodeExpectations } from "../../../constructs/slurm/health-check";
import { enrootImage, ncclJob } from "../../../constructs/slurm/nccl-job";
import { fabricJobs } from "../../../scripts/commands/fabric-job/fabric-jobs";
import { shellScript } from "../../../scripts/commands/completion/shell-script";
import { sample } from "../../helpers/environment";
import { runInSandbox, syntaxErrors } from "../../helpers/sandbox";

/** What a shell would do something with. */
const HOSTILE = [
  "",
  " ",
  "'",
  "''",
  '"',
  "\\",
  "$HOME",
  "$(touch pwned)",
  "`touch pwned`",
  "a; touch pwned",
  "a\ntouch pwned",
  "x' $(touch pwned) '",
  "!!",
  "~",
  "*",
  "{a,b}",
  "-n",
  "--",
  "=x",
  "#x",
  "é ü",
  "a\tb",
  "%s",
  "${x:-y}",
  "&& true",
  "| cat",
  "> pwned",
  "\u001b[31m",
];

const hostile = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.array(fc.constantFrom(...HOSTILE, "a", "1"), { maxLength: 4 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary-ascii", maxLength: 12 }).filter((text) => !text.includes("\0")),
);

/** What real bash makes of a script, in a folder of its own in which nothing may come about. */
function bash(script: string): string {
  const folder = mkdtempSync(join(tmpdir(), "railyard-words-"));
  try {
    const { stdout, stderr, status } = spawnSync("bash", ["-c", script], { cwd: folder, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    expect(readdirSync(folder)).toEqual([]);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("any text is one word of bash, and of sh", () => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 40 }), (texts) => {
      const read = bash(`printf '%s\\0' ${shellWords(texts)} ${texts.map(quotedWord).join(" ")}`);
      expect(read.split("\0").slice(0, -1)).toEqual([...texts, ...texts]);
    }),
    { numRuns: 15, examples: [[HOSTILE]] },
  );
  expect(spawnSync("sh", ["-c", `printf '%s|' ${shellWords(HOSTILE)}`], { encoding: "utf8" }).stdout).toBe(
    `${HOSTILE.join("|")}|`,
  );
  expect([shellWord("dev-nodes.x"), shellWord(7), shellWord("a b")]).toEqual(["dev-nodes.x", "7", "'a b'"]);
  expect(() => shellWord("a\0b")).toThrow("NUL");
});

test("what Slurm would read otherwise in an #SBATCH line is refused", () => {
  expect(sbatchOption("nodes", 4)).toBe("#SBATCH --nodes=4");
  for (const text of HOSTILE.filter((one) => !/^[\w@%+=:,./-]+$/.test(one)))
    expect(() => sbatchOption("partition", text)).toThrow("Slurm");
});

const JOB = {
  group: "h100",
  partition: "train",
  nodes: 2,
  gpusPerNode: 8,
  fabric: efaFabric(),
  sizeGiB: 16,
  floorGBps: 100,
};

/** A script in which a stub prints its arguments, each with a NUL behind it. */
const withStub = (script: string, stub: string) => `${stub}() { printf '%s\\0' "$@" >&3; }\n${script}`;

test("the image of a fabric job reaches srun and the pods as it is, whatever it is", () => {
  fc.assert(
    fc.property(hostile, (image) => {
      const script = ncclJob({ ...JOB, image });
      expect(syntaxErrors(script)).toBe("");
      const line = /^"\$\{RAILYARD_SRUN[^]*?\| tee "\$log"/m.exec(script)![0];
      const stubbed = withStub(
        line.replace(/^"\$\{RAILYARD_SRUN[^"]*"/, "srun").replace(/ \| tee "\$log"$/, ""),
        "srun",
      );
      expect(bash(`exec 3>&1\n${stubbed}`).split("\0")).toContain(`--container-image=${enrootImage(image)}`);
      const files = fabricJobs(sample().env, image)[0]!.files;
      const pods = JSON.stringify(parseAllDocuments(files["fabric-h100.trainjob.yaml"]!).map((one) => one.toJS()));
      const job = ncclTrainerJob({
        ...JOB,
        namespace: "default",
        nodeSelector: {},
        podResources: {},
        deviceClaims: [],
        taints: [],
        image,
      });
      expect(JSON.stringify(job)).toContain(JSON.stringify(image));
      expect(pods).toContain(`"image":${JSON.stringify(image)}`);
    }),
    { numRuns: 25, examples: HOSTILE.slice(0, 12).map((image) => [image] as [string]) },
  );
});

test("paths, buckets and addresses reach the other scripts as they are", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(
        bash(
          `${nodeExpectations({ gpus: 8, fabrics: [{ key: "efa", devices: 4 }], sharedPaths: [text] })}printf %s "$SHARED_PATH"`,
        ),
      ).toBe(text);
      const path = `/fsx/${text.replaceAll(/[./]/g, "")}x`;
      const objects = { bucketName: text, prefix: `${text}/`, keepLast: 2 };
      const pruner = checkpointPrunerScript({ folders: { path, keepLast: 1 }, objects });
      expect(syntaxErrors(pruner)).toBe("");
      const calls = pruner.slice(pruner.lastIndexOf("\nprune_folders ")).replace(/exit "\$FAILED"\n$/, "");
      const heard = bash(
        `exec 3>&1\nprune_folders() { printf '%s\\0' "$@" >&3; }\n${withStub(calls, "tag_objects")}`,
      ).split("\0");
      expect([heard[0], heard[3], heard[4]]).toEqual([path, text, `${text}/`]);
      for (const { text: script } of [
        gdrdrv(1, { source: { url: text, sha256: text } }),
        lustreOverEfa(1, { packageUrl: text, packageSha256: text }),
      ])
        expect(syntaxErrors(script)).toBe("");
      for (const shell of ["bash", "zsh"] as const)
        expect(shellScript(shell, text)).toContain(`node ${quotedWord(text)} `);
    }),
    { numRuns: 25, examples: HOSTILE.map((text) => [text] as [string]) },
  );
});

test("the address of an archive reaches curl on a node as it is", () => {
  const url = "https://example.com/$(touch pwned)'a b'.tar.gz";
  const { text } = gdrdrv(1, { source: { url, sha256: "0" } });
  const run = runInSandbox(text, {
    files: { "/usr/src/nvidia/nv-p2p.c": "" },
    stubs: { curl: 'printf "%s\\n" "${@: -1}" > "$ROOT/curled"; exit 1', modinfo: "exit 1", sleep: "" },
  });
  expect(run.file("/curled")?.trim()).toBe(url);
  expect(run.file("/opt/railyard/gdrcopy/pwned")).toBeUndefined();
});

test("no other function of the product quotes for a shell", () => {
  const found = spawnSync(
    "grep",
    ["-rnlE", `replaceAll\\("'", *.'\\\\\\\\''`, "config", "constructs", "stacks", "scripts"],
    {
      cwd: join(__dirname, "../../.."),
      encoding: "utf8",
    },
  );
  expect(found.stdout.trim().split("\n")).toEqual(["constructs/core/shell-word.ts"]);
  expect(readFileSync(join(__dirname, "../../../constructs/core/shell-word.ts"), "utf8")).toContain("replaceAll");
});
