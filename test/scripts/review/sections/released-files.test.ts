import { findingsOf, only } from "../../../helpers/reviewed";

const release = (afterDays: number | null) => ({
  checkpoints: { warm: { tasks: { export: {}, ...(afterDays !== null && { release: { afterDays } }) }, export: [] } },
});

test.each<[string, object, object, string]>([
  ["a release that comes", {}, release(30), "afterDays: none → 30."],
  ["one beside another task", release(null), release(1), "afterDays: none → 1."],
  ["one that lets files rest for less long", release(30), release(7), "afterDays: 30 → 7."],
])("%s is told, with what is unknown of it", (_, before, after, days) => {
  const found = findingsOf("lost", { before: { ...before }, after: { ...after } }).filter(({ address }) =>
    address?.endsWith("checkpoints.warm.tasks.release"),
  );
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({
    severity: "warning",
    address: "sample-platform.config.checkpoints.warm.tasks.release",
  });
  expect(found[0]!.title).toContain("under /fsx/checkpoints for");
  expect(found[0]!.details[0]).toBe(days);
  expect(found[0]!.details.join(" ")).toContain("How fast that is is unknown");
});

test.each<[string, object, object]>([
  ["as before", release(30), release(30)],
  ["after more days", release(7), release(30)],
  ["no more", release(7), release(null)],
])("%s says nothing", (_, before, after) =>
  expect(findingsOf("lost", { before: { ...before }, after: { ...after } })).toEqual([]),
);

test("one day is a day", () => {
  const { title } = only("lost", { before: { ...release(2) }, after: { ...release(1) } });
  expect(title).toContain("for 1 day is in the bucket alone");
});
