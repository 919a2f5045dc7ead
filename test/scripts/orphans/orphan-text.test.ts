import type { FoundOrphans } from "../../../scripts/orphans/find-orphans";
import { orphanLines } from "../../../scripts/orphans/orphan-text";

const volume: FoundOrphans["orphans"][number] = {
  kind: "volume",
  id: "vol-1",
  createdAt: new Date("2026-11-18T12:00:00Z"),
  ageDays: 3,
  why: "100 GiB gp3: why",
  usdPerMonth: 8,
  removal: "safe",
};
const found = (more: Partial<FoundOrphans> = {}): FoundOrphans => ({
  orphans: [],
  statesFound: true,
  clusterRuns: false,
  unknown: [],
  ...more,
});

test("each has its age, its price, how it goes, and why it stayed; unknown is said", () => {
  const vpc = {
    ...volume,
    kind: "tagged resource",
    id: "vpc-1",
    ageDays: null,
    usdPerMonth: null,
    removal: "never",
  } as const;
  const snapshot = { ...volume, kind: "snapshot", id: "snap-1", usdPerMonth: null, removal: "named" } as const;
  const [head, ...rows] = orphanLines(found({ orphans: [volume, snapshot, vpc] }), "dev");
  expect(head).toMatch(/^kind +id +age +USD\/month +goes with +why$/);
  expect(rows[0]).toMatch(/^volume +vol-1 +3 d +8\.00 +--delete +100 GiB gp3: why$/);
  expect(rows[1]).toMatch(/^snapshot +snap-1 +3 d +unknown +--delete --allow +/);
  expect(rows[2]).toMatch(/^tagged resource +vpc-1 +unknown +unknown +by hand +/);
  expect(rows[3]).toBe("3 left over, 8.00 USD a month, and 2 of unknown price (list prices).");
  expect(rows[4]).toBe("To delete: npx railyard orphans dev --delete");
});

test("nothing is said as nothing, and as nothing to delete", () => {
  expect(orphanLines(found(), "dev")).toEqual(["Nothing of dev is left that its stacks do not have."]);
});

test("what was not looked at is said", () => {
  const text = orphanLines(found({ clusterRuns: true, unknown: [{ what: "volumes", why: "denied" }] }), "dev");
  expect(text[0]).toBe("Nothing of dev was found where AWS could be asked.");
  expect(text[1]).toContain("The cluster is there");
  expect(text[2]).toBe("Unknown: volumes: denied");
});

test("without a state nobody knows what is in use: that is said, and nothing is offered for deletion", () => {
  const unsure = { ...volume, removal: "never" } as const;
  const text = orphanLines(found({ orphans: [unsure], statesFound: false }), "dev").join("\n");
  expect(text).toMatch(/No state of dev was found: it was never deployed, or `state`[^]*is not deleted here\./);
  expect(text).not.toContain("--delete");
});
