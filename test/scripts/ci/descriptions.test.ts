import { mergedDescriptions } from "../../../scripts/ci/descriptions";
import { withGitHub } from "../../helpers/github";

const pull = (number: number, body: string | null, merged = true) => ({
  number,
  body,
  merged_at: merged ? "2026-11-20T00:00:00Z" : null,
});

test("takes each merged pull request once, oldest first", async () => {
  const pulls: Record<string, object[]> = {
    c3: [pull(9, "nine"), pull(10, "open", false)],
    c2: [pull(9, "nine")],
    c1: [pull(4, "four"), pull(5, null)],
  };
  await withGitHub(
    ({ path }) => ({ body: pulls[/commits\/(\w+)\//.exec(path)?.[1] ?? ""] ?? [] }),
    async ({ github }) => {
      expect(await mergedDescriptions(github, ["c3", "c2", "c1"])).toEqual(["four", "nine"]);
    },
  );
});

test("a commit that came without one adds nothing", async () => {
  await withGitHub(
    () => ({ body: [] }),
    async ({ github }) => {
      expect(await mergedDescriptions(github, ["c1"])).toEqual([]);
    },
  );
});
