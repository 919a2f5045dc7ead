import { plannedDangers } from "../../../scripts/review/planned-dangers";
import type { PlanJson } from "../../../scripts/lib/terraform/plan-json";
import { NOW, sample, type Change } from "../../helpers/environment";
import { created, deleted, planOf, replaced, unchanged, updated, type Planned } from "../../helpers/plan";
import { releases } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";

const JANE = {
  uid: 20001,
  keys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMG0n3dYk4p0b6bY8Q3T1m2m4m5n6p7q8r9s0t1u2v3w"],
};

const PEOPLE: Change = {
  slurm: {
    partitions: { prep: { nodeGroups: ["cpu"] } },
    users: { jane: JANE },
  },
  teams: { vision: { users: ["jane"] } },
};

function dangers(stack: string, resources: readonly Planned[], change: Change = {}) {
  const { plan } = planOf(stack, ...resources);
  return plannedDangers(sample(change).env, { stack, plan: plan as PlanJson, now: NOW });
}

const names = (found: ReturnType<typeof dangers>) => found.dangers.map(({ name }) => name);

/** The releases of a stack as a plan has them, from what synth writes of one config and of another. */
function releasePlan(role: string, was: Change, is: Change): Planned[] {
  const [before, after] = [was, is].map((change) => releases(synthStacks(sample(change).env)[role])) as [
    ReturnType<typeof releases>,
    ReturnType<typeof releases>,
  ];
  return Object.keys({ ...before, ...after }).map((key) => {
    const values = (one: Record<string, unknown>) => ({
      name: one["name"],
      namespace: one["namespace"],
      values: one["values"],
    });
    const address = `helm_release.${key.replace(/\W/g, "_")}`;
    const [old, now] = [before[key], after[key]];
    if (!old) return created(address, values(now));
    if (!now) return deleted(address, values(old));
    const same = JSON.stringify(values(old)) === JSON.stringify(values(now));
    return same ? unchanged(address, values(old)) : updated(address, values(old), values(now));
  });
}

describe("what no resource has alone is read from the releases as they were applied", () => {
  const slurm = (changes: Change): Change => ({ ...PEOPLE, slurm: { ...(PEOPLE["slurm"] as Change), ...changes } });
  const more = (change: Change): Change => ({ ...PEOPLE, ...change });
  test.each<[string, string, Change, Change, string[]]>([
    [
      "a partition goes",
      "slurm",
      PEOPLE,
      slurm({ partitions: { pre: { nodeGroups: ["cpu"] } } }),
      ["sample-slurm.config.slurm.partitions.prep"],
    ],
    [
      "a partition takes shorter jobs",
      "slurm",
      PEOPLE,
      slurm({ partitions: { prep: { nodeGroups: ["cpu"], maxHours: 2 } } }),
      ["sample-slurm.config.slurm.partitions.prep"],
    ],
    [
      "a partition takes longer ones",
      "slurm",
      PEOPLE,
      slurm({ partitions: { prep: { nodeGroups: ["cpu"], maxHours: 500 } } }),
      [],
    ],
    [
      "a user gets another id",
      "slurm",
      PEOPLE,
      slurm({ users: { jane: { ...JANE, uid: 20002 } } }),
      ["sample-slurm.config.slurm.users.jane.uid"],
    ],
    [
      "a user gets the id of somebody who leaves",
      "slurm",
      PEOPLE,
      { ...slurm({ users: { eve: JANE } }), teams: { vision: { users: ["eve"] } } },
      ["sample-slurm.config.slurm.users.eve"],
    ],
    [
      "a user comes with an id of their own",
      "slurm",
      PEOPLE,
      {
        ...slurm({ users: { jane: JANE, eve: { ...JANE, uid: 20002 } } }),
        teams: { vision: { users: ["jane", "eve"] } },
      },
      [],
    ],
    [
      "homes move",
      "slurm",
      PEOPLE,
      more({ storage: { homes: { kind: "efs" } } }),
      ["sample-slurm.config.slurm.users homes"],
    ],
    [
      "accounting goes elsewhere",
      "slurm",
      slurm({ accounting: external("one.example.com") }),
      slurm({ accounting: external("two.example.com") }),
      ["sample-slurm.config.slurm.accounting"],
    ],
    [
      "changes of the accounting database are kept no more",
      "slurm",
      slurm({ accounting: { kind: "mariadb", recoveryMinutes: 10 } }),
      slurm({ accounting: { kind: "mariadb" } }),
      ["sample-slurm.config.slurm.accounting.recoveryMinutes"],
    ],
    [
      "they are kept now, or at other times",
      "slurm",
      slurm({ accounting: { kind: "mariadb" } }),
      slurm({ accounting: { kind: "mariadb", recoveryMinutes: 10 } }),
      [],
    ],
    [
      "they are kept less often: less is lost with a volume than a danger is",
      "slurm",
      slurm({ accounting: { kind: "mariadb", recoveryMinutes: 5 } }),
      slurm({ accounting: { kind: "mariadb", recoveryMinutes: 30 } }),
      [],
    ],
    [
      "nothing happens",
      "slurm",
      slurm({ accounting: external("one.example.com") }),
      slurm({ accounting: external("one.example.com") }),
      [],
    ],
    [
      "checkpoints are kept for a shorter time",
      "platform",
      { checkpoints: { warm: { keepLast: 24 }, cold: { keepLast: 50, keepEvery: 1000 } } },
      { checkpoints: { warm: { keepLast: 3 }, cold: { keepLast: 50, keepEvery: 1500 } } },
      ["sample-platform.config.checkpoints.warm", "sample-platform.config.checkpoints.cold"],
    ],
    [
      "and for a longer one",
      "platform",
      { checkpoints: { warm: { keepLast: 3 } } },
      { checkpoints: { warm: { keepLast: 24 } } },
      [],
    ],
  ])("%s", (_, role, was, is, expected) => {
    expect(names(dangers(`sample-${role}`, releasePlan(role, was, is), is))).toEqual(expected);
  });
});

function external(host: string): Change {
  return { kind: "external", host, secretName: "accounting-database" };
}

const GROUP = {
  node_group_name: "sample-h100",
  labels: { "railyard.dev/node-group": "h100" },
  scaling_config: [{ desired_size: 4, min_size: 4, max_size: 4 }],
};
const sized = (nodes: number) => ({ scaling_config: [{ desired_size: nodes, min_size: nodes, max_size: nodes }] });
const NODES = "aws_eks_node_group.h100";

test("nodes that end are told by their group, and more of them are not", () => {
  expect(names(dangers("sample-nodes", [updated(NODES, GROUP, sized(2))], {}))).toEqual([`sample-nodes.${NODES}`]);
  expect(names(dangers("sample-nodes", [updated(NODES, GROUP, sized(6))], {}))).toEqual([]);
});

test("what goes or is made anew is told by `losses`, and not here; what is made first has lost nothing", () => {
  expect(names(dangers("sample-nodes", [replaced(NODES, GROUP, { subnet_ids: ["subnet-2"] })]))).toEqual([]);
  expect(names(dangers("sample-nodes", [deleted(NODES, GROUP)]))).toEqual([]);
  expect(names(dangers("sample-nodes", [created(NODES, GROUP)]))).toEqual([]);
});

describe("what the stack protects and the state has lost", () => {
  const LUSTRE = "aws_fsx_lustre_file_system.lustre";
  const entry = (address: string) => `terraform_data.holds_data["${address}"]`;
  const made = created(LUSTRE, { storage_capacity: 1200 });

  test("is not made a second time without its name", () => {
    const { dangers: found } = dangers("sample-storage", [made, unchanged(entry(LUSTRE), { id: "1" })]);
    expect(found).toMatchObject([
      { name: `sample-storage.${LUSTRE}`, title: expect.stringContaining("makes another one, empty") },
    ]);
    expect(found[0]?.details.join("\n")).toContain(`terraform import ${LUSTRE} <id>`);
  });

  test("is made where it is new, or imported", () => {
    const before = unchanged("aws_kms_key.storage_key", {});
    expect(names(dangers("sample-storage", [before, made, created(entry(LUSTRE), {})]))).toEqual([]);
    const imported = { ...made, change: { ...(made["change"] as object), importing: { id: "fs-1" } } };
    expect(names(dangers("sample-storage", [before, imported, unchanged(entry(LUSTRE), {})]))).toEqual([]);
  });
});

test("a state with resources of another environment is a problem, whatever is planned", () => {
  const foreign = { cidr_block: "10.0.0.0/16", tags_all: { "railyard:environment": "other" } };
  const found = dangers("sample-network", [unchanged("aws_vpc.vpc", foreign)]);
  expect(found).toEqual({
    dangers: [],
    problems: [expect.stringMatching(/has resources of environment other, and this is sample.*state\.bucket/)],
  });
});

test("a plan that is not understood is a problem", () => {
  const { plan } = planOf("sample-network");
  const given = { ...plan, format_version: "2.0" } as PlanJson;
  expect(plannedDangers(sample().env, { stack: "sample-network", plan: given, now: NOW }).problems).toHaveLength(1);
});
