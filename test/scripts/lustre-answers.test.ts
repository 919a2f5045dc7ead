import { LUSTRE_CHANGES } from "../../config/facts/lustre-changes";
import { mergeExtends } from "../../config/kernel/extends";
import { explainKey } from "../../scripts/commands/explain/key";
import { keysIn } from "../../scripts/lib/environments/find-key";
import { FSX_LUSTRE_KINDS } from "../../scripts/rehearsal/aws/fsx/fsx-lustre";
import type { Attributes, Value } from "../../scripts/rehearsal/value";
import type { ReviewedChange } from "../../scripts/review/changes/resource-changes";
import { configChanges } from "../../scripts/review/config-changes";
import { stoppedByStorage } from "../../scripts/review/sections/stops-storage";
import type { ChangeSet } from "../../scripts/review/sections/change-set";
import { LEGAL, sample, type Change } from "../helpers/environment";
import { synthStacks } from "../helpers/stacks";
import { fakeCloud } from "./rehearsal/aws/fake-cloud";

const KIND = FSX_LUSTRE_KINDS["aws_fsx_lustre_file_system"]!;
const TYPE = "aws_fsx_lustre_file_system";

/** One of each kind, with a second one of which EFA changes what can be done. */
const SYSTEMS = {
  "scratch-2": { deployment: "scratch-2", capacityGiB: 4800 },
  "persistent-1-ssd": { deployment: "persistent-1-ssd", throughput: 100, capacityGiB: 4800 },
  "persistent-1-hdd": { deployment: "persistent-1-hdd", throughput: 12, capacityGiB: 12000 },
  "persistent-2-ssd": { deployment: "persistent-2-ssd", throughput: 250, capacityGiB: 38400 },
  "persistent-2-ssd with EFA": { deployment: "persistent-2-ssd", throughput: 250, capacityGiB: 76800, efa: true },
  "persistent-2-intelligent-tiering": { deployment: "persistent-2-intelligent-tiering", throughputMBps: 8000 },
} as const satisfies Record<string, Change>;

/** Other values of each key: up and down where it is a number. What is not legal for a kind is left out of it. */
const OTHERS: Readonly<Record<string, (system: Change) => readonly unknown[]>> = {
  capacityGiB: ({ capacityGiB }) => [Number(capacityGiB) * 2, Number(capacityGiB) / 2],
  throughput: ({ deployment }) =>
    ({ "persistent-1-ssd": [50, 200], "persistent-1-hdd": [40], "persistent-2-ssd": [125, 500] })[String(deployment)] ??
    [],
  throughputMBps: () => [4000, 12000],
  zone: () => ["us-east-1b"],
  mountPath: () => ["/data"],
  compression: () => ["none"],
  rootSquash: () => [{ uid: 1000, gid: 1000 }],
  maintenance: () => ["1:02:00"],
  logLevel: () => ["error", "disabled"],
  backupDays: () => [3],
  finalBackup: () => ["skip"],
  readCache: ({ deployment }) => (deployment === "persistent-1-hdd" ? [false] : [{ mode: "none" }]),
  efa: ({ efa }) => [efa !== true],
  metadata: () => [{ mode: "user-provisioned", iops: 48000 }],
  metadataIops: () => [12000],
};

const of = (lustre: Change) => ({
  nodeGroups: { h100: { capacity: { zone: "us-east-1a" } } },
  checkpoints: null,
  slurm: null,
  // another kind takes nothing over from that of the sample
  lustre: { throughput: null, efa: null, capacityGiB: null, zone: "us-east-1a", ...lustre },
});

const attributesOf = (change: Change): Attributes => {
  const json = synthStacks(sample(change).env)["storage"]!;
  const written = json.resource[TYPE].lustre as Record<string, unknown>;
  // a block is a list to Terraform, and one object to cdktf
  const blocks = Object.entries(written).map(([name, value]) => [
    name,
    typeof value === "object" && value !== null && !Array.isArray(value) && !/tags|timeouts|lifecycle/.test(name)
      ? [value]
      : value,
  ]);
  return Object.fromEntries(blocks) as Attributes;
};

const differing = (before: Attributes, after: Attributes): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );

/** What the stand-in of the rehearsal does with a change. */
function rehearsed(before: Attributes, after: Attributes): "nothing" | "in-place" | "replaces" | "forbidden" {
  const changed = differing(before, after).filter((name) => !/^(?:lifecycle|tags|timeouts)$/.test(name));
  if (changed.length === 0) return "nothing";
  const paths = [...KIND.forcesNew, ...(KIND.forcesNewWhen?.(before, after) ?? [])];
  if (changed.some((name) => paths.some((path) => path.split(".")[0] === name))) return "replaces";
  const refusals = KIND.refuse?.({ ...before, ...after }, fakeCloud(), { ...before }) ?? [];
  return refusals.length > 0 ? "forbidden" : "in-place";
}

const shown = (value: Value | undefined) => (value == null ? { kind: "absent" } : { kind: "value", value });

function reviewed(before: Attributes, after: Attributes) {
  const attributes = differing(before, after).flatMap((name) => {
    const [from, to] = [before[name], after[name]].map((value) => (Array.isArray(value) ? value[0] : value));
    if (typeof from !== "object" || typeof to !== "object" || from == null || to == null)
      return [{ path: name, before: shown(from as Value), after: shown(to as Value) }];
    return differing(from as Attributes, to as Attributes).map((inner) => ({
      path: `${name}[0].${inner}`,
      before: shown((from as Attributes)[inner]),
      after: shown((to as Attributes)[inner]),
    }));
  });
  const change = { type: TYPE, action: "update", address: `x.${TYPE}.lustre`, stack: "x", attributes, before, after };
  const changeSet = { ofType: () => [change as unknown as ReviewedChange] } as unknown as ChangeSet;
  return stoppedByStorage(changeSet);
}

describe.each(Object.entries(SYSTEMS))("a change of %s", (_, system: Change) => {
  const base = of(system);
  const before = sample(base);
  const was = attributesOf(base);
  const keys = keysIn(["lustre"], before.config).map(String);
  const known = {
    root: "/nowhere",
    loaded: { config: before.config, resolved: before.env, findings: { active: [], ignored: [] } },
    merged: mergeExtends({ ...base, extends: LEGAL }),
  };

  test("is tried of every key", () => {
    expect(keys.filter((key) => key !== "deployment" && OTHERS[key] === undefined)).toEqual([]);
  });

  const cases = keys.flatMap((key) => (OTHERS[key]?.(system) ?? []).map((value) => [key, value] as const));
  test.each(cases)("%s to %j: config, explain, review and rehearsal say one thing", (key, value) => {
    const changed = of({ ...system, [key]: value });
    const now = attributesOf(changed);
    const outcome = rehearsed(was, now);
    const found = configChanges(before.config, sample(changed).config).filter(({ path }) =>
      path.startsWith(`lustre.${key}`),
    );
    const gravity = ["none", "in-place", "rolling", "drains", "replaces", "forbidden"];
    const policy = found.map((each) => each.policy ?? "").sort((a, b) => gravity.indexOf(b) - gravity.indexOf(a))[0];
    if (outcome === "nothing") expect(["none", "in-place", "drains"]).toContain(policy);
    else expect(policy).toBe(outcome);
    const policies = explainKey(["lustre", key], known).updates.map((update) => update.policy);
    expect(policies).toContain(policy);
    if (outcome === "replaces" || outcome === "nothing") return;
    const severities = reviewed(was, now).map(({ severity }) => severity);
    // FSx takes it in place, and root of the clients loses what it could do
    expect(severities.includes("danger")).toBe(outcome === "forbidden" || key === "rootSquash");
  });
});

test("what changes throughput says that the file system cannot be reached", () => {
  const rows = LUSTRE_CHANGES.filter(({ attribute, effect }) => /throughput/.test(attribute) && effect === "in-place");
  expect(rows).toHaveLength(2);
  for (const { what } of rows) expect(what).toContain("up to an hour");
});
