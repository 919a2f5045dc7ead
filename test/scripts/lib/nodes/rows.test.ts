import { needsEyes, nodesReport } from "../../../../scripts/lib/nodes/rows";
import { clusterSample } from "../../../helpers/cluster";

const host = (name: string, ready: string) => ({
  name,
  uid: name,
  bootId: "b-1",
  providerId: "",
  cordoned: false,
  ready,
  readySince: "2026-11-23T08:00:00Z",
  labels: { "example.com/servers": "dgx" },
  annotations: {},
});

test("where there is no Slurm, a node that is ready needs nobody's eyes, and nothing of it is unknown", () => {
  const { env } = clusterSample({ slurm: null });
  const none = { kind: "none", why: "the environment has none" } as const;
  const { nodes } = nodesReport(env, {
    format: 1,
    takenAt: "2026-11-23T09:00:00.000Z",
    environment: env.name,
    slurm: none,
    hosts: [host("a", "True"), host("b", "False")],
    pods: [],
    repair: none,
    health: none,
  });
  expect(nodes.map(({ node, slurm }) => [node, slurm])).toEqual([
    ["a", "not in Slurm"],
    ["b", "not in Slurm"],
  ]);
  expect(nodes.filter(needsEyes).map(({ node }) => node)).toEqual(["b"]);
});
