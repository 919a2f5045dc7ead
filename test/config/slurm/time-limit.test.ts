import { limitHours, limitText, shortLimit } from "../../../config/slurm/time-limit";

test.each([
  [1 / 60, "1 minute", "1 min"],
  [0.001, "1 minute", "1 min"],
  [0.25, "15 minutes", "15 min"],
  [0.999, "1 hour", "1 h"],
  [1, "1 hour", "1 h"],
  [1.5, "1.5 hours", "1.5 h"],
  [31.716, "31.72 hours", "31.72 h"],
  [8760, "8,760 hours", "8,760 h"],
])("%d hours are %s, and never nothing", (hours, words, short) => {
  expect([limitText(hours), shortLimit(hours)]).toEqual([words, short]);
});

test.each([0.001, 0.0166])("%d hours are less than Slurm counts in, and refused", (hours) => {
  expect(limitHours.safeParse(hours).error?.issues.map(({ message }) => message)).toEqual([
    expect.stringContaining("at least 1 / 60, which is a minute"),
  ]);
});
