import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MARKER } from "../../../../scripts/review/render/markdown";
import { withGitHub } from "../../../helpers/github";
import { temporaryFolders } from "../../../helpers/terraform";
import { runCi } from "../../../helpers/ci-command";

const folder = temporaryFolders();

describe("comment", () => {
  const review = (at: string, verdict: string, names: string[], text: string) => {
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, "review.md"), text);
    const environments = names.map((environment) => ({ environment, verdict }));
    writeFileSync(join(at, "review.json"), JSON.stringify({ version: 1, verdict, exitCode: 0, environments }));
  };

  test("joins the reviews of all jobs into one comment", async () => {
    const reviews = folder();
    review(join(reviews, "review-rehearsed"), "safe", ["dev"], `${MARKER}\n\n## Safe`);
    review(join(reviews, "review-research"), "broken", ["research"], `${MARKER}\n\n## Broken`);
    await withGitHub(
      ({ method }) => ({ body: method === "GET" ? [] : {} }),
      async ({ env, asked }) => {
        const { code, printed } = await runCi(["comment", "--pull-request", "7", "--reviews", reviews], env);
        expect({ code, printed }).toEqual({ code: 0, printed: "Comment: created" });
        expect(asked.at(-1)?.path).toBe("/issues/7/comments");
        expect((asked.at(-1)!.body as { body: string }).body).toMatch(
          /^<!-- railyard-review -->\n\n## Broken\n\n## Safe\n\n<sub>/,
        );
      },
    );
  });

  test("takes the review of a single job from the folder itself", async () => {
    const reviews = folder();
    review(reviews, "safe", ["dev"], "## Safe");
    await withGitHub(
      ({ method }) => ({ body: method === "GET" ? [] : {} }),
      async ({ env }) => {
        expect((await runCi(["comment", "--pull-request", "7", "--reviews", reviews], env)).printed).toBe(
          "Comment: created",
        );
      },
    );
  });

  const comment = async (reviews: string, expected: string, kept: object[] = []) => {
    let posted = "";
    await withGitHub(
      ({ method, body }) => {
        if (method === "GET") return { body: kept };
        posted = (body as { body: string }).body;
        return { body: {} };
      },
      async ({ env }) => {
        await runCi(["comment", "--pull-request", "7", "--reviews", reviews, "--expected", expected], env);
      },
    );
    return posted;
  };

  test("a review that did not run to its end is told, so that an older one is not taken for it", async () => {
    expect(await comment(folder(), "*")).toMatch(/## 🛑 Broken\n\nThe review did not run to its end/);
    const reviews = folder();
    review(join(reviews, "review-dev"), "safe", ["dev"], "## Safe: dev");
    const posted = await comment(reviews, "dev research frontier");
    expect(posted.indexOf("## 🛑 Broken: `research`, `frontier`")).toBeGreaterThan(0);
    expect(posted.indexOf("## Safe: dev")).toBeGreaterThan(posted.indexOf("🛑"));
    expect(await comment(reviews, "dev")).not.toContain("🛑");
  });

  test("when nothing changed, only a comment that is there is brought up to date", async () => {
    expect(await comment(folder(), "-")).toBe("");
    const old = { id: 1, body: `${MARKER}\n\n## Broken`, user: { type: "Bot" } };
    expect(await comment(folder(), "-", [old])).toContain("no environment changes");
  });

  test("a link in place of a review puts no file of the machine into a comment", async () => {
    const reviews = folder();
    review(reviews, "safe", ["dev"], "## Safe");
    const file = join(folder(), "environ");
    writeFileSync(file, "GITHUB_TOKEN=x");
    rmSync(join(reviews, "review.md"));
    symlinkSync(file, join(reviews, "review.md"));
    expect((await runCi(["comment", "--pull-request", "7", "--reviews", reviews])).errors).toContain("no plain file");
  });

  test("fails on a review of another form", async () => {
    const reviews = folder();
    writeFileSync(join(reviews, "review.md"), "x");
    writeFileSync(join(reviews, "review.json"), '{"verdict":"fine"}');
    expect((await runCi(["comment", "--pull-request", "7", "--reviews", reviews])).errors).toContain(
      "is not of a form that is known here",
    );
  });
});
