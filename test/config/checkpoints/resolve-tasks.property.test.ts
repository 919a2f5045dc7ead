import fc from "fast-check";
import { resolveTasks } from "../../../config/checkpoints/resolve-tasks";
import { DAYS } from "../../../config/schedule/schema";

const times = {
  days: fc.uniqueArray(fc.constantFrom(...DAYS)),
  start: fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":")),
};
const task = fc.record(times);

test("cron says the days and the minute that were written, in any order, and no day is no time", () => {
  fc.assert(
    fc.property(
      fc.record({ import: task, export: task, release: fc.record({ ...times, afterDays: fc.integer({ min: 1 }) }) }),
      (tasks) => {
        const resolved = resolveTasks(tasks);
        expect(resolved.map(({ kind }) => kind)).toEqual(["import", "export", "release"]);
        for (const { kind, cron, afterDays } of resolved) {
          const { days, start } = tasks[kind];
          expect(afterDays).toBe(kind === "release" ? tasks.release.afterDays : null);
          if (cron === null) {
            expect(days).toEqual([]);
            continue;
          }
          const [minute, hour, ofMonth, month, ofWeek] = cron.split(" ");
          expect(`${hour!.padStart(2, "0")}:${minute!.padStart(2, "0")} ${ofMonth} ${month}`).toBe(`${start} * *`);
          const numbers = ofWeek === "*" ? DAYS.map((__, number) => number) : ofWeek!.split(",").map(Number);
          expect(numbers.map((number) => DAYS[number])).toEqual(DAYS.filter((day) => days.includes(day)));
        }
      },
    ),
  );
  expect(resolveTasks(undefined)).toEqual([]);
});
