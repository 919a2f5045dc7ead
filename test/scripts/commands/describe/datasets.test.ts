import { datasetSheets, datasetsSection } from "../../../../scripts/commands/describe/datasets-section";
import { sample } from "../../../helpers/environment";

test("each dataset with where it lies and who may; what nobody says is unknown", () => {
  const { env } = sample({
    teams: { vision: {}, audio: {} },
    datasets: {
      imagenet: {
        place: { kind: "bucket", prefix: "imagenet/" },
        format: "webdataset",
        sizeGiB: 1500,
        files: 1024,
        readers: ["vision"],
        writers: ["audio"],
      },
      raw: { place: { kind: "volume", volume: "lustre", path: "/raw" } },
    },
  });
  const [section] = datasetsSection(datasetSheets(env));
  expect(section!.rows).toEqual([
    [
      "imagenet",
      "s3://sample-checkpoints-111122223333-us-east-1/imagenet/",
      "webdataset",
      "1,500",
      "1,024",
      "vision, audio",
      "audio",
      "",
    ],
    ["raw", "/raw of lustre", "files", "unknown", "unknown", "vision, audio", "", ""],
  ]);
  expect(section!.notes).toHaveLength(1);
  expect(datasetsSection(datasetSheets(sample().env))).toEqual([]);
});
