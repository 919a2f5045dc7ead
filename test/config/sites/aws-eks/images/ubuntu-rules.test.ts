import { UBUNTU_RULES } from "../../../../../config/sites/aws-eks/images/ubuntu-rules";
import { ruleOf, violations } from "../../../../helpers/environment";
import { ruleCases } from "../../../../helpers/rule-cases";

const image = { kind: "ubuntu", release: "24.04", imageId: "ami-0123456789abcdef0" };
/** Lustre, whose client Ubuntu has not, is left out; jobs keep their homes. */
const NO_LUSTRE = { lustre: null, checkpoints: null, storage: null };
const cpu = (change: object) => ({ ...NO_LUSTRE, nodeGroups: { cpu: { image, ...change } } });
const at = (key: string) => ["nodeGroups", "cpu", key];

ruleCases(UBUNTU_RULES, {
  "images/ubuntu-limits": {
    severity: "error",
    trips: [
      {
        when: "a volume that hosts mount",
        change: { nodeGroups: { cpu: { image } } },
        at: at("image"),
        message: ["lustre is mounted by a client of the hosts"],
        fix: ['write image: { kind: "al2023" }'],
      },
      {
        when: "GPUs",
        change: { ...NO_LUSTRE, nodeGroups: { cpu: { image, instanceType: "g5.xlarge", localStorage: "none" } } },
        at: at("image"),
        message: ["GPUs of g5.xlarge"],
      },
      { change: cpu({ localStorage: "raid0" }), at: at("localStorage"), message: ["nodeadm"] },
      { change: cpu({ nodeadm: {} }), at: at("nodeadm"), message: ["no nodeadm"], fix: ["remove nodeadm"] },
      { change: cpu({ kubelet: { cpuManagerPolicy: "static" } }), at: at("kubelet"), message: ["nodeadm"] },
      { change: cpu({ tuning: {} }), at: at("tuning"), message: ["no document says"] },
      {
        when: "a proxy",
        change: { ...cpu({}), outbound: { proxy: { url: "http://proxy.example.com:3128" } } },
        at: at("image"),
        message: ["proxy of outbound"],
      },
    ],
    passes: [
      { change: cpu({}) },
      { change: cpu({ maxPods: 40, bootScript: "echo hello", labels: { "example.com/a": "b" } }) },
      { when: "Amazon Linux with all of it", change: { nodeGroups: { cpu: { tuning: {}, nodeadm: {} } } } },
    ],
  },
  "images/ubuntu-version": {
    severity: "error",
    trips: [
      {
        change: { ...cpu({ image: { ...image, release: "26.04" } }), cluster: { version: "1.34" } },
        at: [...at("image"), "release"],
        message: ["since Kubernetes 1.35", "has 1.34"],
        fix: ['release: "24.04"', "/ubuntu/eks/24.04/1.34/stable/current/amd64/"],
      },
    ],
    passes: [
      { change: { ...cpu({ image: { ...image, release: "26.04" } }), cluster: { version: "1.35" } } },
      { change: { ...cpu({}), cluster: { version: "1.31" } } },
    ],
  },
});

test("a group with GPUs and EFA is told all at once", () => {
  const change = { ...NO_LUSTRE, nodeGroups: { h100: { image } } };
  const found = violations(ruleOf(UBUNTU_RULES, "images/ubuntu-limits"), change);
  expect(found.map(({ path, message }) => [path.at(-1), message])).toEqual([
    ["image", expect.stringContaining("a driver for the GPUs of p5.48xlarge")],
    ["fabric", expect.stringContaining("EFA")],
  ]);
});
