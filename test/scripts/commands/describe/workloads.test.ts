import { workloadsSection, workloadSheets } from "../../../../scripts/commands/describe/workloads-section";
import { sample } from "../../../helpers/environment";

test("workloads are told with what was chosen for them, in the words of who wrote them", () => {
  const { workloads } = sample({
    workloads: { pretrain: { params: "70B", tokens: "1.5T" }, tune: { params: "350M", nodes: 1, batch: "1234" } },
  }).env;
  const [section, ...others] = workloadsSection("sample", workloadSheets(workloads));
  expect(others).toEqual([]);
  expect(section!.rows).toEqual([
    ["pretrain", "70B", "1.50T", "h100", "4", "8,192", "4M"],
    ["tune", "350M", "–", "h100", "1", "8,192", "1.23K"],
  ]);
  expect(section!.notes).toEqual(["what they take: npx railyard size sample pretrain"]);
});

test("an environment without workloads says nothing of them", () => expect(workloadsSection("sample", [])).toEqual([]));
