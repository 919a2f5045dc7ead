import { datasetVersions } from "../../stacks/dataset-versions";
import { sample, type Change } from "../helpers/environment";

const of = (datasets: Change) => {
  const text = datasetVersions(sample({ datasets }).env)["datasets.json"];
  return text === undefined ? null : (JSON.parse(text) as { written: string; datasets: object });
};

test("trainings find where versions are said, as they see the files", () => {
  const file = `/home/ada's "data"/$(id).dvc`;
  expect(
    of({
      images: { place: { kind: "bucket", name: "lab", prefix: "images/" }, version: { kind: "dvc", file } },
      events: {
        place: { kind: "bucket", name: "lab", prefix: "bronze/" },
        version: { kind: "delta", table: "events/" },
      },
      local: { place: { kind: "volume", volume: "lustre", path: "/local" }, version: { kind: "delta" } },
      faces: {
        place: { kind: "bucket", name: "lab", prefix: "faces/" },
        version: { kind: "glue", database: "lab", table: "faces" },
      },
      other: { place: { kind: "bucket", name: "lab", prefix: "other/" } },
    }),
  ).toEqual({
    written: "Written by railyard examples",
    datasets: {
      images: { kind: "dvc", file },
      events: { kind: "delta", table: "s3://lab/bronze/events" },
      local: { kind: "delta", table: "/fsx/local" },
      faces: { kind: "glue", database: "lab", table: "faces", region: "us-east-1" },
    },
  });
  expect(of({ other: { place: { kind: "bucket", name: "lab", prefix: "other/" } } })).toBeNull();
});
