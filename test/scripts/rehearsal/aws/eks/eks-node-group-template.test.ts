import {
  refuseTemplate,
  templateInUse,
  templateOf,
} from "../../../../../scripts/rehearsal/aws/eks/eks-node-group-template";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { subnet } from "../eks-objects";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { refusalText } from "../refusal-text";

const cloudWith = (template: Attributes) =>
  fakeCloud({
    objects: [
      cloudObject("aws_launch_template", "lt-1", { name: "gpu", latest_version: 3, default_version: 2, ...template }),
      cloudObject("aws_security_group", "sg-1", { vpc_id: "vpc-1" }),
      cloudObject("aws_security_group", "sg-2", { vpc_id: "vpc-2" }),
      subnet("subnet-a", "us-west-2a"),
    ],
  });
const GROUP = {
  subnet_ids: ["subnet-a"],
  ami_type: "AL2023_x86_64_NVIDIA",
  instance_types: [],
  disk_size: null,
  remote_access: [],
  launch_template: [{ id: "lt-1", version: "3" }],
};
const refused = (template: Attributes, change: Attributes = {}, prior: Attributes | null = null) =>
  refusalText(refuseTemplate({ ...GROUP, ...change }, cloudWith(template), prior));
const base64 = (text: string) => Buffer.from(text).toString("base64");

describe("the template", () => {
  const used = (launch_template: Attributes, template: Attributes = {}) =>
    templateInUse({ launch_template: [launch_template] }, cloudWith(template));

  test("is found by its id or its name", () => {
    const found = (launch_template: Attributes) =>
      templateOf({ launch_template: [launch_template] }, cloudWith({}))?.id;
    expect(found({ id: "lt-1" })).toBe("lt-1");
    expect(found({ id: null, name: "gpu" })).toBe("lt-1");
    expect(found({ id: "lt-2" })).toBeUndefined();
    expect(templateOf({ launch_template: [] }, cloudWith({}))).toBeUndefined();
  });

  test("is known in its newest version", () => {
    expect(used({ id: "lt-1", version: "3" })).toMatchObject({ id: "lt-1" });
    expect(used({ id: "lt-1", version: "$Latest" })).toMatchObject({ id: "lt-1" });
    expect(used({ id: "lt-1", version: "2" })).toBeNull();
    expect(used({ id: "lt-1", version: "$Default" })).toBeNull();
    expect(used({ id: "lt-1", version: "$Default" }, { default_version: 3 })).toMatchObject({ id: "lt-1" });
  });

  test("has the version that is asked for", () => {
    const version = (text: string) => refused({}, { launch_template: [{ id: "lt-1", version: text }] });
    for (const text of ["1", "3", "$Latest", "$Default"]) expect(version(text)).toBe("");
    for (const text of ["0", "4", "new"])
      expect(version(text)).toMatch(/^InvalidParameterException: .*lt-1 has versions 1 to 3/);
  });
});

test("leaves disk and remote access to the template", () => {
  expect(refused({})).toBe("");
  expect(refused({}, { disk_size: 100 })).toMatch(/^InvalidParameterException: disk_size with a launch template/);
  expect(refused({}, { remote_access: [{ ec2_ssh_key: "a" }] })).toMatch(/remote_access with a launch template/);
  expect(refused({}, { disk_size: 100, launch_template: [] })).toBe("");
});

test.each<[string, Attributes, RegExp]>([
  ["a subnet", { network_interfaces: [{ subnet_id: "subnet-a" }] }, /a launch template with a subnet is not allowed/],
  ["an instance profile", { iam_instance_profile: [{ name: "a" }] }, /iam_instance_profile/],
  ["a way to shut down", { instance_initiated_shutdown_behavior: "stop" }, /instance_initiated_shutdown_behavior/],
  ["hibernation", { hibernation_options: [{ configured: true }] }, /hibernation_options/],
  ["requirements", { instance_requirements: [{ bare_metal: "excluded" }] }, /instance_requirements/],
])("refuses a template with %s", (_, template, message) => {
  expect(refused(template)).toMatch(/^InvalidParameterException: the launch template has/);
  expect(refused(template)).toMatch(message);
  expect(refused(template, { launch_template: [{ id: "lt-1", version: "2" }] })).toBe("");
});

test("takes a template that says no to hibernation, and interfaces without subnets", () => {
  expect(refused({ hibernation_options: [{ configured: false }] })).toBe("");
  expect(refused({ network_interfaces: [{ subnet_id: "", device_index: 0, network_card_index: 0 }] })).toBe("");
});

describe("what is said in both places", () => {
  test("is refused for the instance type", () => {
    const types = { instance_types: ["p5.48xlarge"] };
    expect(refused({ instance_type: "p5.48xlarge" }, types)).toMatch(
      /in the launch template \(p5\.48xlarge\) and in instance_types/,
    );
    expect(refused({ instance_type: "p5.48xlarge" })).toBe("");
    expect(refused({}, types)).toBe("");
  });

  test.each([
    ["ami_type", "AL2023_x86_64_NVIDIA"],
    ["version", "1.36"],
    ["release_version", "1.36.4-20261003"],
  ])("is refused for %s beside an image", (name, value) => {
    const only = { ami_type: null, [name]: value };
    expect(refused({ image_id: "ami-1" }, only)).toMatch(
      new RegExp(`^InvalidParameterException: ${name} with a launch template`),
    );
    expect(refused({ image_id: "ami-1" }, only, { [name]: value })).toBe("");
    expect(refused({}, only)).toBe("");
  });

  test("is not refused for the type CUSTOM", () => {
    expect(refused({ image_id: "ami-1" }, { ami_type: "CUSTOM" })).toBe("");
  });
});

describe("user data", () => {
  const MIME = base64('MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="a"\n\n--a--\n');
  const SCRIPT = base64("#!/bin/bash\necho hello\n");
  const TOML = base64("[settings.kubernetes]\n");

  test("is MIME for images of Amazon Linux", () => {
    expect(refused({ user_data: MIME })).toBe("");
    expect(refused({ user_data: SCRIPT })).toMatch(/^Ec2LaunchTemplateInvalidConfiguration: .*MIME multi-part/);
    expect(refused({ user_data: SCRIPT }, { ami_type: null })).toMatch(/MIME multi-part/);
  });

  test("is TOML for images of Bottlerocket", () => {
    expect(refused({ user_data: TOML }, { ami_type: "BOTTLEROCKET_x86_64" })).toBe("");
    expect(refused({ user_data: MIME }, { ami_type: "BOTTLEROCKET_x86_64" })).toMatch(/TOML/);
  });

  test("is anything for other images", () => {
    expect(refused({ user_data: SCRIPT, image_id: "ami-1" }, { ami_type: null })).toBe("");
    expect(refused({ user_data: SCRIPT }, { ami_type: "WINDOWS_CORE_2025_x86_64" })).toBe("");
  });
});

describe("the network", () => {
  const primary = { network_card_index: 0, device_index: 0, interface_type: "interface" };
  const efa = (card: number) => ({ network_card_index: card, device_index: 1, interface_type: "efa-only" });

  test("fits every instance type", () => {
    const cards = { network_interfaces: [primary, efa(1)] };
    expect(refused(cards, { instance_types: ["p5.48xlarge"] })).toBe("");
    expect(refused(cards, { instance_types: ["p5.48xlarge", "g6.8xlarge"] })).not.toBe("");
    expect(refused(cards, { instance_types: ["g6.8xlarge"] })).not.toBe("");
    expect(refused({ ...cards, instance_type: "g6.8xlarge" })).not.toBe("");
  });

  test("has a primary interface, whatever the type", () => {
    expect(refused({ network_interfaces: [efa(1)] })).toMatch(/card 0, device 0/);
  });

  test("has the security groups and the subnets in one VPC", () => {
    expect(refused({ vpc_security_group_ids: ["sg-1"] })).toBe("");
    expect(refused({ vpc_security_group_ids: ["sg-2"] })).toMatch(/sg-2 and the subnets belong to different networks/);
    const interfaces = [{ ...primary, security_groups: ["sg-2"] }];
    expect(refused({ network_interfaces: interfaces })).toMatch(/sg-2 and the subnets/);
    expect(refused({ vpc_security_group_ids: ["sg-3"] })).toBe("");
    expect(refused({ vpc_security_group_ids: ["sg-2"] }, { subnet_ids: ["subnet-z"] })).toBe("");
  });
});
