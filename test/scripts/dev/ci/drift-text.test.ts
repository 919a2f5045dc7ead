import { stackDrift } from "../../../../scripts/dev/ci/drift-lines";
import { driftLogLine, driftMarker, driftText, hasDrifted } from "../../../../scripts/dev/ci/drift-text";
import type { Change, ResourceChange } from "../../../../scripts/lib/terraform/plan-json";

const resource = (address: string, change: Partial<Change>): ResourceChange => ({
  address,
  mode: "managed",
  type: address.split(".")[0] ?? "",
  name: address.split(".")[1] ?? "",
  change: { actions: ["update"], before: {}, after: {}, ...change },
});

const PRIOR = { prior_state: { values: { root_module: { resources: [{ mode: "managed" }] } } } };

const LUSTRE = "aws_fsx_lustre_file_system.lustre";
const changedBack = resource(LUSTRE, {
  before: { per_unit_storage_throughput: 500 },
  after: { per_unit_storage_throughput: 250 },
});
const drifted = resource(LUSTRE, {
  before: { per_unit_storage_throughput: 250 },
  after: { per_unit_storage_throughput: 500 },
});

const text = (stacks: ReturnType<typeof stackDrift>[]) =>
  driftText({
    environment: "dev",
    commit: "0123456789abcdef",
    runUrl: "https://github.com/acme/cluster/actions/runs/7",
    stacks,
  });

const storage = stackDrift("dev-storage", { ...PRIOR, resource_changes: [changedBack], resource_drift: [drifted] });

describe("driftText", () => {
  test("begins with the marker of the environment, and names commit and run", () => {
    const body = text([storage]);
    expect(body.startsWith(`${driftMarker("dev")}\n\n`)).toBe(true);
    expect(body).toContain("<code>0123456789ab</code>");
    expect(body).toContain("https://github.com/acme/cluster/actions/runs/7");
    expect(body).toContain("npm ci && npm run synth -- dev");
  });

  test("each line has its values, the command to revert it and what adopts it", () => {
    const body = text([storage]);
    expect(body).toContain("### <code>dev-storage</code>");
    expect(body).toMatch(/per_unit_storage_throughput<\/code> \| <code>500<\/code> \| <code>250<\/code> \|/);
    const terraform = "terraform -chdir=cdktf.out/stacks/dev-storage";
    expect(body).toContain(`${terraform} init && ${terraform} apply -target='${LUSTRE}'`);
    expect(body).toContain(`${terraform} init && ${terraform} plan -target='${LUSTRE}'`);
    expect(body).toContain("`config/environments/dev.ts`");
  });

  test("what is gone is adopted by forgetting it, and made anew empty", () => {
    const gone = stackDrift("dev-storage", {
      ...PRIOR,
      resource_changes: [resource("aws_s3_bucket.b", { actions: ["create"], before: null })],
      resource_drift: [resource("aws_s3_bucket.b", { actions: ["delete"], after: null })],
    });
    const body = text([gone]);
    expect(body).toContain("Deploying makes it anew, empty.");
    expect(body).toContain("apply -refresh-only -target='aws_s3_bucket.b'");
  });

  test("what was not deployed is deployed, never adopted", () => {
    const body = text([stackDrift("dev-nodes", { ...PRIOR, resource_changes: [changedBack] })]);
    expect(body).toContain("gh workflow run deploy.yml -f environments=dev");
    expect(body).not.toContain("-target=");
  });

  test("a replacement says so in so many words", () => {
    const replaced = resource("aws_subnet.a", {
      actions: ["delete", "create"],
      before: { cidr_block: "10.0.0.0/24" },
      after: { cidr_block: "10.0.1.0/24" },
      replace_paths: [["cidr_block"]],
    });
    const body = text([
      stackDrift("dev-network", { ...PRIOR, resource_changes: [replaced], resource_drift: [replaced] }),
    ]);
    expect(body).toContain("Deploying **replaces** it.");
  });

  test("nothing in AWS can write markup, mention anybody or end a block of code", () => {
    const evil = "</code>\n@everyone ``` | <img src=x>";
    const change = resource(`aws_eip["it's\`x"]`, { before: { domain: evil }, after: { domain: "vpc" } });
    const body = text([stackDrift("dev-network", { ...PRIOR, resource_changes: [change], resource_drift: [change] })]);
    expect(body).not.toContain("<img");
    expect(body).not.toContain("@everyone");
    expect(body.match(/```/g)?.length).toBe(6);
    expect(body).toContain(`-target='aws_eip["it'\\''sx"]'`);
  });

  test("secrets do not show", () => {
    const change = resource("aws_db_instance.d", {
      before: { password: "hunter22" },
      after: { password: "hunter33" },
      before_sensitive: { password: true },
      after_sensitive: { password: true },
    });
    const body = text([stackDrift("dev-slurm", { ...PRIOR, resource_changes: [change], resource_drift: [change] })]);
    expect(body).not.toMatch(/hunter/);
    expect(body).toContain("(secret)");
  });

  test("keeps within what GitHub takes, and says how many do not fit", () => {
    const many = Array.from({ length: 2000 }, (_, index) => ({ ...changedBack, address: `${LUSTRE}${index}` }));
    const body = text([stackDrift("dev-storage", { ...PRIOR, resource_changes: many, resource_drift: many })]);
    expect(Buffer.byteLength(body)).toBeLessThan(65_536);
    const left = Number(/\*\*(\d+) more\*\* do not fit/.exec(body)?.[1]);
    expect(left + (body.match(/was changed outside/g)?.length ?? 0)).toBe(2000);
  });

  test("says what was left out, and that a stack is missing", () => {
    const body = text([
      { stack: "dev-slurm", missing: true, lines: [], leftOut: 0 },
      { stack: "dev-nodes", missing: false, lines: [], leftOut: 3 },
    ]);
    expect(body).toContain("Nothing of it is there.");
    expect(body).toContain("Left out: 3 differences");
    expect(body).not.toContain("dev-nodes");
  });
});

test("a log line has no values", () => {
  expect(driftLogLine("dev-storage", storage.lines[0]!)).toBe(
    `dev-storage.${LUSTRE} was changed outside of the code: per_unit_storage_throughput`,
  );
});

test("clean is when no stack has a line and none is missing", () => {
  expect(hasDrifted([{ stack: "a", missing: false, lines: [], leftOut: 9 }])).toBe(false);
  expect(hasDrifted([storage])).toBe(true);
  expect(hasDrifted([{ stack: "a", missing: true, lines: [], leftOut: 0 }])).toBe(true);
});
