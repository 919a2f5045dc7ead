import type { JsonObject } from "../../../../scripts/commands/export/expression";
import { stackHcl } from "../../../../scripts/commands/export/stack-hcl";
import type { AttributeSchema, BlockSchema, ProviderSchema } from "../../../../scripts/rehearsal/schema/types";

const attribute: AttributeSchema = {
  type: "dynamic",
  required: false,
  optional: true,
  computed: false,
  sensitive: false,
  writeOnly: false,
};

function schema(attributes: readonly string[], blocks: Readonly<Record<string, BlockSchema>> = {}): BlockSchema {
  const nested = Object.entries(blocks).map(([name, block]) => [
    name,
    { nesting: "list" as const, minItems: 0, maxItems: 0, block },
  ]);
  return {
    attributes: Object.fromEntries(attributes.map((name) => [name, attribute])),
    blocks: Object.fromEntries(nested),
  };
}

const AWS: ProviderSchema = {
  provider: "aws",
  version: "6.25.0",
  configuration: schema(["region"], { default_tags: schema(["tags"]) }),
  resources: {
    aws_sample: schema(["name", "tags", "rules"], { rule: schema(["port"], { source: schema(["cidr"]) }) }),
  },
  dataSources: { aws_sample: schema(["name"]) },
};

const hcl = (json: JsonObject) => stackHcl("dev-x", json, [AWS]);
const hclOf = (json: JsonObject) => hcl({ resource: { aws_sample: { one: json } } })["main.tf"];

describe("a resource", () => {
  test("has arguments with a sign, and blocks without, as the schema tells", () => {
    expect(hclOf({ name: "x", rules: [{ port: 1 }], rule: [{ port: 2, source: { cidr: "a" } }, { port: 3 }] })).toBe(
      `resource "aws_sample" "one" {
  name = "x"
  rules = [
    {
      port = 1
    },
  ]
  rule {
    port = 2
    source {
      cidr = "a"
    }
  }
  rule {
    port = 3
  }
}
`,
    );
  });

  test("keeps no comment of the library, but those inside of values", () => {
    expect(hclOf({ "//": { metadata: {} }, tags: { "//": "kept" } })).toBe(
      'resource "aws_sample" "one" {\n  tags = {\n    "//" = "kept"\n  }\n}\n',
    );
  });

  test("has no block where there is none or null, and one where its inside is empty", () => {
    expect(hclOf({ rule: [] })).toBe('resource "aws_sample" "one" {}\n');
    expect(hclOf({ rule: null })).toBe('resource "aws_sample" "one" {}\n');
    expect(hclOf({ rule: {} })).toBe('resource "aws_sample" "one" {\n  rule {}\n}\n');
  });

  test("names what it depends on, ignores and is replaced by, and has values where Terraform takes such", () => {
    expect(
      hclOf({
        count: "${local.on ? 1 : 0}",
        provider: "aws.other",
        depends_on: ["aws_vpc.vpc", "data.aws_sample.x"],
        lifecycle: {
          prevent_destroy: true,
          ignore_changes: ["scaling_config[0].desired_size"],
          replace_triggered_by: ["${aws_vpc.vpc.id}"],
          precondition: [{ condition: "${local.on}", error_message: "off" }],
        },
      }),
    ).toBe(`resource "aws_sample" "one" {
  count = local.on ? 1 : 0
  provider = aws.other
  depends_on = [aws_vpc.vpc, data.aws_sample.x]
  lifecycle {
    prevent_destroy = true
    ignore_changes = [scaling_config[0].desired_size]
    replace_triggered_by = [aws_vpc.vpc.id]
    precondition {
      condition = local.on
      error_message = "off"
    }
  }
}
`);
    expect(hclOf({ lifecycle: { ignore_changes: "all" } })).toContain("ignore_changes = all");
  });

  test.each<[JsonObject, RegExp]>([
    [{ nmae: "x" }, /^dev-x: aws_sample\.one: nothing is known of "nmae"/],
    [{ rule: [{ prot: 1 }] }, /^dev-x: aws_sample\.one\.rule: nothing is known of "prot"/],
    [{ rule: "${local.rules}" }, /aws_sample\.one\.rule: a block has arguments, and this one is "\$\{local\.rules\}"/],
    [{ provisioner: [{ "local-exec": {} }] }, /"provisioner" cannot be exported/],
    [{ dynamic: { rule: {} } }, /"dynamic" cannot be exported/],
    [{ depends_on: [{}] }, /names are written as text, and this is an object/],
  ])("fails on %j", (json, message) => {
    expect(() => hclOf(json)).toThrow(message);
  });

  test("fails without bindings of its type", () => {
    expect(() => hcl({ resource: { aws_other: { x: {} } } })).toThrow("dev-x: aws_other.x: there are no bindings");
    expect(() => hcl({ data: { gcp_other: { x: {} } } })).toThrow("dev-x: data.gcp_other.x: there are no bindings");
    expect(() => hcl({ provider: { gcp: [{}] } })).toThrow("there are no bindings of this provider");
  });
});

describe("a stack", () => {
  test("goes into files by what its blocks are for", () => {
    const files = hcl({
      "//": { metadata: {} },
      terraform: {
        required_version: ">= 1.11.0",
        required_providers: { aws: { source: "aws", version: "6.25.0" } },
        backend: { s3: { bucket: "b", key: "a${b}", use_lockfile: true } },
      },
      provider: { aws: [{ region: "us-east-1", default_tags: [{ tags: { a: "b" } }] }, { alias: "west" }] },
      locals: { vpc: "${data.terraform_remote_state.network.outputs.vpc}" },
      data: {
        terraform_remote_state: { network: { backend: "s3", config: { bucket: "b" } } },
        aws_sample: { it: { name: "x" } },
      },
      resource: { terraform_data: { x: { input: "${local.vpc}" } } },
      moved: [{ from: "aws_sample.a", to: "aws_sample.b" }],
      removed: [{ from: "aws_sample.gone", lifecycle: { destroy: false } }],
      output: { name: { value: "${aws_sample.one.name}", sensitive: true, description: "a ${b}" } },
    });
    expect(files).toEqual({
      "terraform.tf": `terraform {
  required_version = ">= 1.11.0"
  required_providers {
    aws = {
      source = "aws"
      version = "6.25.0"
    }
  }
  backend "s3" {
    bucket = "b"
    key = "a$\${b}"
    use_lockfile = true
  }
}

provider "aws" {
  region = "us-east-1"
  default_tags {
    tags = {
      a = "b"
    }
  }
}

provider "aws" {
  alias = "west"
}
`,
      "data.tf": `data "terraform_remote_state" "network" {
  backend = "s3"
  config = {
    bucket = "b"
  }
}

data "aws_sample" "it" {
  name = "x"
}

locals {
  vpc = data.terraform_remote_state.network.outputs.vpc
}
`,
      "main.tf": `resource "terraform_data" "x" {
  input = local.vpc
}

moved {
  from = aws_sample.a
  to = aws_sample.b
}

removed {
  from = aws_sample.gone
  lifecycle {
    destroy = false
  }
}
`,
      "outputs.tf": `output "name" {
  value = aws_sample.one.name
  sensitive = true
  description = "a $\${b}"
}
`,
    });
  });

  test.each<[JsonObject, RegExp]>([
    [{ check: {} }, /^dev-x: blocks of "check" cannot be exported: terraform, /],
    [{ terraform: { cloud: {} } }, /terraform\.cloud cannot be exported/],
    [{ output: { x: "y" } }, /output\.x is not what synth writes/],
  ])("fails on %j", (json, message) => {
    expect(() => hcl(json)).toThrow(message);
  });
});
