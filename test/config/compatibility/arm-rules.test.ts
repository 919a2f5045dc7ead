import { ARM_RULES } from "../../../config/compatibility/arm-rules";
import { ARM_IMAGES } from "../../../config/facts/arm-images";
import { CHARTS } from "../../../config/facts/versions";
import { CLUSTER_SAMPLE } from "../../helpers/cluster";
import { hybrid } from "../../helpers/hybrid";
import { group, ruleCases } from "../../helpers/rule-cases";

const GRACE = { server: "dgx-gb200-tray", nodes: 18 };
const ULTRA = {
  instanceType: "p6e-gb200.36xlarge",
  nodes: 18,
  capacity: {
    kind: "capacity-block",
    id: "cr-00000000000000009",
    zone: "us-east-1a",
    count: 18,
    start: "2026-11-20T11:30:00Z",
    end: "2026-11-27T11:30:00Z",
  },
};

ruleCases(ARM_RULES, {
  "platform/arm64-images": {
    severity: "warning",
    trips: [
      {
        when: "servers with Grace on premises, whose network nobody has looked into",
        change: hybrid({}, GRACE),
        at: ["nodeGroups", "onsite", "server"],
        message: ["onsite has arm64 nodes", "whether the images of cilium are built"],
        fix: ["crane manifest"],
      },
    ],
    passes: [
      { when: "servers for amd64", change: hybrid() },
      { when: "UltraServers, all of whose charts were read", change: group("h100", ULTRA) },
    ],
  },
});

test("rows are of charts that are installed, and say where they were read", () => {
  const charts = Object.keys(CHARTS);
  expect(Object.keys(ARM_IMAGES).filter((chart) => !charts.includes(chart))).toEqual([]);
  for (const { read } of Object.values(ARM_IMAGES)) expect(read).toMatch(/@(v[\d.]+|[0-9a-f]{7}) /);
});

test("racks in clusters that exist have nothing that nobody has read", () => {
  const [rule] = ARM_RULES;
  const rack = { nodeGroups: { nvl: { labels: { "example.com/rack": "a" }, ...GRACE } } };
  expect(CLUSTER_SAMPLE.violations(rule!, rack)).toEqual([]);
});
