import { sample } from "../../helpers/environment";

const hours = (partition: Record<string, unknown>) =>
  sample({ slurm: { partitions: { train: partition } } }).env.slurm?.partitions.train?.defaultHours;

test.each([
  ["nothing said: a day", {}, 24],
  ["a shorter limit: that", { maxHours: 4 }, 4],
  ["a longer limit: a day", { maxHours: 100 }, 24],
  ["said: what was said", { defaultHours: 2 }, 2],
  ["said above the limit: a rule tells", { maxHours: 4, defaultHours: 9 }, 9],
])("jobs that ask for no time, %s", (_, partition, expected) => expect(hours(partition)).toBe(expected));

test("no Slurm stays none", () => expect(sample({ slurm: null }).env.slurm).toBeNull());
