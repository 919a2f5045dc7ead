import { verifyAfter } from "../../../../scripts/commands/deploy/verify-after";
import { captured } from "../../../helpers/captured";
import { sample } from "../../../helpers/environment";

test.each([
  [
    "a pool that follows jobs",
    { nodeGroups: { h100: { nodes: { min: 0, max: 4 }, capacity: { kind: "on-demand" } } } },
  ],
  [
    "a Capacity Block that has not begun",
    {
      nodeGroups: {
        h100: {
          capacity: {
            kind: "capacity-block",
            id: "cr-0123456789abcdef0",
            zone: "us-east-1a",
            start: "2099-01-01T11:30:00Z",
            end: "2099-01-08T11:30:00Z",
          },
        },
      },
    },
  ],
])("with %s no GPU node runs, and nobody waits for one", async (_, change) => {
  const { context, texts } = captured();
  expect(await verifyAfter(sample(change).env, context)).toBe(true);
  expect(texts().errors).toContain("nothing is proved: npx railyard verify sample");
});

test("the suite accept is run on pools whose nodes run, and what it says counts", async () => {
  const { context } = captured();
  const asked: (readonly string[])[] = [];
  const answering = (code: number) => ({
    ...context,
    command: (name: string) =>
      Promise.resolve((args: readonly string[]) => {
        asked.push([name, ...args]);
        return code;
      }),
  });
  expect(await verifyAfter(sample().env, answering(0))).toBe(true);
  expect(asked).toEqual([["verify", "sample", "--suite", "accept", "--wait", "30"]]);
  expect(await verifyAfter(sample().env, answering(2))).toBe(false);
});

test("what could not be run is told, and is no failure of the deployment", async () => {
  const { context, texts } = captured();
  expect(await verifyAfter(sample().env, { ...context, command: () => Promise.resolve(() => 1) })).toBe(true);
  expect(texts().errors).toContain("not everything of it is proved: npx railyard verify sample goes on from there");
  expect(await verifyAfter(sample().env, context)).toBe(true);
});
