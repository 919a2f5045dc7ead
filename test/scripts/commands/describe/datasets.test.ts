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

test("what is compared, and what a run of the training takes that drift starts", () => {
  const place = { kind: "volume", volume: "lustre", path: "/raw" };
  const { env } = sample({
    nodeGroups: { h100: { nodes: 4 } },
    datasets: {
      plain: { place, drift: {} },
      events: { place, drift: { every: "week", psi: 0.25, retrain: "fsdp2.sbatch" } },
      own: { place, drift: { retrain: "/home/ada/train.sbatch", restHours: 48 } },
    },
  });
  const sheets = datasetSheets(env);
  const drift = datasetsSection(sheets)[1]!;
  expect(drift.rows).toEqual([
    ["plain", "each day", "0.200", "0.100", "nothing", "", "", ""],
    // four hours of four nodes with eight GPUs
    ["events", "each week", "0.250", "0.100", "fsdp2.sbatch", "one in 168.0 h", "32", "128.0"],
    ["own", "each day", "0.200", "0.100", "/home/ada/train.sbatch", "one in 48.0 h", "unknown", "unknown"],
  ]);
  expect(drift.notes?.join(" ")).toMatch(/goes back to the queue[^]*Unknown is what a job takes that others write/);
  const pods = sample({
    slurm: { partitions: { gpu: { nodeGroups: ["h100"] } } },
    nodeGroups: { h100: { nodes: 4 }, infer: { instanceType: "g6e.12xlarge", nodes: 2, fabric: { kind: "none" } } },
    datasets: { events: { place, drift: { retrain: "one-node.yaml" } } },
  });
  const rows = datasetsSection(datasetSheets(pods.env))[1]!.rows;
  // a node of four GPUs, for as long as it takes
  expect(rows).toEqual([["events", "each day", "0.200", "0.100", "one-node.yaml", "one in 24.0 h", "4", "unknown"]]);
  expect(datasetsSection(sheets.map((sheet) => ({ ...sheet, drift: null })))).toHaveLength(1);
});
