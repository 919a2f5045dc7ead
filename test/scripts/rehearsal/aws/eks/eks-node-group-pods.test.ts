import { refusePods } from "../../../../../scripts/rehearsal/aws/eks/eks-node-group-pods";
import { told } from "../told";

const encoded = (text: string) => Buffer.from(text).toString("base64");
const asked = (text: string, more: object = {}, types: readonly string[] = ["p4d.24xlarge"]) =>
  told(refusePods({ instance_types: [...types] }, { user_data: encoded(text), ...more }));

test.each([
  ["YAML", "    config:\n      maxPods: 688\n"],
  ["JSON", '{"kubelet":{"config":{"maxPods":688}}}'],
  ["TOML", "[settings.kubernetes]\nmax-pods = 688\n"],
  ["a flag", "flags: ['--max-pods=688']"],
])("more pods than EKS allows are found in %s", (_, text) => {
  expect(asked(text)).toMatch(/688 pods on p4d.24xlarge.*250/);
});

test("what EKS allows passes, and anything with an image of one's own", () => {
  expect(asked("maxPods: 250")).toBe("");
  expect(asked("nothing of pods")).toBe("");
  expect(asked("maxPods: 688", { image_id: "ami-0123456789abcdef0" })).toBe("");
});

test("the type counts, from the template or from the group", () => {
  expect(asked("maxPods: 111", {}, ["m7i.4xlarge"])).toMatch(/110/);
  expect(asked("maxPods: 111", {}, ["m7i.8xlarge"])).toBe("");
  expect(asked("maxPods: 111", { instance_type: "m7i.4xlarge" }, [])).toMatch(/110/);
  expect(asked("maxPods: 999", {}, ["x9.unknown"])).toBe("");
});
