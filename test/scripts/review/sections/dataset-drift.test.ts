import type { Change } from "../../../helpers/environment";
import { findingsOf, only } from "../../../helpers/reviewed";

const of = (drift: Change | null): Change => ({
  teams: { vision: {} },
  datasets: { faces: { place: { kind: "bucket", name: "lab", prefix: "faces/" }, ...(drift && { drift }) } },
});
const both = (was: Change | null, is: Change | null) => ({ before: of(was), after: of(is) });
const hook = { retrain: "fsdp2.sbatch" };

test.each<[string, Change, Change | null, string]>([
  ["a higher threshold of PSI", {}, { psi: 0.5 }, "psi: 0.2 → 0.5"],
  ["a higher threshold of KS", {}, { ks: 0.3 }, "ks: 0.1 → 0.3"],
  ["a rarer look", { every: "hour" }, {}, "every: hour → day"],
  ["a longer rest", hook, { ...hook, restHours: 48 }, "restHours: 24 → 48"],
  ["no training any more", hook, {}, "retrain: fsdp2.sbatch → none"],
  ["no look any more", {}, null, "no longer told[^]*scancel --me --name=drift-faces"],
])("%s finds less, which is told", (_, was, is, words) => {
  const { severity, text } = only("stops", both(was, is));
  expect(severity).toBe("warning");
  expect(text).toMatch(new RegExp(words));
  expect(findingsOf("capacity", both(was, is))).toEqual([]);
  // the way back finds more, and is no loss
  expect(findingsOf("stops", both(is, was))).toEqual([]);
});

test("trainings that start by themselves are told, and those that may start more often", () => {
  const { severity, address, text } = only("capacity", both({}, hook));
  expect([severity, address]).toEqual(["warning", "sample-storage.config.datasets.faces.drift.retrain"]);
  expect(text).toMatch(/starts a training by itself: fsdp2\.sbatch[^]*once in 24 hours[^]*railyard describe sample/);
  expect(only("capacity", both(null, hook)).text).toContain("starts a training by itself");
  expect(only("capacity", both(hook, { retrain: "ddp.sbatch" })).text).toContain("starts another training by itself");
  expect(only("capacity", both(hook, { ...hook, psi: 0.1, restHours: 1 }))).toMatchObject({
    severity: "info",
    details: expect.arrayContaining(["psi: 0.2 → 0.1", "restHours: 24 → 1"]) as unknown,
  });
  for (const section of ["stops", "capacity"] as const) expect(findingsOf(section, both(hook, hook))).toEqual([]);
});
