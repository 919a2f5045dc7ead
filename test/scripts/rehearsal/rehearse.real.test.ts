import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { rehearse, type RehearsalProps, type RehearsalResult } from "../../../scripts/rehearsal/rehearse";
import { addressesOf } from "../../helpers/addresses";
import dev from "../../../config/environments/dev";
import { NOW, sample, type Change } from "../../helpers/environment";
import { ROOT } from "../../helpers/process";
import { synthStacks } from "../../helpers/stacks";
import { temporaryFolders, testWithTerraform } from "../../helpers/terraform";

const temporary = temporaryFolders();

function run(
  environment: AwsEnvironment,
  outdir: string,
  more: Partial<RehearsalProps> = {},
): Promise<RehearsalResult & { notes: string[] }> {
  const notes: string[] = [];
  return rehearse({
    root: ROOT,
    outdir,
    environment,
    faults: [],
    drift: [],
    allow: [],
    stacks: [],
    fresh: false,
    signal: new AbortController().signal,
    onResult: () => {},
    tell: (text) => notes.push(text),
    ...more,
  }).then((result) => ({ ...result, notes }));
}

const network = { stacks: ["sample-network"] };
/** Without a stack for its state: the network is all that is rehearsed. */
const alone = (change: Change = {}) => sample({ state: { kind: "local" }, ...change });
const failures = ({ phases }: RehearsalResult) =>
  phases
    .filter(({ ok }) => !ok)
    .map(
      ({ stack, phase, diagnostics }) =>
        `${stack} ${phase}: ${diagnostics.map((each) => `${each.address ?? ""} ${each.summary} ${each.detail}`).join("; ")}`,
    );

describe("a rehearsal", () => {
  testWithTerraform("runs every phase of every stack, keeps the plans, and leaves nothing in the cloud", async () => {
    const outdir = temporary();
    const result = await run(sample().env, outdir);
    expect(failures(result)).toEqual([]);
    expect(result).toMatchObject({ ok: true, askedAws: false, problems: [], unknownTypes: [], injected: [] });
    const stacks = [...new Set(result.phases.map(({ stack }) => stack))];
    expect(stacks).toHaveLength(8);
    for (const stack of stacks) {
      expect(result.phases.filter((phase) => phase.stack === stack).map(({ phase }) => phase)).toEqual([
        "init",
        "validate",
        "plan",
        "apply",
        "second plan",
        "destroy",
      ]);
      expect(JSON.parse(readFileSync(join(result.folder, stack, "plan.json"), "utf8"))).toHaveProperty(
        "resource_changes",
      );
    }
    expect(JSON.parse(readFileSync(join(result.folder, "result.json"), "utf8"))).toMatchObject({ ok: true });
  });

  const variants: [string, string, Change][] = [
    [
      "what others own",
      "storage",
      {
        network: {
          kind: "existing",
          cidr: "10.20.0.0/16",
          vpcId: "vpc-0123456789abcdef0",
          zones: null,
          subnets: [
            {
              id: "subnet-0aaaaaaaaaaaaaaa1",
              zone: "us-east-1a",
              cidr: "10.20.0.0/18",
              tier: "private",
            },
            {
              id: "subnet-0aaaaaaaaaaaaaaa2",
              zone: "us-east-1b",
              cidr: "10.20.64.0/18",
              tier: "private",
            },
          ],
        },
        checkpoints: { bucket: { kind: "existing", name: "ours-since-2024" } },
      },
    ],
    [
      "a Capacity Block, Bottlerocket, production",
      "nodes",
      {
        profile: "production",
        nodeGroups: {
          h100: {
            image: { kind: "bottlerocket" },
            capacity: {
              kind: "capacity-block",
              id: "cr-0123456789abcdef0",
              target: null,
              zone: "us-east-1a",
              start: "2026-12-01T11:30:00Z",
              end: "2026-12-15T11:30:00Z",
            },
          },
        },
      },
    ],
  ];
  for (const [name, role, change] of variants)
    testWithTerraform(`brings about an environment with ${name}`, async () => {
      const result = await run(alone(change).env, temporary(), { stacks: [`sample-${role}`] });
      expect(failures(result)).toEqual([]);
      expect(result).toMatchObject({ ok: true, unknownTypes: [] });
    });

  testWithTerraform("takes some stacks, with what they depend on", async () => {
    const result = await run(sample().env, temporary(), network);
    expect([...new Set(result.phases.map(({ stack }) => stack))].sort()).toEqual([
      "sample-bootstrap",
      "sample-network",
    ]);
    await expect(run(sample().env, temporary(), { stacks: ["sample-netwrk"] })).rejects.toThrow(
      /no stack "sample-netwrk"/,
    );
  });
});

describe("a failure in the middle", () => {
  for (const kind of ["api-error", "timeout", "throttling"] as const)
    testWithTerraform(
      `(${kind}) leaves what the next run finishes, with nothing lost and nothing doubled`,
      async () => {
        const [outdir, { env }] = [temporary(), alone()];
        const first = await run(env, outdir, { ...network, faults: [{ name: "sample-network.aws_vpc.vpc", kind }] });
        expect(first).toMatchObject({ ok: false, injected: ["sample-network.aws_vpc.vpc"], problems: [] });
        expect(failures(first)).toEqual([
          expect.stringMatching(/^sample-network apply: aws_vpc\.vpc .*injected by --fail/),
        ]);
        const second = await run(env, outdir, network);
        expect(second.notes[0]).toMatch(/^going on with \d+ resources/);
        expect(failures(second)).toEqual([]);
        expect(second.ok).toBe(true);
      },
    );

  testWithTerraform("does not cost what is protected: it is there, though Terraform gave up waiting", async () => {
    const [outdir, { env }] = [temporary(), alone({ profile: "production" })];
    await run(env, outdir, { ...network, faults: [{ name: "aws_vpc.vpc", kind: "timeout" }] });
    const second = await run(env, outdir, network);
    expect(second.notes.join("\n")).toMatch(/aws_vpc\.vpc is protected .*terraform untaint/);
    expect(failures(second)).toEqual([]);
    const [plan] = second.phases.filter(({ stack, phase }) => stack === "sample-network" && phase === "plan");
    expect(plan?.changes).toMatchObject({ replace: 0, delete: 0 });
  });

  testWithTerraform("that meets nothing is a problem of the run", async () => {
    // of a stack that does not take part
    const faults = [{ name: "aws_eks_cluster.cluster", kind: "timeout" as const }];
    const result = await run(alone().env, temporary(), { ...network, faults });
    expect(result).toMatchObject({ ok: false, problems: [expect.stringContaining("--fail aws_eks_cluster.cluster")] });
  });

  testWithTerraform(
    "of a resource that no stack has is refused before Terraform runs, as are losses and changes",
    async () => {
      const refused = (more: object) => run(alone().env, temporary(), { ...network, ...more });
      const faults = [{ name: "aws_vpc.vcp", kind: "timeout" as const }];
      await expect(refused({ faults })).rejects.toThrow(
        "--fail aws_vpc.vcp: there is no such resource; did you mean aws_vpc.vpc?",
      );
      const drift = [{ address: "sample-network.aws_vpc.other", delete: true }];
      await expect(refused({ drift })).rejects.toThrow(
        "--drift sample-network.aws_vpc.other: there is no such resource",
      );
      await expect(refused({ allow: ["x.y.z"] })).rejects.toThrow("--allow x.y.z: there is no such resource");
    },
  );
});

describe("a changed cloud", () => {
  testWithTerraform("shows in the plan, is brought back, and the plan after it is empty", async () => {
    const [outdir, { env }] = [temporary(), alone()];
    const [endpoint] = addressesOf(synthStacks(env)["network"]!).filter((each) => each.startsWith("aws_vpc_endpoint."));
    const drift = [
      { address: "sample-network.aws_vpc.vpc", set: { enable_dns_hostnames: false } },
      { address: `sample-network.${endpoint}`, delete: true },
    ];
    const result = await run(env, outdir, { ...network, drift });
    expect(failures(result)).toEqual([]);
    expect(result).toMatchObject({ ok: true, problems: [] });
    const [first, second] = result.phases.filter(({ stack, phase }) => stack === "sample-network" && phase === "plan");
    expect(first?.drift).toEqual([]);
    expect(second?.drift).toContain("aws_vpc.vpc");
    expect(second?.changes.update).toBeGreaterThanOrEqual(1);
    expect(second?.changes.create).toBeGreaterThanOrEqual(1);
  });

  testWithTerraform("that no plan shows fails the run", async () => {
    // no attribute of the resource: Terraform cannot see it
    const drift = [{ address: "sample-network.aws_vpc.vpc", set: { no_such_attribute: "x" } }];
    const result = await run(alone().env, temporary(), { ...network, drift });
    expect(result.ok).toBe(false);
    expect(result.problems).toEqual([expect.stringMatching(/aws_vpc\.vpc was changed .* no plan has shown it/)]);
  });
});

describe("an upgrade that would lose something", () => {
  const changed = (network: Change) => sample({ network }, NOW, dev as unknown as Change).env;
  const upgrade = (network: Change, allow: readonly string[] = []) =>
    run(changed(network), temporary(), { from: "HEAD", stacks: ["dev-network"], allow });

  testWithTerraform("fails, names what and why, and applies nothing of it", async () => {
    const { ok, losses, phases } = await upgrade({ cidr: "10.99.0.0/16" });
    expect(ok).toBe(false);
    expect(losses.refused).toContainEqual(
      expect.objectContaining({
        stack: "dev-network",
        address: "aws_vpc.vpc",
        action: "replace",
        reasonPaths: ["cidr_block"],
      }),
    );
    const ran = phases.filter(({ stack }) => stack === "dev-network").map(({ phase }) => phase);
    expect(ran).toEqual(["init", "bring about", "init", "validate", "plan"]);
  });

  testWithTerraform("goes on when all of it is allowed by name", async () => {
    const allow = ["dev-network.aws_cloudwatch_log_group.flow_logs"];
    const result = await upgrade({ flowLogDays: 0 }, allow);
    expect(failures(result)).toEqual([]);
    expect(result).toMatchObject({ ok: true, problems: [], losses: { refused: [] } });
    expect(result.losses.allowed.map(({ action }) => action)).toEqual(["delete"]);
  });
});

describe("what is in the way", () => {
  testWithTerraform("a broken journal is told in words, and --fresh begins anew", async () => {
    const [outdir, { env }] = [temporary(), alone()];
    await run(env, outdir, { ...network, faults: [{ name: "aws_vpc.vpc", kind: "api-error" }] });
    const journal = join(outdir, "rehearsal/sample/state/cloud.jsonl");
    expect(existsSync(journal)).toBe(true);
    writeFileSync(journal, "nonsense\n{}\n");
    await expect(run(env, outdir, network)).rejects.toThrow(/cloud\.jsonl, line 1: .*--fresh/);
    expect((await run(env, outdir, { ...network, fresh: true })).ok).toBe(true);
  });
});
