import { LAUNCH_TEMPLATE_KINDS } from "../../../../../scripts/rehearsal/aws/ec2/launch-template";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { fakeCloud } from "../fake-cloud";
import { codes } from "../refusal-codes";

const template = LAUNCH_TEMPLATE_KINDS["aws_launch_template"]!;

describe("a plan of aws_launch_template", () => {
  test("replaces for the name only, as the provider does", () => {
    expect(template.forcesNew).toEqual(["name", "name_prefix"]);
  });

  test.each([
    "user_data",
    "block_device_mappings",
    "network_interfaces",
    "vpc_security_group_ids",
    "image_id",
    "metadata_options",
    "tag_specifications",
    "tags",
    "tags_all",
  ])("makes a new version known only after apply when %s changes", (argument) => {
    expect(template.recomputed!["latest_version"]).toContain(argument);
    expect(template.recomputed!["default_version"]).toContain(argument);
  });

  test.each(["name", "description", "default_version", "update_default_version"])(
    "keeps the newest version when only %s changes",
    (argument) => {
      expect(template.recomputed!["latest_version"]).not.toContain(argument);
    },
  );

  test("plans another default version when the newest is to become it", () => {
    expect(template.recomputed!["default_version"]).toContain("update_default_version");
  });

  test("a name is there once, and what a template names must be there", () => {
    expect(template.unique).toEqual([
      {
        by: ["name"],
        code: "InvalidLaunchTemplateName.AlreadyExistsException",
        source: expect.stringMatching(/errors-overview/),
      },
    ]);
    expect(template.references!.map(({ path, by, missing }) => [path, by, missing])).toEqual([
      ["vpc_security_group_ids", undefined, "InvalidGroup.NotFound"],
      ["network_interfaces.security_groups", undefined, "InvalidGroup.NotFound"],
      ["network_interfaces.subnet_id", undefined, "InvalidSubnetID.NotFound"],
      ["placement.group_name", "name", "InvalidPlacementGroup.Unknown"],
    ]);
  });

  test("a template keeps nothing from being deleted", () => {
    expect(template.references!.filter(({ holds }) => holds !== undefined)).toEqual([]);
  });
});

describe("a new template", () => {
  const made = template.create({ name: "dev-gpu", block_device_mappings: [], metadata_options: [] }, fakeCloud());

  test("has version 1", () => {
    expect(made["id"]).toMatch(/^lt-[0-9a-f]{17}$/);
    expect(made).toMatchObject({
      arn: `arn:aws:ec2:us-west-2:123456789012:launch-template/${String(made["id"])}`,
      name: "dev-gpu",
      name_prefix: "",
      latest_version: 1,
      default_version: 1,
    });
  });

  test("gets a name where only the beginning of one is given", () => {
    expect(template.create({ name: null, name_prefix: "gpu-" }, fakeCloud())["name"]).toMatch(/^gpu-[0-9a-f]{26}$/);
  });

  test("says nothing of volumes and metadata beyond what config says", () => {
    const ebs = { volume_type: "gp3", volume_size: 200, iops: null, throughput: null, encrypted: "true" };
    const full = template.create(
      {
        name: "dev-gpu",
        block_device_mappings: [
          { device_name: "/dev/xvda", ebs: [ebs] },
          { device_name: "/dev/xvdb", ebs: [] },
        ],
        metadata_options: [{ http_tokens: "required", http_endpoint: null, http_put_response_hop_limit: 2 }],
        instance_market_options: [{ market_type: "spot", spot_options: [{ max_price: "1", valid_until: null }] }],
      },
      fakeCloud(),
    );
    expect(full["block_device_mappings"]).toEqual([
      { device_name: "/dev/xvda", ebs: [{ ...ebs, iops: 0, throughput: 0, volume_initialization_rate: 0 }] },
      { device_name: "/dev/xvdb", ebs: [] },
    ]);
    expect(full["metadata_options"]).toEqual([
      {
        http_tokens: "required",
        http_endpoint: "",
        http_put_response_hop_limit: 2,
        http_protocol_ipv6: "",
        instance_metadata_tags: "",
      },
    ]);
    expect(full["instance_market_options"]).toEqual([
      { market_type: "spot", spot_options: [{ max_price: "1", valid_until: "" }] },
    ]);
  });
});

describe("a template that changes", () => {
  const prior: Attributes = {
    id: "lt-1",
    name: "dev-gpu",
    latest_version: 4,
    default_version: 2,
    update_default_version: true,
    user_data: "YQ==",
    vpc_security_group_ids: ["sg-1", "sg-2"],
    network_interfaces: [
      { device_index: 0, network_card_index: 0 },
      { device_index: 0, network_card_index: 1 },
    ],
    tags: { Name: "dev-gpu" },
  };
  const update = (change: Attributes) => {
    const updated = template.update!(
      { ...prior, latest_version: null, default_version: null, ...change },
      prior,
      fakeCloud(),
    );
    return [updated["latest_version"], updated["default_version"]];
  };

  test("gets the next version, which becomes the default", () => {
    expect(update({ user_data: "Yg==" })).toEqual([5, 5]);
    expect(update({ network_interfaces: [] })).toEqual([5, 5]);
    expect(update({ vpc_security_group_ids: ["sg-1"] })).toEqual([5, 5]);
  });

  test("keeps the default version where the newest is not to become it", () => {
    expect(update({ user_data: "Yg==", update_default_version: null })).toEqual([5, 2]);
    expect(update({ user_data: "Yg==", update_default_version: null, default_version: 4 })).toEqual([5, 4]);
  });

  test("gets no version for other tags", () => {
    expect(update({ tags: { Name: "other" } })).toEqual([4, 4]);
  });

  test("gets no version for another order of a set, and one for another order of interfaces", () => {
    expect(update({ vpc_security_group_ids: ["sg-2", "sg-1"] })).toEqual([4, 4]);
    const turned = [...(prior["network_interfaces"] as Attributes[])].reverse();
    expect(update({ network_interfaces: turned })).toEqual([5, 5]);
  });
});

test("a template is asked about as launch-template-refusals says", () => {
  expect(codes(template, { name: "dev-gpu" })).toEqual([]);
  expect(codes(template, { name: "x" })).toEqual(["InvalidLaunchTemplateName.MalformedException"]);
});
