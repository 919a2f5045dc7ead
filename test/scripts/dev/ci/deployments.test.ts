import { assertApproval, deployedCommit } from "../../../../scripts/dev/ci/deployments";
import { withGitHub, type Answer } from "../../../helpers/github";

describe("deployedCommit", () => {
  const answer =
    (states: Readonly<Record<number, readonly string[]>>) =>
    (asked: { path: string }): Answer => {
      const id = /^\/deployments\/(\d+)\/statuses/.exec(asked.path)?.[1];
      if (id) return { body: (states[Number(id)] ?? []).map((state) => ({ state })) };
      return { body: Object.keys(states).map((one) => ({ id: Number(one), sha: `sha-${one}` })) };
    };

  test("is that of the newest deployment that went well", async () => {
    await withGitHub(
      answer({ 1: ["failure", "in_progress"], 2: ["inactive", "success"], 3: ["success"] }),
      async ({ github, calls }) => {
        expect(await deployedCommit(github, "research")).toBe("sha-2");
        expect(calls()[0]).toBe("GET /deployments?environment=research&per_page=100");
        expect(calls()).toHaveLength(3);
      },
    );
  });

  test("is none when none went well", async () => {
    await withGitHub(answer({ 1: ["failure"], 2: ["waiting"] }), async ({ github }) => {
      expect(await deployedCommit(github, "research")).toBeNull();
    });
  });
});

describe("assertApproval", () => {
  const withRules = (rules: Answer | undefined, run: (check: () => Promise<void>) => Promise<void>) =>
    withGitHub(
      () => rules,
      ({ github }) => run(() => assertApproval(github, "research")),
    );

  test("is content when somebody has to approve", async () => {
    await withRules(
      { body: { protection_rules: [{ type: "wait_timer" }, { type: "required_reviewers" }] } },
      async (check) => {
        await expect(check()).resolves.toBeUndefined();
      },
    );
  });

  test.each([
    ["only a branch is asked for", { body: { protection_rules: [{ type: "branch_policy" }] } }],
    ["there are no rules", { body: {} }],
    ["GitHub knows no such environment", undefined],
  ])("fails when %s", async (_, answer) => {
    await withRules(answer, async (check) => {
      await expect(check()).rejects.toThrow('Give the GitHub environment "research" required reviewers');
    });
  });

  test("fails with what GitHub says when it will not tell", async () => {
    await withRules({ status: 403, body: { message: "Resource not accessible" } }, async (check) => {
      await expect(check()).rejects.toThrow("Resource not accessible");
    });
  });
});
