import { shapeOfGetter, shapeOfHcl, type HclKind } from "../../../../scripts/rehearsal/schema/shape";

const string = { is: "string" };
const struct = { is: "struct", name: "VpcRule" };
const list = (of: object) => ({ is: "list", of });
const set = (of: object) => ({ is: "set", of });
const map = (of: object) => ({ is: "map", of });

describe("shapeOfHcl", () => {
  test.each<[string, HclKind, object]>([
    ["cdktf.stringToHclTerraform(this._name)", "simple", string],
    ["cdktf.numberToHclTerraform(struct!.size)", "simple", { is: "number" }],
    ["cdktf.booleanToHclTerraform(this._on)", "simple", { is: "bool" }],
    ["cdktf.anyToHclTerraform(this._definition)", "simple", { is: "anything" }],
    ["cdktf.hashMapperHcl(cdktf.anyToHclTerraform)(this._manifest)", "map", { is: "dynamic" }],
    ["cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(this._tags)", "map", map(string)],
    [
      "cdktf.hashMapperHcl(cdktf.hashMapperHcl(cdktf.numberToHclTerraform))(this._x)",
      "map",
      map(map({ is: "number" })),
    ],
    ["cdktf.hashMapperHcl(vpcRuleToHclTerraform)(this._rules.internalValue)", "map", map(struct)],
    ["struct!.port === undefined ? null : cdktf.stringToHclTerraform(struct!.port)", "simple", string],
  ])("reads %s", (value, kind, shape) => {
    expect(shapeOfHcl(value, kind)).toEqual({ shape, isOnlyOne: false });
  });

  test.each<[string, HclKind, object, boolean]>([
    ["cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._ids)", "list", list(string), false],
    ["cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._ids)", "set", set(string), false],
    ["cdktf.listMapperHcl(vpcRuleToHclTerraform, true)(this._rule.internalValue)", "set", set(struct), true],
    ["cdktf.listMapperHcl(vpcRuleToHclTerraform, false)(this._rule.internalValue)", "list", list(struct), false],
    [
      "cdktf.listMapperHcl(cdktf.hashMapperHcl(cdktf.stringToHclTerraform), false)(this._x)",
      "list",
      list(map(string)),
      false,
    ],
    [
      "struct!.ids === undefined ? null : cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(struct!.ids)",
      "set",
      set(string),
      false,
    ],
  ])("reads %s of a %s", (value, kind, shape, isBlock) => {
    expect(shapeOfHcl(value, kind)).toEqual({ shape, isBlock, isOnlyOne: false });
  });

  test("takes collections inside of others for the same as those around", () => {
    const value = "cdktf.listMapperHcl(cdktf.listMapperHcl(cdktf.stringToHclTerraform, false), false)(this._x)";
    expect(shapeOfHcl(value, "list").shape).toEqual(list(list(string)));
    expect(shapeOfHcl(value, "set").shape).toEqual(set(set(string)));
    const inMap = "cdktf.hashMapperHcl(cdktf.listMapperHcl(cdktf.stringToHclTerraform, false))(this._x)";
    expect(shapeOfHcl(inMap, "map").shape).toEqual(map(list(string)));
  });

  test("knows a block of one element at most by its missing list", () => {
    const value = "vpcRuleToHclTerraform(this._rule.internalValue)";
    expect(shapeOfHcl(value, "list")).toEqual({ shape: list(struct), isBlock: true, isOnlyOne: true });
    expect(shapeOfHcl(value, "set")).toEqual({ shape: set(struct), isBlock: true, isOnlyOne: true });
    expect(shapeOfHcl(value, "struct")).toEqual({ shape: struct, isOnlyOne: false });
  });

  test("fails on a mapper that no binding is known to have", () => {
    expect(() => shapeOfHcl("cdktf.dateToHclTerraform(this._at)", "simple")).toThrow("unknown mapper: cdktf.dateToHcl");
  });
});

describe("shapeOfGetter", () => {
  const classes: Record<string, { is: "list" | "map"; element: string }> = {
    VpcRuleList: { is: "list", element: "VpcRuleOutputReference" },
    VpcRuleMap: { is: "map", element: "VpcRuleOutputReference" },
    VpcRuleListMap: { is: "map", element: "VpcRuleList" },
    VpcRuleMapList: { is: "list", element: "VpcRuleMap" },
    VpcRuleListList: { is: "list", element: "VpcRuleList" },
  };
  const read = (getter: string) => shapeOfGetter(getter, (name) => classes[name]);

  test.each([
    ["this.getStringAttribute('arn')", string],
    ["this.getNumberAttribute('size')", { is: "number" }],
    ["this.getBooleanAttribute('on')", { is: "bool" }],
    ["this.getListAttribute('ids')", list(string)],
    ["this.getNumberListAttribute('ports')", list({ is: "number" })],
    ["this.getStringMapAttribute('tags')", map(string)],
    ["this.getAnyMapAttribute('object')", { is: "dynamic" }],
    ["cdktf.Fn.tolist(this.getListAttribute('ids'))", set(string)],
    ["cdktf.Token.asNumberList(cdktf.Fn.tolist(this.getNumberListAttribute('hours')))", set({ is: "number" })],
    ["this.interpolationForAttribute('definition')", { is: "anything" }],
    ['new cdktf.StringMap(this, "tags_all")', map(string)],
    ['new cdktf.AnyMap(this, "object")', { is: "dynamic" }],
    ['new cdktf.BooleanList(this, "on", false)', list({ is: "bool" })],
    ['new cdktf.NumberList(this, "x", true)', set({ is: "number" })],
    ['new cdktf.StringListList(this, "x", true)', set(set(string))],
    ['new cdktf.StringListMap(this, "x")', map(list(string))],
    ['new cdktf.StringMapList(this, "x", false)', list(map(string))],
    ['new VpcRuleOutputReference(this, "rule")', struct],
    ['new VpcRuleList(this, "rule", false)', list(struct)],
    ['new VpcRuleList(this, "rule", true)', set(struct)],
    ['new VpcRuleMap(this, "rule")', map(struct)],
    ['new VpcRuleListMap(this, "rule")', map(list(struct))],
    ['new VpcRuleMapList(this, "rule", true)', set(map(struct))],
    ['new VpcRuleListList(this, "rule", false)', list(list(struct))],
    ['new VpcRuleListList(this, "rule", true)', set(set(struct))],
  ])("reads %s", (getter, shape) => {
    expect(read(getter)).toEqual(shape);
  });

  test.each([
    ["this.getDateAttribute('at')", "unknown getter: this.getDateAttribute"],
    ["cdktf.Fn.tolist(this.getDateListAttribute('at'))", "unknown getter: cdktf.Fn.tolist"],
    ["this._x", "unknown getter: this._x"],
    ["", "unknown getter: "],
    ['new cdktf.DateList(this, "x", false)', "unknown class: cdktf.Date"],
    ['new VpcRouteList(this, "x", false)', "unknown class: VpcRouteList"],
  ])("fails on %s", (getter, message) => {
    expect(() => read(getter)).toThrow(message);
  });
});
