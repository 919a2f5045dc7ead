import { mergedDescriptions } from "../../../../scripts/dev/ci/descriptions";
import { withGitHub } from "../../../helpers/github";

const MERGED = "2026-11-20T12:00:00Z";
const BEFORE = "2026-11-20T10:00:00Z";
const EARLIER = "2026-11-20T08:00:00Z";
const AFTER = "2026-11-20T14:00:00Z";

interface Edited {
  readonly body?: string;
  readonly lastEditedAt?: string | null;
  readonly editor?: string | null;
  readonly author?: string | null;
  readonly approvals?: readonly (readonly [by: string | null, at: string, mayWrite?: boolean])[];
}

const actor = (login: string | null) => (login === null ? null : { login });

const edited = ({
  body = "Acknowledge: a",
  lastEditedAt = null,
  editor = null,
  author = "ann",
  approvals,
}: Edited) => ({
  body,
  lastEditedAt,
  editor: actor(editor),
  author: actor(author),
  mergedAt: MERGED,
  reviews: {
    nodes: (approvals ?? [["bob", BEFORE]]).map(([by, at, mayWrite = true]) => ({
      submittedAt: at,
      author: actor(by),
      authorCanPushToRepository: mayWrite,
    })),
  },
});

/** Asks for what pull requests brought commits, by commit; and for each pull request by number. */
async function descriptions(
  commits: Readonly<Record<string, readonly (readonly [number, boolean?])[]>>,
  pulls: Readonly<Record<number, Edited>>,
) {
  let found: Awaited<ReturnType<typeof mergedDescriptions>> | undefined;
  await withGitHub(
    ({ path, body }) => {
      if (path !== "/graphql") {
        const all = commits[/commits\/(\w+)\//.exec(path)?.[1] ?? ""] ?? [];
        return {
          body: all.map(([number, merged = true]) => ({ number, body: "x", merged_at: merged ? MERGED : null })),
        };
      }
      const { variables } = body as { variables: { owner: string; name: string; number: number } };
      expect(variables).toMatchObject({ owner: "acme", name: "cluster" });
      return { body: { data: { repository: { pullRequest: edited(pulls[variables.number] ?? {}) } } } };
    },
    async ({ github }) => {
      found = await mergedDescriptions(github, Object.keys(commits));
    },
  );
  return found!;
}

const ofOne = (given: Edited) => descriptions({ c1: [[7]] }, { 7: given });

test("takes each merged pull request once, oldest first, with who wrote it", async () => {
  const { frozen, notes } = await descriptions(
    { c3: [[9], [10, false]], c2: [[9]], c1: [[4]] },
    { 9: { body: "nine" }, 4: { body: "four", editor: "cleo", lastEditedAt: EARLIER } },
  );
  expect(frozen).toEqual([
    { number: 4, by: "cleo", text: "four" },
    { number: 9, by: "ann", text: "nine" },
  ]);
  expect(notes).toEqual([]);
});

test("a commit that came without one adds nothing", async () => {
  expect(await descriptions({ c1: [] }, {})).toEqual({ frozen: [], notes: [] });
});

test.each<[string, Edited]>([
  ["approved, and never changed", {}],
  ["changed, and then approved", { lastEditedAt: EARLIER, editor: "ann" }],
  [
    "approved, changed, and approved again",
    {
      lastEditedAt: BEFORE,
      editor: "ann",
      approvals: [
        ["bob", EARLIER],
        ["cleo", MERGED],
      ],
    },
  ],
])("counts: %s", async (_, given) => {
  const { frozen, notes } = await ofOne(given);
  expect([frozen.length, notes]).toEqual([1, []]);
});

test.each<[string, Edited, string]>([
  [
    "changed after it was approved",
    { lastEditedAt: MERGED, editor: "ann" },
    `changed on ${MERGED}, after the last approval`,
  ],
  ["changed after the merge", { lastEditedAt: AFTER, editor: "ann" }, `changed on ${AFTER}`],
  ["approved by nobody", { approvals: [] }, "nobody else who may write to the repository approved"],
  [
    "approved by its author only",
    { approvals: [["ann", BEFORE]] },
    "nobody else who may write to the repository approved",
  ],
  [
    "approved only by who has changed it",
    { lastEditedAt: EARLIER, editor: "bob" },
    "nobody else who may write to the repository approved",
  ],
  [
    "approved by whoever has an account",
    { approvals: [["mallory", BEFORE, false]] },
    "nobody else who may write to the repository approved",
  ],
  ["written by an account that is gone", { author: null }, "the account that wrote it is gone"],
  ["changed by an account that is gone", { lastEditedAt: EARLIER }, "the account that wrote it is gone"],
  [
    "approved by an account that is gone",
    { approvals: [[null, BEFORE]] },
    "nobody else who may write to the repository approved",
  ],
  [
    "changed and approved after the merge",
    { lastEditedAt: AFTER, editor: "ann", approvals: [["bob", AFTER]] },
    "nobody else who may write to the repository approved",
  ],
])("does not count: %s", async (_, given, why) => {
  const { frozen, notes } = await ofOne(given);
  expect(frozen).toEqual([]);
  expect(notes).toEqual([expect.stringContaining(why)]);
  expect(notes[0]).toContain("#7");
});

test("one that acknowledges nothing is left out without a word", async () => {
  expect(await ofOne({ body: "Faster nodes.", approvals: [] })).toEqual({ frozen: [], notes: [] });
});
