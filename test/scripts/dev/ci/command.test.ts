import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withGitHub } from "../../../helpers/github";
import { temporaryFolders, writeProgram, writeSynth } from "../../../helpers/terraform";
import { runCi } from "../../../helpers/ci-command";
import { shipped } from "../../../helpers/stacks";

const folder = temporaryFolders();

/** Names of the environments that pipelines deploy: those on AWS. */
const onAws = () => shipped().map(({ resolved }) => resolved.name);

describe("npm run railyard -- ci", () => {
  test.each([[[]], [["--help"]], [["plan", "--help"]]])("tells every step: %j", async (args) => {
    const { code, printed } = await runCi(args);
    expect(code).toBe(0);
    for (const step of ["targets", "plan", "apply", "approval", "descriptions", "comment", "drift", "role"])
      expect(printed).toContain(`npm run railyard -- ci ${step}`);
  });

  test("fails on a step that does not exist, and names the nearest", async () => {
    const { code, errors } = await runCi(["coment"]);
    expect(code).toBe(1);
    expect(errors).toContain('There is no step "coment". ');
    expect(errors).toContain("comment");
  });

  test("fails on arguments that are wrong, in words", async () => {
    expect(await runCi(["plan", "dev"])).toMatchObject({
      code: 1,
      errors: expect.stringContaining("--out is missing"),
    });
    expect(await runCi(["apply", "dev", "--force"])).toMatchObject({
      code: 1,
      errors: expect.stringContaining("--force"),
    });
    expect(await runCi(["drift"])).toMatchObject({ code: 1, errors: expect.stringContaining("name one environment") });
    expect(await runCi(["comment", "--pull-request", "x", "--reviews", "y"])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('--pull-request must be a number, but is "x"'),
    });
  });
});

describe("targets", () => {
  const outputs = (text: string) =>
    Object.fromEntries(text.split("\n").map((line) => line.split(/=(.*)/s).slice(0, 2)));

  test("all stacks of what is deployed, within reach; the rest is for a rehearsal", async () => {
    const { code, printed } = await runCi(["targets", "--all", "--only", "research,dev", "--stacks", "network nodes"], {
      RAILYARD_PLAN_ROLE: "reader",
    });
    expect(code).toBe(0);
    const { targets, any, rehearse } = outputs(printed);
    expect(JSON.parse(targets)).toEqual([
      expect.objectContaining({ environment: "dev", stacks: "dev-network dev-nodes", base: "" }),
      expect.objectContaining({
        environment: "research",
        production: true,
        planRole: "arn:aws:iam::111122223333:role/reader",
        deployRole: "arn:aws:iam::111122223333:role/railyard-deploy",
      }),
    ]);
    const others = onAws()
      .filter((name) => name !== "dev" && name !== "research")
      .join(" ");
    expect({ any, rehearse }).toEqual({ any: "true", rehearse: others });
  });

  test("nothing is deployed: no targets", async () => {
    const { printed } = await runCi(["targets", "--all"]);
    expect(outputs(printed)).toEqual({
      targets: "[]",
      any: "false",
      rehearse: onAws().join(" "),
      names: onAws().join(" "),
    });
  });

  test("an environment that was never deployed from here is new, and all its stacks are", async () => {
    await withGitHub(
      () => ({ body: [] }),
      async ({ env, calls }) => {
        const { printed } = await runCi(["targets", "--deployed", "--only", "dev", "dev"], env);
        expect(calls()).toEqual(["GET /deployments?environment=dev&per_page=100"]);
        expect(JSON.parse(outputs(printed)["targets"])[0]).toMatchObject({
          base: "",
          stacks: expect.stringContaining("dev-slurm"),
        });
      },
    );
  });

  test("fails when a stack that changed cannot be reached, rather than call the rest a deployment", async () => {
    await withGitHub(
      () => ({ body: [] }),
      async ({ env }) => {
        const { code, errors } = await runCi(
          ["targets", "--deployed", "--only", "dev", "--stacks", "network", "dev"],
          env,
        );
        expect(code).toBe(1);
        expect(errors).toContain("changed and cannot be reached from here: deploy dev by hand");
      },
    );
  });

  test("fails without a base, on a base that is not there, and on names that no file has", async () => {
    expect((await runCi(["targets"])).errors).toContain("give one of --base, --deployed and --all");
    expect((await runCi(["targets", "--all", "--base", "HEAD"])).errors).toContain("give one of");
    expect((await runCi(["targets", "--base", "no-such-ref"])).errors).toContain("commit no-such-ref");
    expect((await runCi(["targets", "--all", "--only", "old"])).errors).toContain("RAILYARD_ENVIRONMENTS names old");
    expect((await runCi(["targets", "--all", "--only", "dev", "research"])).errors).toContain("does not name research");
  });
});

describe("plan, apply and drift", () => {
  /** A root with one synthesized stack, and a Terraform that answers from a file. */
  function fixture(plan: object) {
    const root = folder();
    writeSynth(join(root, "cdktf.out"), { "dev-network": { json: { resource: {} } } });
    const answers = folder();
    writeFileSync(join(answers, "plan.json"), JSON.stringify(plan));
    const terraform = writeProgram(
      answers,
      "terraform",
      `echo "$1" >>"${answers}/calls"; case "$1" in show) cat "${answers}/plan.json";; plan) exit 2;; esac`,
    );
    // the steps want the commit
    for (const args of [
      ["init", "-q"],
      ["-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-q", "--allow-empty", "-m", "c"],
    ])
      if (spawnSync("git", ["-C", root, ...args]).status !== 0) throw new Error(`git ${args.join(" ")} failed`);
    return {
      root,
      env: { ...process.env, TERRAFORM_BINARY_NAME: terraform },
      calls: () => readFileSync(join(answers, "calls"), "utf8").trim().split("\n").join(" "),
      answer: (other: object) => writeFileSync(join(answers, "plan.json"), JSON.stringify(other)),
      reviewed: join(answers, "reviewed.json"),
    };
  }

  const update = (after: number) => ({
    resource_changes: [
      {
        address: "aws_vpc.v",
        mode: "managed",
        type: "aws_vpc",
        name: "v",
        change: { actions: ["update"], before: { x: 1 }, after: { x: after } },
      },
    ],
  });

  test("plan writes plans and digests, and apply takes exactly those", async () => {
    const { root, env, calls, reviewed } = fixture(update(2));
    const out = folder();
    expect((await runCi(["plan", "dev", "--out", out, "--reviewed", reviewed], env, root)).code).toBe(0);
    expect(JSON.parse(readFileSync(join(out, "dev/dev-network/plan.json"), "utf8"))).toEqual(update(2));
    const { printed, code } = await runCi(["apply", "dev", "--reviewed", reviewed], env, root);
    expect({ code, printed }).toEqual({
      code: 0,
      printed: "dev-network: something would change\ndev-network: applied\nApplied: dev-network",
    });
    expect(calls()).toBe("init plan show init plan show apply");
    expect(JSON.parse(readFileSync(reviewed, "utf8"))).toMatchObject({ locks: { "dev-network": null } });
  });

  test("fails on another plan, and applies nothing", async () => {
    const { root, env, calls, reviewed, answer } = fixture(update(2));
    await runCi(["plan", "dev", "--out", folder(), "--reviewed", reviewed], env, root);
    answer(update(3));
    const { code, errors } = await runCi(["apply", "dev", "--reviewed", reviewed], env, root);
    expect(code).toBe(1);
    expect(errors).toContain("aws_vpc.v: update with other values than were reviewed");
    expect(calls()).not.toContain("apply");
  });

  test("fails on a file that is no review", async () => {
    const file = join(folder(), "reviewed.json");
    writeFileSync(file, '{"environment":"dev"}');
    const { code, errors } = await runCi(["apply", "dev", "--reviewed", file]);
    expect(code).toBe(1);
    expect(errors).toContain("is not a reviewed.json as railyard ci plan writes it:\n  commit: ");
  });

  test("drift opens an issue, or prints it", async () => {
    const { root, env } = fixture({
      ...update(2),
      prior_state: { values: { root_module: { resources: [{ mode: "managed" }] } } },
    });
    await withGitHub(
      ({ method }) => ({ body: method === "GET" ? [] : {} }),
      async (fake) => {
        const dry = await runCi(["drift", "dev", "--dry-run"], { ...env, ...fake.env }, root);
        expect(dry.printed).toContain("<!-- railyard-drift:dev -->");
        expect(fake.asked).toEqual([]);
        const { code, printed } = await runCi(["drift", "dev"], { ...env, ...fake.env }, root);
        expect(code).toBe(0);
        expect(printed).toContain("dev-network.aws_vpc.v differs since the code changed");
        expect(printed).toContain("Issue: opened");
        expect(fake.calls()).toEqual([
          "GET /issues?state=open&labels=railyard-drift&per_page=100&page=1",
          "POST /issues",
        ]);
      },
    );
  });
});

describe("approval and descriptions", () => {
  test("only a production environment needs approval", async () => {
    await withGitHub(
      () => ({ body: { protection_rules: [] } }),
      async ({ env, asked }) => {
        expect((await runCi(["approval", "dev"], env)).code).toBe(0);
        expect(asked).toEqual([]);
        expect(await runCi(["approval", "research"], env)).toMatchObject({
          code: 1,
          errors: expect.stringContaining("research is a production environment"),
        });
      },
    );
  });

  test("descriptions of what was merged are written into a file", async () => {
    const merged = "2026-11-20T00:00:00Z";
    const body = "acknowledge: this";
    let nodes: object[] = [{ submittedAt: merged, authorCanPushToRepository: true, author: { login: "bob" } }];
    const pullRequest = () => ({
      body,
      lastEditedAt: null,
      editor: null,
      author: { login: "ann" },
      mergedAt: merged,
      reviews: { nodes },
    });
    await withGitHub(
      ({ path }) =>
        path === "/graphql"
          ? { body: { data: { repository: { pullRequest: pullRequest() } } } }
          : { body: [{ number: 3, body, merged_at: merged }] },
      async ({ env, calls }) => {
        const file = join(folder(), "descriptions.json");
        expect((await runCi(["descriptions", "--out", file], env)).code).toBe(0);
        expect(JSON.parse(readFileSync(file, "utf8"))).toEqual([{ pull: 3, by: "ann", text: body }]);
        expect(calls()).toEqual([expect.stringMatching(/^GET \/commits\/[0-9a-f]{40}\/pulls\?/), "POST /graphql"]);
        nodes = [];
        expect((await runCi(["descriptions", "--out", file], env)).printed).toContain(
          "The description of #3 acknowledges nothing",
        );
        expect(JSON.parse(readFileSync(file, "utf8"))).toEqual([]);
      },
    );
  });
});

describe("role", () => {
  test("knows every type of resource that any environment has", async () => {
    for (const name of onAws()) {
      const { code, printed } = await runCi(["role", name, "--repository", "acme/cluster"]);
      expect(code).toBe(0);
      expect(Object.keys(JSON.parse(printed))).toEqual(["trust", "permissions"]);
    }
  });

  test("a role for deploying has a policy for each area, and says that roles have no boundary without ci", async () => {
    const { printed, errors } = await runCi(["role", "dev", "--repository", "acme/cluster", "--for", "deploy"]);
    const { permissions, boundary } = JSON.parse(printed) as { permissions: object; boundary: unknown };
    expect(Object.keys(permissions)).toEqual(["network", "cluster", "storage", "identity", "governance", "state"]);
    expect(boundary).toBeNull();
    expect(errors).toContain("dev has no ci in its config, so its roles have no boundary");
  });

  test("fails on a repository or a use that is none", async () => {
    expect((await runCi(["role", "dev", "--repository", "acme"])).errors).toContain("must be owner/name");
    expect((await runCi(["role", "dev", "--repository", "a/*"])).errors).toContain("must be owner/name");
    expect((await runCi(["role", "dev", "--repository", "a/b", "--for", "all"])).errors).toContain(
      "must be plan or deploy",
    );
  });
});
