import type { Change } from "../../../helpers/environment";
import { findingsOf, only } from "../../../helpers/reviewed";

const place = { kind: "bucket", name: "lab", prefix: "faces/" };
const of = (dataset: Change | null): Change => ({
  teams: { vision: {}, audio: {} },
  ...(dataset && { datasets: { faces: { place, ...dataset } } }),
});
const both = (was: Change | null, is: Change | null) => ({ before: of(was), after: of(is) });

test("fewer readers are told as what stops, and in Slurm as well", () => {
  const { text, address } = only("stops", both({}, { readers: ["vision"] }));
  expect(address).toBe("sample-storage.config.datasets.faces");
  expect(text).toContain("team audio: read → nothing\njobs of Slurm: read → nothing");
  expect(text).not.toContain("vision");
  expect(findingsOf("security", both({}, { readers: ["vision"] }))).toEqual([]);
});

test("a dataset that config no longer has is lost to its readers, and not deleted", () => {
  const { text } = only("stops", both({ writers: ["vision"] }, null));
  expect(text).toMatch(/no longer named[^]*team vision: read and write → nothing[^]*Nothing of it is deleted/);
});

test("more readers and writers are told to who looks after security", () => {
  const { text } = only("security", both({ readers: ["vision"] }, { writers: ["audio"] }));
  expect(text).toContain("team audio: nothing → read and write\njobs of Slurm: nothing → read");
  expect(only("security", both(null, {})).text).toContain("team vision: nothing → read");
});

test("another place is told, and what only people read is not", () => {
  const moved = { place: { ...place, prefix: "new/" } };
  expect(only("stops", both({}, moved)).text).toContain("s3://lab/faces/ → s3://lab/new/");
  for (const section of ["stops", "security"] as const)
    expect(findingsOf(section, both({}, { sizeGiB: 5, format: "webdataset" }))).toEqual([]);
});

test("who reads a volume, no role says", () => {
  const volume = { place: { kind: "volume", volume: "lustre", path: "/faces" } };
  expect(findingsOf("stops", both(volume, { ...volume, readers: ["vision"] }))).toEqual([]);
});
