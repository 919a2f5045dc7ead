import type { ClusterCheck } from "../../../../scripts/verify/check";
import { askCluster } from "../../../../scripts/verify/engine/ask-cluster";
import type { CheckRun } from "../../../../scripts/verify/engine/journal";
import { journalLine, readJournal } from "../../../../scripts/verify/engine/journal";
import { CheckNotRunError } from "../../../../scripts/verify/engine/runner";
import { ClusterApi } from "../../../../scripts/lib/kubernetes/cluster-api";
import { UnreadableOutputError } from "../../../../scripts/verify/parse/unreadable";
import { verdict } from "../../../../scripts/verify/verdict";

const check: ClusterCheck = {
  id: "nodes",
  title: "Nodes",
  suites: ["accept"],
  ask: async (api) => JSON.stringify(await api.get("/count")),
  judge: (output) => {
    if (output === "null") throw new UnreadableOutputError("the API", "is nothing");
    const floor = { value: 4, basis: "computed", source: "config" } as const;
    const figures = [{ name: "Nodes", value: Number(output), unit: "", floor }];
    return verdict(figures, [], "look", output === "5" ? ["Where the fifth one stands."] : []);
  },
};

const answers = (body: unknown, status = 200) => new ClusterApi(() => Promise.resolve({ status, body }));

async function asked(api: ClusterApi | null, earlier: readonly CheckRun[] = [], one = check) {
  const kept: CheckRun[] = [];
  const keep = (run: CheckRun) => void kept.push(run);
  const [run] = await askCluster({ checks: [one], api, earlier, keep, tell: () => {}, seconds: () => 0 });
  return { run: run!, kept };
}

test.each([
  [4, "passed"],
  [3, "failed"],
  [5, "measured"],
  [null, "unreadable"],
])("%j nodes: %s", async (count, status) => {
  const { run, kept } = await asked(answers(count));
  expect(run).toMatchObject({ pool: "the cluster", check: "nodes", nodes: [], status });
  expect(readJournal(kept.map(journalLine).join(""))).toEqual([run]);
});

test("a cluster that does not answer proves nothing, and another mistake is none of its", async () => {
  const { run } = await asked(answers("no", 403));
  expect(run.status).toBe("not-run");
  expect(run.why).toMatch(/count/);
  const refusing = { ...check, ask: () => Promise.reject(new CheckNotRunError("its stacks are not written", "x")) };
  expect((await asked(answers(4), [], refusing)).run).toMatchObject({
    status: "not-run",
    why: "its stacks are not written",
    output: "x",
  });
  const broken = { ...check, ask: () => Promise.reject(new TypeError("a mistake of ours")) };
  await expect(asked(answers(4), [], broken)).rejects.toThrow("a mistake of ours");
});

test("what was seen before counts where nobody can be asked, and there alone", async () => {
  const { run: before } = await asked(answers(3));
  expect((await asked(answers(4), [before])).run.status).toBe("passed");
  const replayed = await asked(null, [before]);
  expect(replayed.run).toEqual(before);
  expect(replayed.kept).toEqual([]);
  expect((await asked(null)).run).toMatchObject({ status: "not-run", why: "the cluster was not asked" });
});
