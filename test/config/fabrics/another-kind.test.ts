import type { FabricKind } from "../../../config/fabrics/fabric";
import { FABRIC_KINDS } from "../../../config/fabrics/kinds";
import { fabricSchemaOf } from "../../../config/fabrics/schema";
import { resolveAwsEks } from "../../../config/sites/aws-eks/resolve";
import type { NodeGroupConfig } from "../../../config/sites/aws-eks/nodes/schema";
import type { Rule } from "../../../config/kernel/rule";
import { RING } from "../../fixtures/ring/kind";
import type { ReviewInput } from "../../../scripts/review/model";
import { capacityTable } from "../../../scripts/review/sections/capacity";
import { changeSetOf } from "../../../scripts/review/sections/change-set";
import { dataSheet } from "../../../scripts/commands/describe/sheet";
import { sheetText } from "../../../scripts/commands/describe/text";
import { usedValue } from "../../../scripts/commands/explain/used-value";
import { fabricJobs } from "../../../scripts/commands/fabric-job/fabric-jobs";
import { environmentSummary } from "../../../scripts/commands/synth/summary";
import { nodeSet } from "../../../constructs/slurm/node-set";
import { deviceClaims } from "../../../constructs/slurm/device-claims";
import { scriptFiles } from "../../../constructs/slurm/script-files";
import { topologyYaml } from "../../../constructs/slurm/topology-yaml";
import { wholeNode } from "../../../config/pools/whole-node";
import { slurmLayout } from "../../../stacks/slurm-layout";
import { NOW, sample } from "../../helpers/environment";
import { runScript } from "../../helpers/slurm";
import { ec2Groups } from "../../../config/sites/aws-eks/nodes/ec2-groups";

// its row, as long as the tests of this file run
const rows = FABRIC_KINDS as unknown as FabricKind[];
rows.push(RING);
afterAll(() => rows.splice(rows.indexOf(RING), 1));

const SCHEMA = fabricSchemaOf([...FABRIC_KINDS]);

/** The sample, whose GPU nodes have lanes: what follows from them, and what their rules find. */
function withLanes(lanes: number) {
  const { config: plain } = sample({ lustre: { efa: false } });
  const fabric = SCHEMA.parse({ kind: "ring", lanes }) as NodeGroupConfig["fabric"];
  const nodeGroups = { ...plain.nodeGroups, h100: { ...(plain.nodeGroups.h100 as NodeGroupConfig), fabric } };
  const config = { ...plain, nodeGroups };
  return { config, env: resolveAwsEks(config, new Map(), NOW) };
}
const { config, env } = withLanes(4);
const h100 = ec2Groups(env).find(({ name }) => name === "h100")!;
const layout = slurmLayout(env, env.slurm!);
const slurmGroup = layout.nodeGroups.find(({ name }) => name === "h100")!;

const NODE_SET = {
  scriptsConfigMap: "scripts",
  shared: [],
  containers: { kind: "none" },
  image: {},
  logfile: {},
} as const;

describe("a fabric that is one folder and one row", () => {
  test("is a kind of config, with its own keys and errors", () => {
    expect(config.nodeGroups.h100?.fabric).toEqual({ kind: "ring", lanes: 4 });
    expect(() => withLanes(10)).toThrow("lanes");
  });

  test("has its rules", () => {
    const odd = withLanes(3);
    const found = (one: typeof odd) =>
      FABRIC_KINDS.flatMap(({ rules }): readonly Rule[] => rules).flatMap((rule) => [
        ...rule.check({ ...one, now: NOW }),
      ]);
    expect(found(odd)).toMatchObject([{ path: ["nodeGroups", "h100", "fabric", "lanes"] }]);
    expect(found({ config, env })).toEqual([]);
  });

  test("labels nodes, and pods of whole nodes ask for its devices", () => {
    expect(h100.machines.labels["railyard.dev/fabric"]).toBe("ring");
    expect(h100.podResources).toEqual({
      "nvidia.com/gpu": "8",
      "example.com/lane": "4",
      "hugepages-2Mi": "2048Mi",
    });
  });

  test("is what slurmd asks for, by either way of allocation", () => {
    const plugin = nodeSet(slurmGroup, NODE_SET);
    expect(plugin).toMatchObject({
      slurmd: { resources: { limits: { "example.com/lane": "4", "hugepages-2Mi": "2048Mi" } } },
    });
    expect(JSON.stringify(plugin)).not.toMatch(/\befa\b/);
    const claims = deviceClaims({ ...slurmGroup, ...wholeNode({ ...h100, allocation: "dra" }) }, "slurm");
    expect(claims.map((claim) => JSON.stringify(claim)).join()).toContain("lanes.example.com");
  });

  test("is in Slurm's topology", () => expect(topologyYaml(layout)).toContain("topology: fabric"));

  test("is looked at by the health check, which drains nodes that lack a device", () => {
    const files = scriptFiles(layout);
    const drained = (lanes: number) =>
      runScript(files["health-check.sh"]!, {
        files: {
          "node.env": files["node-h100.env"]!.replace(/SHARED_PATH=.*/, "SHARED_PATH="),
          uptime: "10000.25 4.00\n",
          ...Object.fromEntries(Array.from({ length: lanes }, (_, i) => [`sys/class/ring/lane${i}`, ""])),
        },
        env: { SLURMD_NODENAME: "n1", RAILYARD_SYSFS: "$FOLDER/sys", RAILYARD_UPTIME: "$FOLDER/uptime" },
        stubs: {
          "nvidia-smi": `case $1 in -L) for i in $(seq 8); do echo "GPU $i: x"; done ;; esac`,
          scontrol: `[ "$1" = show ] && echo "NodeName=n1 Arch=x State=IDLE Gres=gpu:8"; exit 0`,
          dmesg: "true",
        },
      }).calls.filter((call) => call.includes("state=drain"));
    expect(drained(4)).toEqual([]);
    expect(drained(3)).toEqual([expect.stringContaining("3 of 4 Ring devices are there")]);
  });

  test("is proved by jobs that set its variables and know its words in NCCL's log", () => {
    const [{ files }] = fabricJobs(env, "registry/tests:1") as [ReturnType<typeof fabricJobs>[number]];
    const script = files["fabric-h100.sbatch"]!;
    expect(script).toContain("export NCCL_RING_LANES=4 NCCL_DEBUG=INFO");
    expect(script).toContain("has $found Ring devices, not 4");
    expect(script).toContain("grep -qiE 'NET/Ring : Using'");
    expect(Object.values(files).join()).not.toMatch(/\befa\b|FABRIC OK/i);
  });

  test("is named by describe, summary, explain and review", () => {
    expect(sheetText(dataSheet(env))).toMatch(/Ring\/node[^]*h100 .* 4 +200 +800 +400/);
    const summary = environmentSummary({ config, resolved: env, findings: { active: [], ignored: [] } }, [], false);
    expect(summary).toMatch(/Ring\/node[^]*h100 .* 4 +200 +800/);
    expect(usedValue(env, ["nodeGroups", "h100", "fabric"])?.value).toEqual({ kind: "ring", lanes: 4 });
    const input = { before: withLanes(2).env, after: env } as unknown as ReviewInput;
    expect(capacityTable(changeSetOf(input, [])).rows).toEqual(
      expect.arrayContaining([
        {
          label: "Node group h100: Ring for each node",
          before: "100 Gbps",
          after: "200 Gbps",
          changed: true,
          delta: "+100 Gbps",
        },
      ]),
    );
  });
});
