import type { Outline } from "../../../config/across/outline";
import { sharedDatasets } from "../../../config/across/shared-datasets";

const outline = (table: string, input: object) =>
  ({ table, name: table, account: "111122223333", region: "us-east-1", input }) as unknown as Outline;
const dataset = (prefix: string, name: string = "ours") => ({
  datasets: { faces: { place: { kind: "bucket", name, prefix } }, local: { place: { kind: "volume" } }, torn: 7 },
});
const checkpoints = (more: object) => ({ checkpoints: { bucket: { kind: "existing", name: "ours" }, ...more } });

/** Issues of the first environment, as rule and path. */
const of = (a: object, b: object) =>
  sharedDatasets(outline("a", a), outline("b", b)).map(({ rule, path }) => `${rule} ${path.join(".")}`);

test("a dataset is told where another environment deletes, and there too", () => {
  const pruned = checkpoints({ cold: { keepLast: 3 } });
  expect(of(dataset("checkpoints/faces/"), pruned)).toEqual(["environments/bucket-pruned datasets.faces.place.prefix"]);
  expect(of(pruned, dataset("checkpoints/faces/"))).toEqual(["environments/bucket-pruned checkpoints.bucket.name"]);
  expect(of(checkpoints({ prefix: "runs/", warm: { exportDeletes: true, keepLast: 1 } }), dataset("runs/a/"))).toEqual([
    "environments/bucket-pruned checkpoints.prefix",
  ]);
});

test("a dataset in the bucket of another environment's state is told", () => {
  const state = { state: { kind: "s3", bucket: "ours" } };
  expect(of(dataset("faces/"), state)).toEqual(["environments/bucket-state datasets.faces.place.name"]);
  expect(of(state, dataset("faces/"))).toEqual(["environments/bucket-state state.bucket"]);
});

test("what nobody deletes may be read by both, as may the same dataset", () => {
  expect(of(dataset("checkpoints/faces/"), checkpoints({}))).toEqual([]);
  expect(of(dataset("faces/"), checkpoints({ cold: { keepLast: 3 } }))).toEqual([]);
  expect(of(dataset("checkpoints/", "others"), checkpoints({ cold: { keepLast: 3 } }))).toEqual([]);
  expect(of(dataset("faces/"), dataset("faces/"))).toEqual([]);
});
