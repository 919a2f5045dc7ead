import { RULES } from "../../../../config/rules";
import { INSTANCE_TYPE_NAMES } from "../../../../config/facts/instance-types";
import { REGIONS } from "../../../../config/facts/regions";
import { explainWord } from "../../../../scripts/commands/explain/subject";
import { ruleText } from "../../../../scripts/lib/environments/rule-text";

const explain = (word: string) => explainWord(word, ["dev", "research"]);

test("a rule is told as the list of rules tells it", () => {
  const rule = RULES.find(({ id }) => id === "network/vpc-size")!;
  expect(explain("network/vpc-size").text).toBe(ruleText(rule));
  expect(explain("network/vpc-size").json).toMatchObject({ kind: "rule", id: "network/vpc-size", source: rule.source });
});

test("an instance type is told with its sources, and what nobody says is unknown", () => {
  const { text, json } = explain("p5.48xlarge");
  expect(text).toMatch(/GPUs +8 × H100-80GB, 80 GiB each/);
  expect(text).toMatch(/NVLink domain +8 GPUs: those of one node/);
  expect(text).toMatch(/power +unknown/);
  expect(text).toMatch(/us-west-2 \$55\.04\/h/);
  expect(text).toMatch(/all-reduce +487 GB\/s on 2 nodes/);
  expect(text).toMatch(/failures +3\.79 in 1000 node-days/);
  expect(text).toMatch(/ {2}s13 +github:aws\/karpenter/);
  expect(json).toMatchObject({ kind: "instance-type", facts: { vcpus: 192 }, watts: null });
});

test.each([
  ["g6e.12xlarge", /NVLink domain +unknown/],
  ["g6e.12xlarge", /failures +unknown: no published rate/],
  ["p5en.48xlarge", /all-reduce +unknown: nobody has published/],
  ["p5.4xlarge", /NVLink domain +1 GPU: none to link/],
  ["p6e-gb200.36xlarge", /36 GPUs \(9 nodes\) or 72 GPUs \(18 nodes\)/],
  ["p6e-gb200.36xlarge", /interfaces at most: unknown/],
  ["m7i.xlarge", /GPUs +none/],
])("%s: %s", (name, text) => expect(explain(name).text).toMatch(text));

test.each(INSTANCE_TYPE_NAMES)("%s is told without a hole in the text", (name) => {
  const [text = ""] = explain(name).text.split("\n\nNotes");
  expect(text).not.toMatch(/undefined|null|NaN|\[object/);
});

test.each([
  ["us-east-1", /zones +us-east-1a, /, /Local Zones .*us-east-1-dfw-2a/],
  ["cn-north-1", /zones +unknown/, /unknown: AWS does not list it/],
  ["us-east-1-dfw-2a", /Local Zone/, /without EFA/],
  ["GLACIER", /after a restore, up to 5 hours/, /moves on to +DEEP_ARCHIVE/],
  ["STANDARD_IA", /charged for +30 days at least; 128 KB/, /read +at once/],
  ["scratch-2", /200 MB\/s\/TiB read, 100 MB\/s\/TiB write/, /backups +none/],
  ["persistent-2-intelligent-tiering", /bought for the whole file system/, /links to S3 +no/],
])("%s is a fact", (name, first, second) => {
  expect(explain(name).text).toMatch(first);
  expect(explain(name).text).toMatch(second);
  expect(explain(name).text).toMatch(/source +https:/);
});

test("every Region is known", () => {
  for (const name of Object.keys(REGIONS)) expect(explain(name).json).toMatchObject({ kind: "region", name });
});

test("a key of any environment has no value", () => {
  const { text, json } = explain("lustre.capacityGiB");
  expect(text).toMatch(/^lustre\.capacityGiB\n/);
  expect(text).not.toMatch(/value|from/);
  expect(json).toMatchObject({ environment: null, origin: null, unit: "GiB" });
});

test.each([
  ["p5.48xlrge", /did you mean p5\.48xlarge\?/],
  ["eu-west-9", /did you mean eu-west-1/],
  ["reserch", /did you mean research\?/],
  ["lustr", /did you mean lustre\?/],
  ["network/vpc-sise", /no rule "network\/vpc-sise": did you mean network\/vpc-size\?/],
  ["zzzz/zzzzzzzzzz", /railyard rules lists them/],
  ["qqqqqqqqqqqq", /environments: dev, research/],
  ["lustre.capacity", /did you mean lustre\.capacityGiB\?/],
  ["constructor", /Nothing is called/],
])("fails on %s, and offers what is near", (word, message) => expect(() => explain(word)).toThrow(message));
