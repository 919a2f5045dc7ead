import { z } from "zod";
import { environmentJsonSchema } from "../../../scripts/lib/environments/config-schema";
import { kindsOf, type SchemaNode } from "../../../scripts/lib/environments/schema-path";
import { sheetPage } from "../../../scripts/commands/describe/page";
import { usedValue } from "../../../scripts/commands/explain/used-value";
import { markdown } from "../../../scripts/review/render/markdown";
import { page } from "../../../scripts/review/render/page";
import { reviewLines } from "../../../scripts/review/render/lines";
import { review } from "../../../scripts/review/review";
import { loadEnvironments } from "../../../config";
import { ConfigError } from "../../../config/kernel/issues";
import { SITES as CONFIG_SITES } from "../../../config/sites/kinds";
import { ANY_SITE_RULES } from "../../../config/sites/rules";
import type { Site as ConfigSite } from "../../../config/sites/site";
import { dataSheet } from "../../../scripts/commands/describe/sheet";
import { sheetText } from "../../../scripts/commands/describe/text";
import { environmentSummary } from "../../../scripts/commands/synth/summary";
import { onAws } from "../../../scripts/lib/environments/on-aws";
import { SITES } from "../../../stacks/sites/kinds";
import type { Site } from "../../../stacks/sites/site";
import { ROOM_CONFIG } from "../../fixtures/machine-room/config";
import { MACHINE_ROOM } from "../../fixtures/machine-room/site";
import { NOW } from "../../helpers/environment";
import { DGX as DGX_POOL, poolOf } from "../../helpers/pools";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

// its rows, as long as the tests of this file run
const rows = SITES as Site[];
const configRows = CONFIG_SITES as unknown as ConfigSite[];
rows.push(MACHINE_ROOM);
configRows.push(ROOM_CONFIG);
afterAll(() => {
  rows.splice(rows.indexOf(MACHINE_ROOM), 1);
  configRows.splice(configRows.indexOf(ROOM_CONFIG), 1);
});

/** What its team writes. */
const WRITTEN = {
  name: "room",
  profile: "development",
  owner: { team: "ml-platform", costCenter: "cc-1042" },
  cluster: { kind: "machine-room", version: "1.35", context: "machine-room" },
  nodeGroups: { dgx: { rack: "r1", nodes: 4 } },
  platform: { loadBalancerController: false },
  slurm: { partitions: { train: { nodeGroups: ["dgx"], default: true } } },
  teams: { vision: { gpus: 16 } },
};
const unknownGroup = { partitions: { train: { nodeGroups: ["dgy"], default: true } } };
const load = (change: object = {}) => loadEnvironments({ room: () => ({ ...WRITTEN, ...change }) }, [], NOW)[0]!;
const problems = (change: object): string[] => {
  try {
    load(change);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.environments.flatMap(({ issues }) =>
      issues.map(({ path, message, hint }) => {
        const more = path.join(".") === "cluster.kind" ? `; ${hint}` : "";
        return `${path.join(".")}: ${message}${more}`;
      }),
    );
  }
};

const loaded = load();
const ROOM = loaded.resolved;

const stacks = synthStacks(ROOM);
const releases = (stack: Json): string[] =>
  Object.values(stack.resource?.helm_release ?? {}).map((release) => (release as Json).name as string);

describe("a site that is a folder and a row in config and in stacks", () => {
  test("has keys of its own, and none of another site's", () => {
    expect(problems({ region: "us-east-1" })).toEqual([expect.stringContaining("region")]);
    expect(problems({ nodeGroups: { dgx: { instanceType: "p5.48xlarge", rack: "r1", nodes: 1 } } })).toEqual([
      expect.stringContaining("instanceType"),
    ]);
  });

  test("has its keys told apart from those of others by cluster.kind", () => {
    const all = environmentJsonSchema(z.union(CONFIG_SITES.map(({ schema }) => schema))) as SchemaNode;
    const of = (value: object) => kindsOf(all, value).flatMap(({ properties }) => (properties ? [properties] : []));
    expect(of(WRITTEN).map((keys) => ["region" in keys, "nodeGroups" in keys])).toEqual([[false, true]]);
    expect(of({ cluster: { kind: "eks" } }).map((keys) => "region" in keys)).toEqual([true]);
  });

  test("is meant by its word: another one is told with all words that there are", () => {
    const wrong = problems({ cluster: { kind: "machine-rom", version: "1.35", context: "c" } });
    expect(wrong).toEqual(['cluster.kind: unknown value "machine-rom"; did you mean machine-room?']);
    expect(problems({ cluster: { kind: "moon" } })).toEqual([
      'cluster.kind: unknown value "moon"; it must be "eks", "existing" or "machine-room"',
    ]);
  });

  test("is held to what holds on any site, and to rules of its own", () => {
    expect(problems({ slurm: unknownGroup })).toEqual([expect.stringContaining("dgy")]);
    const two = { dgx: { rack: "r1", nodes: 4 }, more: { rack: "r2", nodes: 1 } };
    expect(problems({ nodeGroups: two })).toEqual(["nodeGroups: there is one rack"]);
  });

  test("has rules look at the rest where a part has the wrong shape", () => {
    const found = problems({ region: "us-east-1", slurm: unknownGroup });
    expect(found).toEqual([expect.stringContaining("region"), expect.stringContaining("dgy")]);
  });

  test("is told in synth and describe without an account, a Region or prices", () => {
    for (const text of [environmentSummary(loaded, [], false), sheetText(dataSheet(ROOM))]) {
      expect(text).toMatch(/^room {2}· {2}machine-room {2}· {2}development {2}· {2}Kubernetes 1\.35\n/);
      expect(text).toMatch(/dgx +DGX H100 +4 +existing/);
      expect(text).toMatch(/known, in all +unknown +unknown/);
      expect(text).toContain("unknown, and not in the sum: everything: config has no prices");
      expect(text).not.toMatch(/\bnull\b|undefined|NaN|\$0|us-east-1|account \d/);
    }
    expect(dataSheet(ROOM)).toMatchObject({
      account: null,
      region: null,
      systemNodes: null,
      cost: { usdPerHour: null },
    });
  });

  test("is told in a review, on the page and in explain as well", () => {
    const { resolved: after } = load({ nodeGroups: { dgx: { rack: "r1", nodes: 6 } } });
    const one = review({
      environment: "room",
      before: ROOM,
      after,
      config: [],
      stacks: [],
      asked: "rehearsal",
      acknowledgements: [],
      now: NOW,
    });
    const body = page([one]).replace(/<(script|style)>[^]*?<\/\1>/g, "");
    const texts = [markdown([one]), reviewLines([one], "out").join("\n"), body];
    for (const text of texts) expect(text).not.toMatch(/\bnull\b|undefined|NaN|\$0|us-east-1|account \d/);
    expect(texts[0]).toMatch(/Sum of what is known \| price unknown \| price unknown/);
    expect(texts[0]).toContain("Config has no prices: what it costs is unknown.");
    expect(texts[0]).toContain("4 nodes of dgx, 32 GPUs");
    expect(usedValue(ROOM, ["nodeGroups", "dgx", "localStorage"])).toEqual({ value: "raid0" });
    expect(sheetPage(ROOM)).toContain("DGX H100");
  });

  test("is refused in words by commands that ask AWS", () =>
    expect(() => onAws(loaded, "preflight")).toThrow("preflight asks an account of AWS, and room stands in none"));

  test("has the stacks in a cluster that is there, and none of a cloud", () =>
    expect(Object.keys(stacks)).toEqual(["crds", "platform", "slurm"]));

  test.each(["crds", "platform", "slurm"])("%s reaches the cluster as the site says, and knows no AWS", (role) => {
    const stack = stacks[role]!;
    expect(Object.keys(stack.provider)).toEqual(["helm"]);
    expect(stack.provider.helm[0].kubernetes).toMatchObject({ config_context: "machine-room" });
    expect(Object.keys(stack.terraform.backend)).toEqual(["local"]);
    expect(Object.keys(stack.resource).filter((type) => type.startsWith("aws_"))).toEqual([]);
    expect(Object.keys(stack.data ?? {}).filter((type) => type.startsWith("aws_"))).toEqual([]);
  });

  test("gets what needs no cloud: certificates, metrics, GPUs and teams", () => {
    const platform = releases(stacks.platform!);
    expect(platform).toEqual(expect.arrayContaining(["cert-manager", "kube-prometheus-stack", "gpu-operator"]));
    expect(platform.filter((name) => /aws|fsx|efa|s3/.test(name))).toEqual([]);
    expect(JSON.stringify(stacks.platform)).toContain("railyard:vision");
  });

  test("Slurm takes the nodes that carry its labels, and its database a class of volumes that the site has", () => {
    const text = JSON.stringify(stacks.slurm);
    expect(text).toContain("example.com/rack");
    expect(text).not.toContain("railyard.dev/node-group");
    expect(text).toContain("example.com/gpu");
    expect(text).not.toContain("AWS_REGION");
    expect(text).toContain("platform_retained_storage_class_name");
    expect(JSON.stringify(stacks.platform!.output)).toContain("nfs-retained");
  });
});

test.each(CONFIG_SITES.map((site) => [site.kind, site] as const))(
  "%s runs every rule that knows no cloud",
  (_, { rules }) => expect(ANY_SITE_RULES.filter((rule) => !rules.includes(rule)).map(({ id }) => id)).toEqual([]),
);

describe("a pool with InfiniBand on it", () => {
  const pool = poolOf("dgx", DGX_POOL);
  const built = synthStacks({ ...ROOM, nodeGroups: [pool] });

  test("gets the Network Operator with its networks, after the GPU Operator", () => {
    expect(releases(built.platform!)).toEqual(
      expect.arrayContaining(["network-operator", "network-operator-policy", "network-operator-networks"]),
    );
    expect(releases(stacks.platform!).filter((name) => name.startsWith("network-operator"))).toEqual([]);
    expect(JSON.stringify(built.platform)).toContain("dgx-rail-7");
  });

  test("has Slurm nodes that ask for a card of each rail, and for its networks", () => {
    const text = JSON.stringify(built.slurm);
    expect(text).toContain("nvidia.com/dgx_rail_7");
    expect(text).toContain("default/dgx-rail-0,default/dgx-rail-1");
    expect(JSON.stringify(stacks.slurm)).not.toContain("k8s.v1.cni.cncf.io");
  });
});

test("a site that nobody registered is told by name", () =>
  expect(() => synthStacks({ ...ROOM, site: "moon" })).toThrow("room stands on moon, which is no site"));
