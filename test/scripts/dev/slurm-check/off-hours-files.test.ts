import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SlurmHours } from "../../../../constructs/slurm/off-hours-script";
import { offHoursFiles } from "../../../../scripts/dev/slurm-check/off-hours-files";

const HOURS: SlurmHours = {
  timeZone: "Europe/Zurich",
  start: "0 8 * * 1",
  drain: "45 18 * * 1",
  openMinutes: 660,
  drainMinutes: 15,
  nodeGroups: ["h100"],
  pausedUntil: "2030-01-01T00:00:00Z",
};

test("an environment with hours is checked with the groups that follow them, and without its pause", () => {
  const files = offHoursFiles(HOURS, ["h100", "cpu"]);
  expect(files["off-hours.sh"]).toContain("groups=,h100,");
  expect(files["paused-until"]).toBe("0\n");
});

test("one without is checked as if all its nodes followed some", () => {
  expect(offHoursFiles(undefined, ["h100", "cpu"])["off-hours.sh"]).toContain("groups=,h100,cpu,");
});

test("jobs of the check are shorter and longer than the time that the script leaves them", () => {
  const [, seconds] =
    /begins=\$\(\(\$\(scheduled\) \+ (\d+)\)\)/.exec(offHoursFiles(HOURS, [])["off-hours.sh"] ?? "") ?? [];
  const check = readFileSync(join(__dirname, "../../../../scripts/dev/slurm-check/off-hours.sh"), "utf8");
  const minutes = [...check.matchAll(/submit "\$@" -t (\d+) /g)].map(([, text]) => Number(text));
  expect(minutes).toHaveLength(2);
  expect(Math.max(...minutes)).toBeGreaterThan(Number(seconds) / 60);
  // the clock goes on while the check runs
  expect(Math.min(...minutes)).toBeLessThan(Number(seconds) / 60 - 3);
});
