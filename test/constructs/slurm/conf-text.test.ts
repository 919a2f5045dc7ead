import { settingLines, settingPairs, timeLimit } from "../../../constructs/slurm/conf-text";

test("writes settings as lines or on one line, in their order", () => {
  expect(settingLines({ B: "2", A: "x,y" })).toBe("B=2\nA=x,y\n");
  expect(settingPairs({ B: "2", A: "x,y" })).toBe("B=2 A=x,y");
});

test.each([
  [336, "14-00:00:00"],
  [1, "0-01:00:00"],
  [25.5, "1-01:30:00"],
  [0.001, "0-00:01:00"],
  [23.9999, "1-00:00:00"],
])("writes %d hours as %s", (hours, text) => {
  expect(timeLimit(hours)).toBe(text);
});
