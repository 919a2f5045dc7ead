import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { COMMANDS } from "../../scripts/commands";
import { ciCommand } from "../../scripts/dev/ci/command";
import { ROOT } from "../helpers/process";

interface StepYaml {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface JobYaml {
  readonly needs?: string | readonly string[];
  readonly if?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly concurrency?: { readonly group: string; readonly "cancel-in-progress": boolean };
  readonly "timeout-minutes"?: number;
  readonly uses?: string;
  readonly steps?: readonly StepYaml[];
}

interface WorkflowYaml {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, JobYaml>>;
}

const FOLDER = join(ROOT, ".github/workflows");
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith(".yml"));
const ACTION = ".github/actions/setup/action.yml";

const text = (name: string): string => readFileSync(join(FOLDER, name), "utf8");
const workflow = (name: string) => parse(text(name)) as WorkflowYaml;
const action = readFileSync(join(ROOT, ACTION), "utf8");

/** Every job with the file it is in. */
const JOBS = FILES.flatMap((file) =>
  Object.entries(workflow(file).jobs).map(([name, job]) => [`${file} ${name}`, job] as const),
);
const job = (name: string): JobYaml => JOBS.find(([at]) => at === name)![1];

/** Every step with where it is, those of the composite action too. */
const STEPS: readonly (readonly [string, StepYaml])[] = [
  ...JOBS.flatMap(([at, { steps = [] }]) => steps.map((step, index) => [`${at}[${index}]`, step] as const)),
  ...(parse(action) as { runs: { steps: StepYaml[] } }).runs.steps.map(
    (step, index) => [`setup[${index}]`, step] as const,
  ),
];

test("there are workflows for reviewing, drift, deploying, proving and trying releases", () => {
  expect(FILES.sort()).toEqual([
    "control-plane.yml",
    "deploy-environment.yml",
    "deploy.yml",
    "drift.yml",
    "plan-review.yml",
    "verify.yml",
  ]);
});

test("what one run keeps for others is read by no job that takes on a role or writes", () => {
  const caching = JOBS.filter(([, { steps = [] }]) => steps.some(({ uses }) => uses?.startsWith("actions/cache@")));
  expect(caching.map(([at, { permissions }]) => [at, permissions])).toEqual([
    ["control-plane.yml cluster", { contents: "read" }],
  ]);
});

describe("permissions", () => {
  test.each(FILES)("%s gives none by default", (file) => {
    expect(workflow(file).permissions).toEqual({});
  });

  test.each(JOBS)("%s names its own", (_, { permissions }) => {
    expect(permissions).toBeDefined();
  });

  /** All that any job may write. A line more here is a decision. */
  const WRITES = [
    "deploy-environment.yml apply id-token",
    "deploy-environment.yml plan id-token",
    "deploy.yml environment id-token",
    "drift.yml drift id-token",
    "drift.yml drift issues",
    "plan-review.yml plan id-token",
    "plan-review.yml publish pull-requests",
    "plan-review.yml publish security-events",
    "verify.yml verify id-token",
  ];

  test("no job writes but these", () => {
    const writes = JOBS.flatMap(([at, { permissions = {} }]) =>
      Object.entries(permissions).flatMap(([scope, level]) => (level === "write" ? [`${at} ${scope}`] : [])),
    );
    expect(writes.sort()).toEqual(WRITES);
  });

  test("the job that writes to a pull request has no role, and runs for branches of the repository only", () => {
    const publish = job("plan-review.yml publish");
    expect(publish.permissions).not.toHaveProperty("id-token");
    expect(publish.if).toContain("github.event.pull_request.head.repo.full_name == github.repository");
  });

  test("no job that may write to GitHub, but for the roles of AWS, runs code of the pull request", () => {
    const writing = JOBS.filter(
      ([at, { permissions = {} }]) =>
        at.startsWith("plan-review.yml") &&
        Object.entries(permissions).some(([scope, level]) => level === "write" && scope !== "id-token"),
    );
    expect(writing.map(([at]) => at)).toEqual(["plan-review.yml publish"]);
    for (const [, { steps = [] }] of writing) {
      const [checkout, ...others] = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
      expect(checkout?.with?.["ref"]).toBe("${{ github.event.pull_request.base.sha }}");
      expect(others).toEqual([]);
      // our own actions and scripts come from that checkout, so it has to be first
      expect(steps[0]).toBe(checkout);
      // nothing that was downloaded is run
      const runs = steps.flatMap(({ run }) => run ?? []);
      expect(runs).toEqual([expect.stringMatching(/^npm run --silent railyard -- ci comment /)]);
    }
  });

  test("only jobs that follow from `targets`, which no fork has, take on a role for a pull request", () => {
    expect(job("plan-review.yml targets").if).toContain(
      "github.event.pull_request.head.repo.full_name == github.repository",
    );
    expect(job("plan-review.yml plan").needs).toBe("targets");
    expect(job("plan-review.yml plan").if).toBe("needs.targets.outputs.any == 'true'");
  });
});

describe("what is run", () => {
  test.each(FILES)("%s is never started with the rights of the repository by code from outside", (file) => {
    expect(Object.keys(workflow(file).on)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/pull_request_target|workflow_run|issue_comment/)]),
    );
  });

  test.each(STEPS.filter(([, { run }]) => run !== undefined))(
    "%s gets values by its env, never pasted into its script",
    (_, { run }) => {
      expect(run).not.toContain("${{");
    },
  );

  test("no secret is used, and the token only where a step asks GitHub", () => {
    for (const file of FILES) expect(text(file)).not.toMatch(/secrets\./);
    const withToken = STEPS.filter(([, { env = {} }]) =>
      Object.values(env).some((value) => /github\.token/.test(value)),
    );
    for (const [, { run }] of withToken) expect(run).toMatch(/ci (comment|drift|approval|targets --deployed)/);
    expect(withToken).toHaveLength(4);
  });

  test.each(STEPS.filter(([, { uses }]) => uses?.startsWith("actions/checkout@")))(
    "%s leaves no token behind",
    (_, step) => {
      expect(step.with?.["persist-credentials"]).toBe(false);
    },
  );

  const SCRIPTS = (JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: Record<string, string> })
    .scripts;
  const called = (source: string) => [...source.matchAll(/npm run (?:--silent )?([\w:-]+)(?: -- (?:ci ([\w-]+))?)?/g)];
  const README = readFileSync(join(FOLDER, "README.md"), "utf8");

  test.each([...FILES.map((file) => [file, text(file)] as const), ["README.md", README] as const])(
    "%s calls only what package.json has",
    (_, source) => {
      const names = called(source).map(([, name]) => name);
      expect(names.length).toBeGreaterThan(0);
      expect(names.filter((name) => !Object.hasOwn(SCRIPTS, name ?? ""))).toEqual([]);
    },
  );

  test("every step of `railyard ci` that is called is one, and each is called somewhere", async () => {
    const printed: string[] = [];
    const context = {
      root: ROOT,
      clock: () => new Date(0),
      print: (line: string) => printed.push(line),
      printError: () => {},
    };
    await ciCommand(["--help"], context);
    const known = [...printed.join("\n").matchAll(/railyard -- ci ([\w-]+)/g)].map(([, step]) => step);
    const used = [...FILES.map(text), README].flatMap((source) => called(source).flatMap(([, , step]) => step ?? []));
    expect([...new Set(used)].sort()).toEqual([...known].sort());
    expect(Object.keys(COMMANDS)).toContain("ci");
  });
});

describe("actions", () => {
  const PINNED = /uses: ((?:[\w.-]+\/)+[\w.-]+)@([0-9a-f]{40}) # (v\d+\.\d+\.\d+)$/;
  const lines = [...FILES.map(text), action].flatMap((source) =>
    source.split("\n").filter((line) => /\buses:/.test(line)),
  );

  test("each is pinned by its full commit, with the version beside; our own are local", () => {
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) if (!/uses: \.\/\.github\//.test(line)) expect(line).toMatch(PINNED);
  });

  test("the same one has the same commit everywhere", () => {
    const commits = new Map<string, Set<string>>();
    for (const line of lines) {
      const [, name, commit, version] = PINNED.exec(line) ?? [];
      if (name) commits.set(name, (commits.get(name) ?? new Set()).add(`${commit} ${version}`));
    }
    for (const [name, found] of commits) expect([name, found.size]).toEqual([name, 1]);
  });
});

describe("jobs", () => {
  test.each(JOBS.filter(([, { uses }]) => uses === undefined))("%s ends by itself", (_, definition) => {
    expect(definition["timeout-minutes"]).toBeGreaterThan(0);
  });

  test("the gate waits for every job that judges, whatever became of it", () => {
    const { needs, if: condition, steps } = job("plan-review.yml gate");
    const others = Object.keys(workflow("plan-review.yml").jobs).filter((name) => !["gate", "publish"].includes(name));
    expect(needs).toEqual(others);
    expect(condition).toContain("always()");
    expect(steps?.[0]?.env?.["RESULTS"]).toBe("${{ join(needs.*.result, ' ') }}");
  });

  test("a description that changes is reviewed again, as it may acknowledge something", () => {
    expect(workflow("plan-review.yml").on["pull_request"]).toEqual({
      types: expect.arrayContaining(["opened", "synchronize", "reopened", "edited"]),
    });
  });

  test("one deployment of an environment at a time, and none is stopped half-way", () => {
    expect(job("deploy.yml environment").concurrency).toEqual({
      group: "deploy-${{ matrix.target.environment }}",
      "cancel-in-progress": false,
    });
  });

  test("only jobs that the GitHub environment protects have the role that applies", () => {
    const roles = JOBS.flatMap(([at, { steps = [] }]) =>
      steps.flatMap(({ with: options }) =>
        options?.["role-to-assume"] ? [`${at} ${String(options["role-to-assume"])}`] : [],
      ),
    );
    expect(roles.filter((role) => /deploy-?role/i.test(role))).toEqual([
      "deploy-environment.yml apply ${{ inputs.deploy-role }}",
      "verify.yml verify ${{ matrix.target.deployRole }}",
    ]);
    expect(job("verify.yml verify").environment).toBe("${{ matrix.target.environment }}");
    expect(job("deploy-environment.yml apply").environment).toBe("${{ inputs.environment }}");
    expect(job("deploy-environment.yml apply").needs).toBe("plan");
  });

  test("what is called gets every input that it asks for", () => {
    const { on } = workflow("deploy-environment.yml");
    const inputs = Object.keys((on["workflow_call"] as { inputs: object }).inputs);
    const { with: given } = job("deploy.yml environment") as { with?: object };
    expect(Object.keys(given ?? {})).toEqual(inputs);
  });

  test("plans, which have secrets in them, are no artifact", () => {
    const uploads = STEPS.filter(([, { uses }]) => uses?.startsWith("actions/upload-artifact@"));
    expect(uploads.map(([, step]) => step.with?.["path"]).sort()).toEqual([
      "cdktf.out/review/",
      "cdktf.out/review/",
      "cdktf.out/review/",
      "policy.sarif",
    ]);
  });
});

test("every variable of the repository is told in the README, and none that nothing reads", () => {
  const used = new Set(FILES.flatMap((file) => [...text(file).matchAll(/vars\.(\w+)/g)].map(([, name]) => name)));
  const documented = [...readFileSync(join(FOLDER, "README.md"), "utf8").matchAll(/^\| `(RAILYARD_\w+)`/gm)].map(
    ([, name]) => name,
  );
  expect([...used].sort()).toEqual(documented.sort());
});
