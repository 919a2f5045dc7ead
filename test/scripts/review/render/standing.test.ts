import { blocking, byGravity, reason, stackOf, worst } from "../../../../scripts/review/render/standing";
import { countsText, noiseText } from "../../../../scripts/review/render/words";
import { ACKNOWLEDGEMENT, finding, review } from "../../../helpers/review";

const danger = finding({ section: "lost", severity: "danger", title: "open" });
const known = finding({ section: "lost", severity: "danger", title: "known", acknowledged: ACKNOWLEDGEMENT });
const knownToo = { ...known, acknowledged: { ...ACKNOWLEDGEMENT, by: "octocat" } };
const warning = finding({ section: "stops", severity: "warning", title: "warning" });
const info = finding({ section: "config", title: "info" });

test("the gravest verdict is that of all; nothing is safe", () => {
  expect(worst([])).toBe("safe");
  expect(worst([review(), review({ verdict: "acknowledged" })])).toBe("acknowledged");
  expect(worst([review(), review({ verdict: "needs-acknowledgement" })])).toBe("needs-acknowledgement");
  expect(worst([review({ verdict: "broken" }), review({ verdict: "needs-acknowledgement" })])).toBe("broken");
});

test("only dangers that nobody has acknowledged stand in the way", () =>
  expect(blocking(review({ findings: [danger, known, warning, info] }))).toEqual([danger]));

test("what stands in the way comes first, what is only told last", () =>
  expect(byGravity([info, known, warning, danger]).map(({ title }) => title)).toEqual([
    "open",
    "warning",
    "known",
    "info",
  ]));

test("a file system comes before a key, a key before nodes, and a log group last, whatever order they were found in", () => {
  const at = (address: string, section: "lost" | "stops" = "lost") =>
    finding({ section, severity: "danger", title: address, address });
  const ranked = [
    "prod-storage.aws_fsx_lustre_file_system.lustre",
    "prod-storage.aws_kms_key.key",
    "prod-nodes.aws_eks_node_group.a",
    "prod-slurm.config.slurm.partitions.train",
    "prod-network.aws_cloudwatch_log_group.flow",
  ];
  const titles = byGravity([...ranked].reverse().map((address) => at(address))).map(({ title }) => title);
  expect(titles).toEqual(ranked);
  const stops = at("prod-storage.aws_fsx_lustre_file_system.lustre", "stops");
  const log = at("prod-network.aws_cloudwatch_log_group.flow");
  expect(byGravity([stops, log])).toEqual([log, stops]);
});

test.each([
  ["safe", [], [], "no danger found"],
  ["acknowledged", [], [known], "1 danger by Ada Lovelace <ada@example.com>"],
  ["acknowledged", [], [known, knownToo], "2 dangers by Ada Lovelace <ada@example.com> and octocat"],
  ["needs-acknowledgement", [], [danger, known], "1 danger is not acknowledged"],
  ["needs-acknowledgement", [], [danger, danger], "2 dangers are not acknowledged"],
  ["broken", ["p"], [known], "1 problem"],
  ["broken", ["p", "q"], [danger], "2 problems, and 1 danger is not acknowledged"],
] as const)("%s with problems %j says why", (verdict, problems, findings, text) =>
  expect(reason(review({ verdict, problems, findings }))).toBe(text),
);

test("the stack is the first part of an address", () =>
  expect(stackOf('prod-nodes.aws_x.y["a.b"]')).toBe("prod-nodes"));

test("counts say only what happens, the gravest first", () => {
  expect(countsText(review({ counts: { create: 1200, update: 0, replace: 2, delete: 1 } }))).toBe(
    "1 destroyed, 2 replaced, 1,200 created",
  );
  expect(countsText(review())).toBe("no resource changes");
});

test("noise is counted where there is any", () => {
  expect(noiseText(review())).toBeNull();
  expect(noiseText(review({ noise: 1 }))).toBe("1 change left out as noise");
  expect(noiseText(review({ noise: 2000 }))).toBe("2,000 changes left out as noise");
});
