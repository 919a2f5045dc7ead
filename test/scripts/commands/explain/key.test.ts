import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mergeExtends } from "../../../../config/kernel/extends";
import type { ConfigPath } from "../../../../config/kernel/issues";
import type { Findings } from "../../../../config/check";
import { explainKey } from "../../../../scripts/commands/explain/key";
import { elsewhere, schemasOfKey, throughLists } from "../../../../scripts/lib/environments/find-key";
import { ANY_ENTRY, keyText as keyOf, parseKey } from "../../../../scripts/lib/environments/key-path";
import { keyText } from "../../../../scripts/commands/explain/key-text";
import type { Known } from "../../../../scripts/commands/explain/origin";
import {
  ENVIRONMENT_SCHEMA,
  kindsOf,
  policyOf,
  type SchemaNode,
} from "../../../../scripts/lib/environments/schema-path";
import { ROOT_CA } from "../../../helpers/certificates";
import { clusterSample, LEGAL_CLUSTER } from "../../../helpers/cluster";
import { LEGAL, sample, type Change } from "../../../helpers/environment";

const NONE: Findings = { active: [], ignored: [] };

/** The sample environment as a file that stands alone; or one that follows it. */
function known(change: Change = {}, findings: Findings = NONE, root = "/nowhere"): Known {
  const alone = Object.keys(change).length === 0;
  const merged = mergeExtends(alone ? LEGAL : { ...change, extends: LEGAL });
  const { config, env } = sample(change);
  return { root, loaded: { config, resolved: { ...env, origins: merged.origins }, findings }, merged };
}

const explain = (key: string, change: Change = {}) => explainKey(parseKey(key), known(change));

describe("values and where they come from", () => {
  test("what the file says", () => {
    expect(explain("lustre.throughput")).toMatchObject({
      value: 250,
      unit: "MB/s/TiB",
      origin: { kind: "written", environment: "sample", file: null },
    });
  });

  test("a text of several lines is one, which says how many there are, in its key and in the one above", () => {
    const change = { outbound: { authorities: { corp: ROOT_CA } } };
    const line = `-----BEGIN CERTIFICATE----- … (${ROOT_CA.trimEnd().split("\n").length} lines)`;
    expect(keyText(explain("outbound.authorities.corp", change))).toContain(`value        ${line}\n`);
    expect(keyText(explain("outbound.authorities", change))).toMatch(
      / corp +-----BEGIN CERTIFICATE----- … \(\d+ lines\)/,
    );
    expect(keyText(explain("lustre.throughput"))).not.toContain("lines)");
  });

  test("what another environment says that this one follows", () => {
    const change = { name: "mine", nodeGroups: { h100: { nodes: 8 } } };
    expect(explain("lustre.throughput", change).origin).toMatchObject({ kind: "inherited", environment: "sample" });
    expect(explain("nodeGroups.h100.nodes", change)).toMatchObject({ value: 8, origin: { kind: "written" } });
    expect(explain("nodeGroups", change).origin).toEqual({ kind: "several", environments: ["mine", "sample"] });
    expect(explain("network.zones[1]", change)).toMatchObject({
      value: "us-east-1b",
      origin: { kind: "inherited", environment: "sample" },
    });
  });

  test("the line in the file, and of what is around it where the key itself is not there", () => {
    const root = mkdtempSync(join(tmpdir(), "explain-"));
    mkdirSync(join(root, "config/environments"), { recursive: true });
    const file = "config/environments/sample.ts";
    writeFileSync(
      join(root, file),
      "export default defineEnvironment({\n  lustre: {\n    throughput: 250,\n    ...x,\n  },\n});\n",
    );
    const at = (key: string) => explainKey(parseKey(key), known({}, NONE, root));
    expect(at("lustre.throughput").origin).toMatchObject({ file, line: 3, exact: true });
    expect(at("lustre.efa").origin).toMatchObject({ file, line: 2, exact: false });
    expect(keyText(at("lustre.throughput"))).toMatch(/from +written in config\/environments\/sample\.ts:3$/m);
    expect(keyText(at("lustre.efa"))).toMatch(/sample\.ts:2 \(the nearest key that the file writes itself\)/);
  });

  test.each([
    ["nodeGroups.h100.rootVolumeGiB", 200, "nodeGroups.h100.rootVolumeGiB"],
    ["nodeGroups.cpu.capacity", { kind: "on-demand" }, "nodeGroups.cpu.capacity"],
    ["nodeGroups.cpu.capacity.kind", "on-demand", "nodeGroups.cpu.capacity"],
    ["state.kind", "s3", "state"],
    ["profile", "production", "profile"],
  ])("the default of the schema: %s", (key, value, of) => {
    expect(explain(key)).toMatchObject({ value, origin: { kind: "default", key: of } });
  });

  /** Where the schema can only say in words what is used, the value is the one that is used. */
  test.each<[string, unknown, RegExp]>([
    ["owner.run", "sample", /name of the environment/],
    ["state.bucket", "sample-tfstate-111122223333-us-east-1", /<name>-tfstate/],
    ["cluster.deletionProtection", true, /true in production/],
    ["cluster.endpoint.privateCidrs", ["10.20.0.0/16"], /block of the network/],
    ["nodeGroups.h100.maxPods", 51, /VPC CNI/],
    ["nodeGroups.h100.fabric", { kind: "efa", layout: "save-ip" }, /efa with the save-ip layout/],
    ["nodeGroups.cpu.fabric", { kind: "none" }, /none elsewhere/],
    ["nodeGroups.h100.localStorage", "raid0", /where the type has NVMe/],
    ["nodeGroups.h100.zone", "us-east-1a", /zone of its capacity/],
    ["nodeGroups.cpu.zone", ["us-east-1a", "us-east-1b"], /all zones/],
    ["nodeGroups.cpu.capacity.placementGroup", false, /when the group has EFA/],
    ["lustre.zone", "us-east-1a", /largest EFA group/],
    ["lustre.backupDays", 0, /0 with checkpoints/],
    ["checkpoints.hot.keepLast", 2, /GPU group has NVMe/],
    ["checkpoints.warm.keepLast", 24, /Lustre that can be linked/],
    ["slurm.partitions.train.defaultHours", 24, /24, or maxHours/],
  ])("what follows from the rest: %s", (key, value, why) => {
    expect(explain(key)).toMatchObject({ value, origin: { kind: "derived", why: expect.stringMatching(why) } });
  });

  test("an image release that the versions file pins is not said to be EKS's choice", () => {
    expect(explain("nodeGroups.h100.image.release").origin).toMatchObject({
      why: expect.stringMatching(/versions\.ts/),
    });
  });

  test.each([
    ["checkpoints.archive", "none"],
    ["checkpoints.warm.keepData", "the contents of all that it keeps"],
    ["checkpoints.hot.keepEvery", "none"],
    ["checkpoints.archive.every", "none"],
    ["nodeGroups.h100.capacity.placementGroup", "no placement group"],
    ["teams.vision.share", null],
  ])("%s", (key, why) => {
    const explanation = explain(key);
    if (why === null) expect(explanation.origin).toMatchObject({ kind: "default" });
    else expect(explanation).toMatchObject({ value: null, origin: { kind: "none", why } });
  });

  test("a key that was taken away has its default again", () => {
    expect(explain("checkpoints", { checkpoints: null }).origin).toEqual({ kind: "none", why: "no bucket" });
  });
});

describe("what the schema says", () => {
  test("policy and note are those of the kind that is chosen", () => {
    const withEfa = explain("lustre.throughput");
    expect(withEfa.updates).toMatchObject([{ policy: "forbidden", note: expect.stringMatching(/with EFA/) }]);
    expect(keyText(withEfa)).toMatch(/forbidden: is refused/);
    expect(explain("lustre.throughput", { lustre: { efa: false } }).updates).toMatchObject([
      { policy: "in-place", note: expect.stringMatching(/cannot be reached for up to an hour/) },
    ]);
    const old = explain("lustre.throughput", {
      lustre: { deployment: "persistent-1-ssd", capacityGiB: 1200, throughput: 50 },
    });
    expect(old.updates).toMatchObject([{ policy: "in-place" }]);
    expect(old.allowedValues).toEqual([50, 100, 200]);
    expect(explainKey(parseKey("lustre.throughput")).updates.map(({ policy, when }) => [policy, when])).toEqual([
      ["in-place", null],
      ["forbidden", "where efa is true"],
      ["forbidden", null],
    ]);
  });

  test("a change that does something else is told beside the usual one", () => {
    expect(explain("lustre.capacityGiB").updates.map(({ policy, when }) => [policy, when])).toEqual([
      ["in-place", null],
      ["replaces", "to less"],
    ]);
    expect(keyText(explain("network.zones"))).toMatch(/by more at its end, in-place: is done while everything runs/);
  });

  test("a key without a policy has that of the one around it", () => {
    expect(explain("slurm.partitions.train.nodeGroups[0]").updates[0]?.key).toBe("slurm.partitions.train.nodeGroups");
    expect(keyText(explain("nodeGroups.h100"))).toMatch(/\(said of nodeGroups\)/);
  });

  test.each([
    ["lustre.capacityGiB", "a whole number, 1200 or more"],
    ["nodeGroups.h100.maxPods", "a whole number from 4 to 737"],
    ["nodeGroups.h100.gdrcopyModule", "true or false; or the keys url (needed), sha256 (needed)"],
    ["network.kind", "create or existing"],
    ["nodeGroups.h100.image.kind", "al2023, bottlerocket, custom or ubuntu"],
    ["nodeGroups.h100.nodeadm", "keys of your own choosing"],
  ])("%s may be %s", (key, text) => expect(explain(key).allowed).toBe(text));

  test("a long list of values is cut for people alone", () => {
    const { allowed, allowedValues } = explain("nodeGroups.h100.instanceType");
    expect(allowed).toMatch(/^one of \d+, such as p4d/);
    expect(allowedValues).toContain("m7i.48xlarge");
  });

  test("keys that hold others list them, with what is used for those that are left out", () => {
    const { children } = explain("nodeGroups.h100");
    expect(children.find(({ key }) => key === "maxPods")).toMatchObject({
      value: 51,
      description: expect.stringMatching(/^Pods/),
    });
    expect(explain("nodeGroups").children.map(({ key }) => key)).toEqual(["h100", "cpu"]);
    expect(explain("nodeGroups.h100.nodes").children).toEqual([]);
    expect(explain("nodeGroups.cpu.nodes").children).toMatchObject([
      { key: "min", value: 0 },
      { key: "max", value: 3 },
    ]);
    expect(explain("network").children.map(({ key }) => key)).not.toContain("vpcId");
  });

  test("the environment itself lists its keys", () => {
    const explanation = explain("");
    expect(explanation).toMatchObject({ key: "", origin: null, allowed: null });
    expect(keyText(explanation)).toMatch(/^sample\n\nKeys in it\n {2}key +value +what it is\n {2}name +sample/);
  });

  test("what the rules find there is told", () => {
    const finding = {
      path: ["network", "cidr"],
      message: "is small",
      fix: "",
      rule: "network/vpc-size",
      severity: "warning" as const,
      source: "",
    };
    const of = (key: string) =>
      keyText(
        explainKey(
          parseKey(key),
          known({}, { active: [finding], ignored: [{ ...finding, rule: "a/b", reason: "", until: "" }] }),
        ),
      );
    expect(of("network")).toContain("Findings\n  network/vpc-size: is small\n  a/b, ignored: is small");
    expect(of("lustre")).not.toContain("Findings");
  });
});

/** Every key of the schema, under any name and any entry, as deep as it goes. */
function schemaPlaces(node: SchemaNode = ENVIRONMENT_SCHEMA, path: ConfigPath = []): ConfigPath[] {
  const inner = kindsOf(node).flatMap(({ properties = {}, additionalProperties, items }) => [
    ...Object.entries(properties),
    ...(typeof additionalProperties === "object" ? [["<name>", additionalProperties] as const] : []),
    ...(items ? [[ANY_ENTRY, items] as const] : []),
  ]);
  return inner.flatMap(([step, child]) => [[...path, step], ...schemaPlaces(child, [...path, step])]);
}

/** Names that the schema's text gives to keys, however they are reached. */
function namesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { properties } = value as SchemaNode;
  const own = properties && !Array.isArray(value) ? Object.keys(properties) : [];
  return [...own, ...Object.values(value).flatMap((inner) => namesIn(inner))];
}

describe("every key of the schema", () => {
  const keys = [...new Set(schemaPlaces().map(keyOf))];

  test("is among those that are looked at, by any name that its text has", () => {
    const seen = new Set(keys.map((key) => parseKey(key).at(-1)));
    expect([...new Set(namesIn(ENVIRONMENT_SCHEMA))].filter((name) => !seen.has(name))).toEqual([]);
    expect(keys).toEqual(expect.arrayContaining(["name", "storage.<name>.nqn", "monitoring.routes[].teams"]));
  });

  test("is explained without an environment, and is written as it is read", () => {
    const denied = keys.filter(
      (key) => keyOf(throughLists(parseKey(key))) !== key || schemasOfKey(parseKey(key)).length === 0,
    );
    expect(denied).toEqual([]);
  });

  test("is explained in an environment, which says of those that it cannot have what they are for", () => {
    const of = known();
    const [has, other] = [0, 1].map((which) =>
      keys.filter((key) => (elsewhere(parseKey(key), of.loaded.config) === null ? 0 : 1) === which),
    );
    expect(has!.filter((key) => schemasOfKey(parseKey(key), of.loaded.config).length === 0)).toEqual([]);
    expect(other!.filter((key) => explainKey(parseKey(key), of).origin?.kind !== "none")).toEqual([]);
    expect(other).toEqual(expect.arrayContaining(["cluster.systemNodes.labels", "storage.<name>.nqn"]));
    expect(has).toContain("cluster.systemNodes.count");
  });

  test.each([
    ["network.vpcId", "nobody wrote it: it is for another kind of network than kind create"],
    ["cluster.systemNodes.labels", "nobody wrote it: it is for another kind of cluster than kind eks"],
    ["storage.<name>.nqn", "nobody wrote it: it is for another site than that of cluster.kind eks"],
  ])("%s: %s", (key, words) => {
    const text = keyText(explain(key));
    expect(text).toContain(words);
    expect(text).toMatch(/\n {2}allowed /);
  });
});

describe("a name or an entry that is not there", () => {
  test.each([
    ["workloads.x.batch", "workloads.x"],
    ["workloads.<name>.batch", "workloads.<name>"],
    ["monitoring.routes.teams", "monitoring.routes[]"],
    ["monitoring.routes[0].teams", "monitoring.routes[0]"],
    ["nodeGroups.<name>.taints.key", "nodeGroups.<name>"],
  ])("%s is explained, and it is said so", (key, missing) => {
    const text = keyText(explain(key));
    expect(text).toContain(`nobody wrote it: there is no ${missing} here`);
    expect(text).toMatch(/\n {2}allowed /);
  });

  test("has the defaults of all its kinds", () => {
    expect(explain("monitoring.receivers.<name>.secretKeyName").default).toEqual({
      value: null,
      note: "slack-url, pagerduty-key, opsgenie-key or msteams-url, by what is around it",
    });
  });
});

test("what kinds around a key say of it has the names of the kinds, where they say different things", () => {
  expect(explain("logs.to.login.secretName").description).toMatch(
    /^Of kind basic: .* with a name and a password.* Of kind bearer: .* with a token\./,
  );
  expect(explain("logs.to.login.usernameKeyName").description).toBe("Key of the Secret.");
  const { children } = explain("logs.to.login");
  expect(children.find(({ key }) => key === "secretName")?.description).toMatch(/^Of kind basic: .* Of kind bearer: /);
});

test("an index may stand as a name stands", () => {
  expect(explain("network.zones.0")).toEqual(explain("network.zones[0]"));
  expect(() => explain("network.zones.7")).toThrow("There is no key network.zones[7]: the list has 2 entries.");
});

describe("fails in words", () => {
  test.each([
    ["nodegroups", "There is no key nodegroups: did you mean nodeGroups?"],
    ["nodeGroups.h1000.nodes", "There is no key nodeGroups.h1000: did you mean nodeGroups.h100?"],
    ["capacityGiB", "There is no key capacityGiB: did you mean lustre.capacityGiB?"],
    ["network.zones[7]", "There is no key network.zones[7]: the list has 2 entries."],
    ["verify.weekly.images.bogus", /names in verify\.weekly\.images are nccl-tests, .* or vllm\.$/],
    ["monitoring.remoteWrite.Central", /names in monitoring\.remoteWrite are of the form .* and of 30 characters/],
    ["monitoring.remoteWrite.__proto__", /names in monitoring\.remoteWrite are of the form/],
    ["prices.p5.48xlarge.usd", /: did you mean prices\["p5\.48xlarge"\]\.usd\?$/],
    ["nodeGroups.h100.labels.a.b.c", /: did you mean nodeGroups\.h100\.labels\["a\.b\.c"\]\?$/],
    ["lustre.efa.on", "There is no key lustre.efa.on: lustre.efa has no keys."],
    ["checkpoints.zzzzzzzzz", /^There is no key checkpoints\.zzzzzzzzz\. checkpoints has: bucket, /],
    ["nodeGroups.constructor", /^There is no key nodeGroups\.constructor/],
    ["__proto__", /^There is no key __proto__/],
  ])("on %s", (key, message) => expect(() => explain(key)).toThrow(message));

  test.each(["..x", "a..b", "a[", "a[-1]", "a b", ".x", "a.", 'a["x]'])("on %s, which is no key", (key) =>
    expect(() => parseKey(key)).toThrow(/is no key\. A key is written as in/),
  );
});

test("keys are written as problems write them", () => {
  expect(parseKey('nodeGroups.h100.labels["example.com/a"]')).toEqual([
    "nodeGroups",
    "h100",
    "labels",
    "example.com/a",
  ]);
  expect(parseKey("a[0][1].b-c")).toEqual(["a", 0, 1, "b-c"]);
  expect(parseKey("")).toEqual([]);
});

describe("a key that sites have each for themselves", () => {
  const { config, env } = clusterSample();
  const loaded = { config, resolved: env, findings: NONE };
  const inCluster = (key: string) =>
    explainKey(parseKey(key), { root: "/nowhere", loaded, merged: mergeExtends(LEGAL_CLUSTER) });

  test("is told as the environment's own site means it", () => {
    expect(inCluster("cluster.version")).toMatchObject({
      description: expect.stringContaining("that the cluster has"),
      updates: [{ policy: "none", note: "Upgrade the cluster first, then write the version." }],
    });
    expect(explain("cluster.version").updates).toMatchObject([{ policy: "rolling" }]);
    expect(explain("checkpoints.agent.whole").updates).toMatchObject([
      { policy: "in-place", note: expect.stringMatching(/pod of the agent is made anew/) },
    ]);
    expect(inCluster("cluster").children.map(({ key }) => key)).toContain("storageClasses");
    expect(explain("cluster").children.map(({ key }) => key)).not.toContain("storageClasses");
  });

  test("but for the key that says which site it is", () =>
    expect(inCluster("cluster.kind").allowedValues).toEqual(["eks", "existing"]));

  test("and reviews name what its change does there", () => {
    const changed = { before: config, after: { ...config, cluster: { ...config.cluster, version: "1.35" } } };
    expect(policyOf(["cluster", "version"], changed)).toMatchObject({ policy: "none" });
  });
});
