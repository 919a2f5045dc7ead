import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runRelease, type TaskRun } from "../../helpers/repository-task";

/** Answers one after the other; the last one for ever. Each is what `aws` prints, or how it fails. */
type Answer = string | { readonly fails: string };

const AWS = (root: string) => `#!/bin/bash
case "$2 $*" in
  create-*) kind=create ;;
  *--filters*) kind=open ;;
  *) kind=task ;;
esac
echo "$kind" >>"${root}/calls"
n=$(grep -c "^$kind$" "${root}/calls")
while [ "$n" -gt 0 ] && [ ! -e "${root}/$kind.$n" ] && [ ! -e "${root}/$kind.$n.fails" ]; do n=$((n - 1)); done
if [ -e "${root}/$kind.$n.fails" ]; then cat "${root}/$kind.$n.fails" >&2; exit 254; fi
cat "${root}/$kind.$n"
`;

/** What a release does when FSx answers so. */
async function run(
  answers: { open?: readonly Answer[]; create?: readonly Answer[]; task?: readonly Answer[] },
  env: Record<string, string> = {},
): Promise<TaskRun & { calls: string[] }> {
  const root = mkdtempSync(join(tmpdir(), "railyard-aws-"));
  try {
    for (const [kind, list] of Object.entries({ open: [""], create: [], task: [], ...answers }))
      for (const [index, answer] of list.entries()) {
        const file = join(root, `${kind}.${index + 1}`);
        if (typeof answer === "string") writeFileSync(file, `${answer}\n`);
        else writeFileSync(`${file}.fails`, `${answer.fails}\n`);
      }
    writeFileSync(join(root, "aws"), AWS(root), { mode: 0o755 });
    const result = await runRelease({ PATH: `${root}:/usr/bin:/bin`, ...env });
    return { ...result, calls: readFileSync(join(root, "calls"), "utf8").split("\n").filter(Boolean) };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const ID = "task-0123456789abcdef0";
const row = (...parts: readonly (string | number)[]) => parts.join("\t");
const DONE = row("SUCCEEDED", 12, 12, 0, "None");

test("a task is made, looked at until it has ended, and what it did is said", async () => {
  const waits = row("PENDING", "None", "None", "None", "None");
  const { status, output, calls } = await run({
    create: [ID],
    task: [waits, row("EXECUTING", 12, 5, 0, "None"), DONE],
  });
  expect(output).toEqual([
    `${ID} has begun: RELEASE_DATA_FROM_FILESYSTEM of fs-0123456789abcdef0`,
    `${ID} is PENDING: FSx does not say how many files`,
    `${ID} is EXECUTING: of 12 files 5 are done and 0 failed`,
    `${ID} has ended: of 12 files 12 are done and 0 failed`,
  ]);
  expect([status, calls.filter((call) => call === "create")]).toEqual([0, ["create"]]);
});

const SAME = '[["checkpoints"],"DAYS",14]';

test("one that asks for the same and runs already is followed, and is no failure", async () => {
  const { status, output, calls } = await run({ open: [row("RELEASE_DATA_FROM_FILESYSTEM", ID, SAME)], task: [DONE] });
  expect(status).toBe(0);
  expect(output[0]).toContain("it is followed, and none is made");
  expect(calls).toEqual(["open", "task"]);
});

test.each([
  ["another folder", '[["scratch"],"DAYS",14]'],
  ["all of it", '[["/"],"DAYS",14]'],
  ["other days", '[["checkpoints"],"DAYS",30]'],
  ["other hours", '[["checkpoints"],"HOURS",14]'],
  ["nobody knows what", ""],
])("one of its type for %s is not taken for its own: it waits, and then makes its own", async (_, what) => {
  const { status, output, calls } = await run({
    open: [row("RELEASE_DATA_FROM_FILESYSTEM", "task-0f", what), ""],
    create: [ID],
    task: [DONE],
  });
  expect([status, output[0]]).toEqual([0, "waits for task-0f (RELEASE_DATA_FROM_FILESYSTEM)"]);
  expect(calls).toEqual(["open", "open", "create", "task"]);
});

test("it waits for a task of another type, also for one that came between, and then makes its own", async () => {
  const other = row("EXPORT_TO_REPOSITORY", "task-0f");
  const busy = {
    fails: "An error occurred (DataRepositoryTaskExecuting) when calling the CreateDataRepositoryTask operation",
  };
  const { status, output, calls } = await run({ open: [other, other, ""], create: [busy, ID], task: [DONE] });
  expect([status, output[0]]).toEqual([0, "waits for task-0f (EXPORT_TO_REPOSITORY)"]);
  expect(calls).toEqual(["open", "open", "open", "create", "open", "create", "task"]);
});

const REPORT = `s3://models/checkpoints/.railyard/tasks/${ID}/ has their names and why`;

test.each([
  [
    "failed",
    row("FAILED", 12, 10, 2, "2 files failed"),
    `${ID} failed: 2 files failed; of 12 files 10 are done and 2 failed: ${REPORT}`,
  ],
  ["failed without a word", row("FAILED", "None", "None", "None", "None"), "FSx does not say how many files"],
  [
    "ended, but not with all files",
    row("SUCCEEDED", 12, 11, 1, "None"),
    `${ID} has ended, but of 12 files 11 are done and 1 failed: ${REPORT}`,
  ],
  ["was canceled", row("CANCELED", 12, 1, 0, "None"), "was canceled"],
])("a task that %s fails the run", async (_, answer, text) => {
  const { status, output } = await run({ create: [ID], task: [answer] });
  expect(status).toBe(1);
  expect(output.at(-1)).toContain(text);
});

test("what FSx refuses is said as it says it, and asked once", async () => {
  const { status, output, calls } = await run({
    create: [{ fails: "An error occurred (BadRequest): no data repository" }],
  });
  expect([status, output]).toEqual([1, ["FSx made no task:  An error occurred (BadRequest): no data repository"]]);
  expect(calls).toEqual(["open", "create"]);
});

test("answers that are missing now and then stop nothing; five in a row do, and so does a state that nobody knows", async () => {
  const silent = { fails: "Could not connect" };
  const some = await run({ open: [silent, silent, ""], create: [ID], task: [silent, DONE] });
  expect(some.status).toBe(0);
  const none = await run({ open: [silent] });
  expect([none.status, none.calls.length, none.output]).toEqual([
    1,
    5,
    expect.arrayContaining(["AWS does not answer: which tasks of fs-0123456789abcdef0 run", "Could not connect"]),
  ]);
  const strange = await run({ create: [ID], task: ["None"] });
  expect([strange.status, strange.output.at(-1)]).toEqual([1, expect.stringContaining("what None means")]);
});

test("after its hours it ends, and says what still runs", async () => {
  const going = await run({ create: [ID], task: [row("EXECUTING", 9, 1, 0, "None")] }, { HOURS: "0" });
  expect([going.status, going.output.at(-1)]).toEqual([
    1,
    `0 hours are over: ${ID} is still EXECUTING, and goes on in FSx: of 9 files 1 are done and 0 failed`,
  ]);
  const waiting = await run({ open: [row("EXPORT_TO_REPOSITORY", "task-0f")] }, { HOURS: "0" });
  expect([waiting.status, waiting.calls]).toEqual([1, ["open"]]);
});
