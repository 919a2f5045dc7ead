import { OWN_PREFIX } from "../../../config/checkpoints/own-prefixes";
import { loadEnvironments } from "../../../config";
import { ConfigError } from "../../../config/kernel/issues";
import { at, bucket, context, COUNTED, found, github, legal, SAME_BLOCK, states } from "../../helpers/across";
import { LEGAL, NOW, type Change } from "../../helpers/environment";

const OF_B = `b-checkpoints-${LEGAL.account}-${LEGAL.region}`;

describe("a volume that is a bucket", () => {
  const volume = (bucket: string, prefix = "", endpoint = "https://s3.us-east-1.amazonaws.com") => ({
    ...context({ context: bucket + prefix }),
    storage: { store: { kind: "s3-compatible", endpoint, bucket, prefix, secretName: "store" } },
  });
  const pruned = bucket("existing", { prefix: "a/", cold: { keepLast: 3 } });

  test.each([
    ["at AWS that is another one's checkpoints", volume("ours"), at("a/"), "bucket-prefix storage.store.bucket"],
    ["below them", volume("ours", "a/run/"), at("a/"), "bucket-prefix storage.store.prefix"],
    ["where they are pruned", volume("ours"), pruned, "bucket-pruned storage.store.bucket"],
    [
      "where another one's queue is copied to",
      volume("ours", OWN_PREFIX),
      at("a/"),
      "bucket-prefix storage.store.prefix",
    ],
    ["that is another one's state", volume("ours"), states("ours"), "bucket-state storage.store.bucket"],
    ["seen from the other one", at("a/"), volume("ours", "a/"), "bucket-prefix checkpoints.prefix"],
  ])("%s is told", (_, own, other, finding) => expect(found(own, other)).toEqual([`environments/${finding}`]));

  test.each([
    ["in a store of its own", volume("ours", "", "https://minio.example.com:9000"), at("a/")],
    ["beside the checkpoints", volume("ours", "b/"), at("a/")],
    ["that is another bucket", volume("other"), at("a/")],
    ["that two environments share", volume("ours", "a/"), volume("ours")],
    ["whose shape is wrong", { ...context(), storage: { store: { kind: "s3-compatible", bucket: 1 } } }, at("a/")],
  ])("%s is not", (_, own, other) =>
    expect(found(own, other).filter((text) => text.startsWith("environments/bucket"))).toEqual([]),
  );
});

test("a bucket that is named after its environment is known to the others", () => {
  const uses = { checkpoints: { bucket: { kind: "existing", name: OF_B } } };
  expect(found(uses, { checkpoints: {} })).toEqual(["environments/bucket-prefix checkpoints.bucket.name"]);
  expect(found(uses, { checkpoints: { cold: { expireAfterDays: 60 } } })).toEqual([
    "environments/bucket-pruned checkpoints.bucket.name",
  ]);
  expect(found({ checkpoints: { bucket: { kind: "create", name: OF_B } } }, { checkpoints: {} })).toEqual([
    "environments/bucket-made-twice checkpoints.bucket.name",
  ]);
  // from the other side, too
  const states = { state: { kind: "s3", bucket: `a-tfstate-${LEGAL.account}-${LEGAL.region}` } };
  expect(found({}, states)).toEqual(["environments/one-state name"]);
});

test("a pipeline that reaches another environment is told from the other side, too", () => {
  const [short, long] = [
    { ...LEGAL, ...github },
    { ...LEGAL, network: { ...LEGAL.network, cidr: "10.21.0.0/16" } },
  ];
  const table = { a: () => ({ ...short, name: "a" }), "a-b": () => ({ ...long, nodeGroups: COUNTED, name: "a-b" }) };
  const [loaded] = loadEnvironments(table, ["a-b"], NOW);
  expect(loaded!.findings.active.map(({ rule }) => rule)).toContain("environments/name-prefix");
});

test("errors are told beside a wrong shape, too", () =>
  expect(found({ regoin: 1 }, SAME_BLOCK)).toEqual(["environments/cidr-overlap network.cidr"]));

test("a reservation that many environments share is told in one line, with what all of them ask for", () => {
  const [{ h100 }] = [LEGAL.nodeGroups as Readonly<Record<string, Change>>];
  const uses = (count: number) => ({ h100: { ...h100, nodes: 4, capacity: { ...Object(h100!["capacity"]), count } } });
  const names = ["a", "bb", "cc", "dd", "ee"];
  const lines = (count: number) => {
    const table = Object.fromEntries(
      names.map((name, index) => [
        name,
        () => ({ ...legal({}, name, `10.${20 + index}.0.0/16`), nodeGroups: uses(count) }),
      ]),
    );
    try {
      loadEnvironments(table, ["a"], NOW);
      return [];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const all = error.environments.flatMap(({ issues }) => issues);
      return all.filter(({ rule }) => rule === "environments/shared-capacity").map(({ message }) => message);
    }
  };
  expect(lines(20)).toEqual([]);
  // any two of them would fit
  expect(lines(10)).toEqual([
    expect.stringMatching(/used by 5 environments.*"dd" and 1 more ask for up to 20 nodes.*10 are/),
  ]);
});

test("an ignored rule that finds nothing between environments is a leftover", () => {
  const ignoreRules = [{ id: "environments/cidr-overlap", reason: "agreed by both teams", until: "2026-12-31" }];
  const [loaded] = loadEnvironments({ sample: () => ({ ...LEGAL, ignoreRules }) }, [], NOW);
  expect(loaded!.findings.active.map(({ rule }) => rule)).toContain("ignore/unused");
});
