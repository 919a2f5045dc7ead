import { driftFolder, driftVolume, toldDrift } from "../../../config/datasets/drift-told";
import { sample, type Change } from "../../helpers/environment";

const lab = { kind: "bucket", name: "lab", prefix: "events/" };
const events = { place: lab, drift: {} };
const nas = { kind: "efs", mountPath: "/nas", teams: true };

test.each<[string, Change, string | null, readonly string[]]>([
  ["Slurm has the first volume", { storage: { nas } }, "lustre", ["events"]],
  ["pods take one that their team sees", { storage: { nas }, slurm: null }, "nas", ["events"]],
  ["pods of a team that sees none tell nothing", { slurm: null }, "lustre", []],
  ["a server whose root is nobody takes no folder", { lustre: { rootSquash: { uid: 65534, gid: 65534 } } }, null, []],
  ["monitoring is off", { monitoring: { enabled: false } }, "lustre", []],
])("%s", (_, change, volume, names) => {
  const { env } = sample({ datasets: { events, plain: { place: { ...lab, prefix: "plain/" } } }, ...change });
  expect(driftVolume(env)?.name ?? null).toBe(volume);
  expect(toldDrift(env).map(({ dataset }) => dataset)).toEqual(names);
  expect(driftFolder(env, "events") === null).toBe(names.length === 0);
  expect(driftFolder(env, "plain")).toBeNull();
});

test("a dataset that Slurm compares is told beside one that only pods compare, which see no volume", () => {
  const { env } = sample({
    nodeGroups: { pods: { instanceType: "p5.48xlarge", nodes: 1 } },
    datasets: {
      events: { place: lab, drift: { every: "week" } },
      faces: { place: { ...lab, prefix: "faces/" }, drift: { retrain: "one-node.yaml" } },
    },
  });
  expect(toldDrift(env)).toEqual([{ dataset: "events", everyHours: 168 }]);
});
