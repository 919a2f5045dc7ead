import { driftIssue } from "../../../../scripts/dev/ci/drift-issue";
import { driftMarker, issueTitle } from "../../../../scripts/dev/ci/drift-text";
import { withGitHub, type Asked } from "../../../helpers/github";

describe("driftIssue", () => {
  interface Issue {
    number: number;
    title: string;
    body: string;
    state: string;
    user: { type: string };
    pull_request?: object;
  }

  const issue = (number: number, body: string, more: Partial<Issue> = {}): Issue => ({
    number,
    title: issueTitle("dev"),
    body,
    state: "open",
    user: { type: "Bot" },
    ...more,
  });

  const server = (kept: Issue[]) => (asked: Asked) => {
    const { method, path, body } = asked;
    if (method === "GET") return { body: kept.filter(({ state }) => state === "open") };
    const number = Number(/^\/issues\/(\d+)/.exec(path)?.[1]);
    if (path === "/issues") kept.push(issue(50, "", body as Partial<Issue>));
    else if (!path.endsWith("/comments")) Object.assign(kept.find((one) => one.number === number) ?? {}, body);
    return { status: 201, body: {} };
  };

  const run = async (kept: Issue[], body: string | null) => {
    let result = { outcome: "", calls: [] as string[] };
    await withGitHub(server(kept), async ({ github, calls }) => {
      const report = body === null ? null : { title: issueTitle("dev"), body };
      const outcome = await driftIssue(github, "dev", report, "Nothing differs any more");
      result = { outcome, calls: calls().slice(1) };
    });
    return result;
  };

  const BODY = `${driftMarker("dev")}\n\nnew`;

  test("opens one, with its label", async () => {
    const kept: Issue[] = [];
    expect(await run(kept, BODY)).toEqual({ outcome: "opened", calls: ["POST /issues"] });
    expect(kept[0]).toMatchObject({ title: "Drift: dev", body: BODY, labels: ["railyard-drift"] });
  });

  test("updates that of its environment, and none of another, of a person or of a pull request", async () => {
    const kept = [
      issue(1, `${driftMarker("dev2")}\n\nold`),
      issue(2, `${driftMarker("dev")}\n\nby hand`, { user: { type: "User" } }),
      issue(3, `${driftMarker("dev")}\n\na pull request`, { pull_request: {} }),
      issue(4, `${driftMarker("dev")}\n\nold`),
    ];
    expect(await run(kept, BODY)).toEqual({ outcome: "updated", calls: ["PATCH /issues/4"] });
    expect(kept.map(({ body }) => body).filter((body) => body === BODY)).toHaveLength(1);
  });

  test("leaves it when it says the same", async () => {
    expect(await run([issue(4, BODY)], BODY)).toEqual({ outcome: "unchanged", calls: [] });
  });

  test("closes it when nothing differs, and says so in it", async () => {
    const kept = [issue(4, BODY)];
    expect(await run(kept, null)).toEqual({
      outcome: "closed",
      calls: ["POST /issues/4/comments", "PATCH /issues/4"],
    });
    expect(kept[0]).toMatchObject({ state: "closed", state_reason: "completed" });
  });

  test("does nothing when nothing differs and none is open", async () => {
    expect(await run([issue(1, `${driftMarker("prod")}\nx`)], null)).toEqual({ outcome: "nothing to do", calls: [] });
  });

  test("keeps one of two", async () => {
    const kept = [issue(4, "x".replace("x", `${driftMarker("dev")}\na`)), issue(5, `${driftMarker("dev")}\nb`)];
    expect((await run(kept, BODY)).outcome).toBe("updated");
    expect(kept.map(({ state }) => state)).toEqual(["open", "closed"]);
  });
});
