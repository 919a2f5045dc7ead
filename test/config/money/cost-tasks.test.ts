import { sample } from "../../helpers/environment";

const costOf = (warm: object) => sample({ checkpoints: { warm: { ...warm } } }).env.cost;

test("what tasks of Lustre ask of S3 is billed by use and unknown, and takes no other number away", () => {
  const cost = costOf({ export: [], tasks: { export: {}, release: { afterDays: 30 } } });
  expect(cost.items.find(({ label }) => label === "tasks of Lustre: export, release")).toMatchObject({
    usdPerHour: null,
    usdPerMonth: null,
    note: "billed by use: unknown how many requests FSx makes of S3, and how much of what was released is read again",
    byUse: true,
  });
  expect(cost.unknown).toEqual(costOf({}).unknown);
  expect(cost.usdPerMonth).toBe(costOf({}).usdPerMonth);
});

test("without a release nothing is read again, and without tasks there is no such line", () => {
  const imports = costOf({ import: [], tasks: { import: {} } }).items.find(({ label }) => label.startsWith("tasks"));
  expect(imports?.note).toBe("billed by use: unknown how many requests FSx makes of S3");
  expect(costOf({}).items.some(({ label }) => label.startsWith("tasks"))).toBe(false);
});
