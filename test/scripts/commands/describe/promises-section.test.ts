import { promisesSection, promisesSheet } from "../../../../scripts/commands/describe/promises-section";
import { sample } from "../../../helpers/environment";

const OFF = { nodeAvailability: "off", controlPlane: "off", goodput: "off", checkpointSuccess: "off" };
const rows = (monitoring: object) =>
  promisesSection(promisesSheet(sample({ monitoring }).env)).flatMap((section) => section.rows);

test("each promise is a line, and so is each QOS whose jobs start soon", () => {
  const slos = { ...OFF, goodput: 92.5, jobStart: { high: { minutes: 30 }, interactive: { minutes: 1, percent: 99 } } };
  expect(rows({ slos })).toEqual([
    ["goodput", "92.5 % of the time of trainings that tell of their steps they get ahead"],
    ["jobs of high", "95 % start within 30 minutes of waiting for nodes"],
    ["jobs of interactive", "99 % start within 1 minute of waiting for nodes"],
  ]);
});

test("budgets are counted over as many days as metrics are kept", () => {
  const notes = (retentionDays: number) =>
    promisesSection(promisesSheet(sample({ monitoring: { retentionDays } }).env))[0]!.notes[0];
  expect(notes(7)).toContain("over 7 days");
  expect(notes(90)).toContain("over 30 days");
});

test("nothing is told where nothing is promised, or nobody measures", () => {
  expect(rows({ slos: OFF })).toEqual([]);
  expect(rows({ enabled: false })).toEqual([]);
});
