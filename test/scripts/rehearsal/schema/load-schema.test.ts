import { join } from "node:path";
import { bindingPackage } from "../../../../scripts/rehearsal/schema/binding-packages";
import { loadSchema, readType } from "../../../../scripts/rehearsal/schema/load-schema";
import { fakeBindings, listClass, resourceSource, stringArgument, structSource } from "./fake-bindings";
import { printSchema } from "./print-schema";

const ROOT = join(__dirname, "../../../..");
const vpc = resourceSource("aws_vpc", [stringArgument("cidr", "R"), stringArgument("secret_wo")]);
const sources = {
  "vpc/index.js": vpc,
  "data-aws-vpc/index.js": vpc.replace("TerraformResource", "TerraformDataSource"),
};
const ask = { provider: "aws", resources: [], dataSources: [] };

describe("loadSchema", () => {
  test("has the types that were asked for, with the provider's version", () => {
    const schema = loadSchema({
      ...ask,
      root: ROOT,
      resources: ["aws_vpc", "aws_eip"],
      dataSources: ["aws_caller_identity"],
    });
    expect([schema.provider, schema.version]).toEqual(["aws", "6.25.0"]);
    expect([Object.keys(schema.resources), Object.keys(schema.dataSources)]).toEqual([
      ["aws_vpc", "aws_eip"],
      ["aws_caller_identity"],
    ]);
    expect(schema.resources["aws_vpc"]?.attributes["cidr_block"]).toMatchObject({ optional: true, computed: true });
    expect(schema.dataSources["aws_caller_identity"]?.attributes["account_id"]).toMatchObject({ computed: true });
  });

  test("leaves out types that the bindings do not have", () => {
    const schema = loadSchema({
      ...ask,
      root: ROOT,
      resources: ["aws_nothing", "aws_vpc"],
      dataSources: ["aws_nothing"],
    });
    expect([Object.keys(schema.resources), Object.keys(schema.dataSources)]).toEqual([["aws_vpc"], []]);
  });

  test("has the provider's own configuration, without Terraform's alias", () => {
    const { attributes, blocks } = loadSchema({ ...ask, root: ROOT }).configuration;
    expect(Object.keys(attributes)).toEqual(expect.arrayContaining(["region", "allowed_account_ids"]));
    expect(attributes).not.toHaveProperty("alias");
    expect(attributes["allowed_account_ids"]?.type).toEqual(["set", "string"]);
    expect(blocks["default_tags"]).toMatchObject({ nesting: "list", minItems: 0, maxItems: 0 });
    expect(blocks["default_tags"]?.block.attributes["tags"]).toMatchObject({ type: ["map", "string"], optional: true });
  });

  test("keeps an argument of a resource that is called alias", () => {
    const source = resourceSource("aws_vpc", [stringArgument("alias")]);
    const schema = loadSchema({
      ...ask,
      root: fakeBindings("aws", { "vpc/index.js": source }),
      resources: ["aws_vpc"],
    });
    expect(schema.resources["aws_vpc"]?.attributes).toHaveProperty("alias");
  });

  test("knows write-only arguments in resources alone", () => {
    const types = ["aws_vpc"];
    const schema = loadSchema({ ...ask, root: fakeBindings("aws", sources), resources: types, dataSources: types });
    expect(printSchema(schema.resources["aws_vpc"]!)).toEqual(["cidr: R string", "secret_wo: OW string"]);
    expect(printSchema(schema.dataSources["aws_vpc"]!)).toEqual(["cidr: R string", "secret_wo: O string"]);
  });

  test("fails where a folder has the binding of another type", () => {
    const root = fakeBindings("aws", { "subnet/index.js": vpc });
    const folder = join(root, "node_modules/@cdktf/provider-aws/lib/subnet");
    expect(() => loadSchema({ ...ask, root, resources: ["aws_subnet"] })).toThrow(
      `${folder} is the binding of aws_vpc, not of aws_subnet`,
    );
  });
});

describe("readType", () => {
  const rules = { name: "rules", flags: "C", getter: 'new ThingRuleList(this, "rules", false)' };
  const source = (type: string) =>
    structSource(
      "ThingRule",
      [{ name: "port", flags: "C" }],
      listClass("ThingRuleList", "ComplexList", "ThingRuleOutputReference"),
    ) + resourceSource(type, [rules]);

  test.each([
    ["aws", "6.25.0", "rules: C list(object(port=string))"],
    ["kubernetes", "2.38.0", "rules: C list(object(port=string))"],
    ["kubernetes", "3.2.1", "rules: C attributes list"],
    ["helm", "3.1.1", "rules: C attributes list"],
    ["random", "3.7.2", "rules: C attributes list"],
  ])("speaks the protocol of %s %s", (provider, version, line) => {
    const type = `${provider}_thing`;
    const root = fakeBindings(provider, { "thing/index.js": source(type) }, version);
    expect(printSchema(readType(bindingPackage(root, provider), "resource", type).block)[0]).toBe(line);
  });

  test("fails where there is no binding", () => {
    const bindings = bindingPackage(fakeBindings("aws", {}), "aws");
    expect(() => readType(bindings, "resource", "aws_vpc")).toThrow(
      `There is no binding of aws_vpc in ${bindings.lib}`,
    );
  });
});
