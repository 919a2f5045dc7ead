import { blockEnds, blockTime } from "../../../config/slurm/block-ends";
import { sample } from "../../helpers/environment";

const block = {
  kind: "capacity-block",
  id: "cr-0f1e2d3c4b5a69788",
  zone: "us-east-1a",
  start: "2026-12-07",
  end: "2026-12-14",
  target: null,
};

test("nodes of a Capacity Block go 40 minutes before its end", () => {
  const { env } = sample({ nodeGroups: { h100: { capacity: block } } });
  expect(blockEnds(env)).toEqual([{ group: "h100", end: Date.parse("2026-12-14T10:50:00Z") }]);
  const group = env.nodeGroups.find(({ name }) => name === "h100")!;
  expect(blockTime(group)).toEqual({
    start: Date.parse("2026-12-07T11:30:00Z"),
    end: Date.parse("2026-12-14T10:50:00Z"),
  });
});

test("other nodes have no end, and those that Slurm does not have are not asked", () => {
  expect(blockEnds(sample().env)).toEqual([]);
  const { env } = sample({
    nodeGroups: { h100: { capacity: block } },
    slurm: { partitions: { train: { nodeGroups: ["cpu"] } } },
  });
  expect(blockEnds(env)).toEqual([]);
});
