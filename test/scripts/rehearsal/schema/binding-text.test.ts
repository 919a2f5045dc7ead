import { readBinding } from "../../../../scripts/rehearsal/schema/binding-text";
import { listClass, resourceSource, stringArgument, structSource, type FakeField } from "./fake-bindings";

const field = (source: string, name: string) => readBinding(source).fields.find((found) => found.name === name);
const rule = structSource(
  "ThingRule",
  [stringArgument("port", "R")],
  listClass("ThingRuleList", "ComplexList", "ThingRuleOutputReference"),
);

describe("readBinding", () => {
  test("reads flags of arguments and results in order", () => {
    const { type, fields } = readBinding(
      resourceSource("aws_thing", [
        stringArgument("name", "R"),
        stringArgument("label", "OC"),
        { name: "arn", flags: "C" },
      ]),
    );
    expect(type).toBe("aws_thing");
    expect(fields).toEqual([
      expect.objectContaining({ name: "name", required: true, optional: false, computed: false }),
      expect.objectContaining({ name: "label", required: false, optional: true, computed: true }),
      expect.objectContaining({ name: "arn", required: false, optional: false, computed: true }),
    ]);
    for (const { shape, isBlock } of fields) expect([shape, isBlock]).toEqual([{ is: "string" }, false]);
  });

  test("takes the kind of a collection from the entry of an argument, not from its getter", () => {
    const ids: FakeField = {
      name: "ids",
      flags: "O",
      getter: "this.getListAttribute('ids')",
      entry: ["cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._ids)", "set"],
    };
    expect(field(resourceSource("aws_thing", [ids]), "ids")?.shape).toEqual({ is: "set", of: { is: "string" } });
  });

  test("tells a single block from an attribute by the generator's note", () => {
    const single = (text?: readonly string[]) => {
      const entry = ["thingRuleToHclTerraform(this._rule.internalValue)", "struct"] as const;
      const fields = [{ name: "rule", flags: "O", text, entry }];
      return field(rule + resourceSource("aws_thing", fields), "rule");
    };
    expect(single(["rule block"])).toMatchObject({ isBlock: true, isOnlyOne: false });
    expect(single()).toMatchObject({ isBlock: false });
    expect(single(["Each rule is a rule block"])).toMatchObject({ isBlock: false });
    expect(single(["first line", "rule block"])).toMatchObject({ isBlock: false });
  });

  test("does not take a map of strings for a block, whatever its description", () => {
    const tags: FakeField = {
      name: "tags",
      flags: "O",
      text: ["tags block"],
      entry: ["cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(this._tags)", "map"],
    };
    expect(field(resourceSource("aws_thing", [tags]), "tags")?.isBlock).toBe(false);
  });

  test("finds structs of results by their list classes", () => {
    const results: FakeField[] = [
      { name: "rules", flags: "C", getter: 'new ThingRuleList(this, "rules", true)' },
      { name: "only", flags: "C", getter: 'new ThingRuleOutputReference(this, "only")' },
    ];
    const { fields, structs } = readBinding(rule + resourceSource("aws_thing", results));
    const struct = { is: "struct", name: "ThingRule" };
    expect(fields.map(({ shape }) => shape)).toEqual([{ is: "set", of: struct }, struct]);
    expect(structs.get("ThingRule")).toEqual([expect.objectContaining({ name: "port", required: true })]);
  });

  test("reads maps of objects, and lists in maps", () => {
    const classes = [
      listClass("ThingRuleMap", "ComplexMap", "ThingRuleOutputReference"),
      listClass("ThingRuleListMap", "ComplexMap", "ThingRuleList"),
    ];
    const results: FakeField[] = [
      { name: "by_name", flags: "C", getter: 'new ThingRuleMap(this, "by_name")' },
      { name: "lists", flags: "C", getter: 'new ThingRuleListMap(this, "lists")' },
    ];
    const { fields } = readBinding(rule + classes.join("") + resourceSource("aws_thing", results));
    const struct = { is: "struct", name: "ThingRule" };
    expect(fields.map(({ shape }) => shape)).toEqual([
      { is: "map", of: struct },
      { is: "map", of: { is: "list", of: struct } },
    ]);
  });

  test("reads the config interface that the constructor names", () => {
    const single = {
      name: "rule",
      flags: "O",
      text: ["rule block"],
      entry: ["thingRuleToHclTerraform(this._rule)", "struct"] as const,
    };
    const renamed = resourceSource("aws_thing", [single]).replaceAll("ThingConfig", "ThingConfigA");
    const { fields, structs } = readBinding(rule + renamed);
    expect(fields).toEqual([expect.objectContaining({ name: "rule", isBlock: true })]);
    expect([...structs.keys()]).toEqual(["ThingRule"]);
  });

  test("reads structs without a class from their interface", () => {
    const withoutClass = rule.slice(0, rule.indexOf("export class"));
    const more = structSource("ThingTag", [stringArgument("key", "R"), stringArgument("value")]);
    const source =
      withoutClass + more.slice(0, more.indexOf("export class")) + resourceSource("aws", [], "TerraformProvider");
    const { structs } = readBinding(source);
    expect(structs.get("ThingTag")).toEqual([
      expect.objectContaining({
        name: "key",
        required: true,
        optional: false,
        computed: false,
        shape: { is: "string" },
      }),
      expect.objectContaining({ name: "value", required: false, optional: true, computed: false }),
    ]);
  });

  test("fails where a struct has arguments that its interface does not describe", () => {
    const struct = rule.slice(0, rule.indexOf("export class")).replace("  /**\n", "");
    expect(() => readBinding(struct + resourceSource("aws_thing", []))).toThrow(
      "aws_thing (ThingRule): arguments that are not described",
    );
  });

  test("fails where an argument is not synthesized", () => {
    const source = resourceSource("aws_thing", [{ name: "name", flags: "O" }]);
    expect(() => readBinding(source)).toThrow("aws_thing.name: an argument that is not synthesized");
  });

  test("fails where a result has an unknown getter, and says which", () => {
    const source = structSource("ThingRule", [{ name: "at", flags: "C", getter: "this.getDateAttribute('at')" }]);
    expect(() => readBinding(source + resourceSource("aws_thing", []))).toThrow(
      "aws_thing (ThingRule).at: unknown getter: this.getDateAttribute('at')",
    );
  });

  test("fails where there is no resource", () => {
    expect(() => readBinding(rule)).toThrow("No resource, data source or provider is declared here");
  });
});
