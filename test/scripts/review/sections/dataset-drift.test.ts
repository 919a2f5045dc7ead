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
  expect(text).toMatch(
    /starts a training by itself: fsdp2\.sbatch[^]*30 trainings in 30 days, one in 24 hours, each on up to \d+ GPUs[^]*railyard describe sample/,
  );
  expect(only("capacity", both(null, hook)).text).toContain("starts a training by itself");
  expect(only("capacity", both(hook, { retrain: "ddp.sbatch" })).text).toContain("starts another training by itself");
  // less is needed for one, and they may follow each other each hour
  const eager = { ...hook, every: "hour", restHours: 0, psi: 0.001, ks: 0.001 };
  const more = only("capacity", both(hook, eager));
  expect(more.severity).toBe("warning");
  expect(more.text).toMatch(/may start trainings more often[^]*psi: 0\.2 → 0\.001[^]*restHours: 24 → 0/);
  expect(more.text).toContain("Up to 720 trainings in 30 days, one each hour, each on up to 32 GPUs, which cost money");
  for (const section of ["stops", "capacity"] as const) expect(findingsOf(section, both(hook, hook))).toEqual([]);
});
