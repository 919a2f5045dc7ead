import { expectedNodes, waitForNodes } from "../../../scripts/verify/expected-nodes";
import { sample } from "../../helpers/environment";

const POOL = sample().env.nodeGroups.find(({ name }) => name === "h100")!;

test.each([
  [{ owner: "terraform", min: 0, max: 8, initial: 4, window: null }, 4],
  [{ owner: "autoscaler", min: 2, max: 8, initial: 4, window: null }, 2],
  [{ owner: "schedule", min: 0, max: 8, initial: 3, window: null }, 3],
  [{ owner: "block", min: 0, max: 8, initial: 0, window: "open" }, 8],
  [{ owner: "block", min: 0, max: 8, initial: 0, window: "before" }, 0],
] as const)("of %j %i nodes are expected", (count, nodes) => expect(expectedNodes({ count })).toBe(nodes));

const wait = (answers: readonly (readonly string[])[], seconds: number) => {
  let at = 0;
  const lines: string[] = [];
  const missing = waitForNodes({
    cluster: {
      nodes: () =>
        Promise.resolve({
          free: answers[Math.min(at++, answers.length - 1)]!,
          left: [{ node: "h100-9", why: "jobs are on it" }],
        }),
    },
    pools: [POOL],
    patience: { pollSeconds: 0.01, deadline: Date.now() + seconds * 1000, tell: (text) => void lines.push(text) },
  });
  return missing.then((left) => ({ left, lines, looks: at }));
};

test("nodes with jobs have joined as well, and those that come are waited for", async () => {
  const { left, lines, looks } = await wait([[], ["h100-0"], ["h100-0", "h100-1", "h100-2"]], 60);
  expect([left, looks]).toEqual([[], 3]);
  expect(lines.at(-1)).toBe("waiting for nodes to join: h100 has 2 of 4 nodes");
});

test("when the time is over, what is missing is lines", async () =>
  expect((await wait([["h100-0"]], 0)).left).toEqual(["h100 has 2 of 4 nodes"]));
