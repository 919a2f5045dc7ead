import { findingsOf } from "../../../helpers/reviewed";

const rollout = (slurm: object) => ({ slurm: { rollout: slurm } });
const found = (before: object, after: object) =>
  findingsOf("stops", { before: rollout(before), after: rollout(after) }).map(({ severity, details }) => [
    severity,
    details.slice(0, -1),
  ]);

test.each([
  [{}, { floorPercent: 0 }, ["0 % of the nodes go on taking jobs meanwhile, and not 75 %."]],
  [
    { failuresInRow: 1 },
    { failuresInRow: 100 },
    ["It ends after 100 nodes in a row that do not come back, and not after 1."],
  ],
])("a rollout that may do more is told: %j → %j", (before, after, details) =>
  expect(found(before, after)).toEqual([["warning", details]]),
);

test("one that may do less, or the same, is not", () => {
  expect(found({ floorPercent: 50 }, { floorPercent: 90 })).toEqual([]);
  expect(found({ failuresInRow: 3 }, { failuresInRow: 2 })).toEqual([]);
  expect(found({}, {})).toEqual([]);
});
