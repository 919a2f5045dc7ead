import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CDKTN_VERSION, movedPackage } from "../../../../scripts/dev/cdktn/moved-package";
import { ROOT } from "../../../helpers/process";

const GOOD = { name: "x", dependencies: { cdktf: "0.21.0", constructs: "10.7.2", zod: "4.6.7" } };
const text = (change: object = {}) => `${JSON.stringify({ ...GOOD, ...change }, null, 2)}\n`;
const dependencies = (change: object) => text({ dependencies: { ...GOOD.dependencies, ...change } });

test("changes two lines, and leaves the rest and its order as they are", () => {
  const before = text({ overrides: { "unrs-resolver": "1.12.2" } });
  expect(movedPackage(before)).toBe(
    before
      .replace('"cdktf": "0.21.0"', `"cdktf": "npm:cdktn@${CDKTN_VERSION}"`)
      .replace('"1.12.2"', '"1.12.2",\n    "cdktf": "$$cdktf"'),
  );
});

test("adds overrides where there are none", () => {
  expect(JSON.parse(movedPackage(text()))).toMatchObject({ name: "x", overrides: { cdktf: "$cdktf" } });
});

test("moves the project itself", () => {
  const moved = movedPackage(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(JSON.parse(moved).dependencies).toMatchObject({ cdktf: "npm:cdktn@0.24.0", "@cdktf/provider-aws": "21.22.1" });
});

test.each<[string, string, RegExp]>([
  ["no JSON", "{", /package\.json is not JSON: line 1, column 2: /],
  ["no CDKTF", dependencies({ cdktf: undefined }), /no dependency cdktf/],
  ["a moved project", movedPackage(text()), /has CDK Terrain already: "cdktf": "npm:cdktn@0\.24\.0"/],
  [
    "another release",
    dependencies({ cdktf: "0.20.11" }),
    /proven from cdktf 0\.21\.0, and package\.json has 0\.20\.11/,
  ],
  ["a range", dependencies({ cdktf: "^0.21.0" }), /has \^0\.21\.0: pin that first/],
  [
    "newer constructs",
    dependencies({ constructs: "10.8.1" }),
    /needs constructs >=10\.6\.0 <10\.8\.0, and .* 10\.8\.1/,
  ],
  ["no constructs", dependencies({ constructs: undefined }), /package\.json has none/],
  ["an override", text({ overrides: { cdktf: "0.21.0" } }), /overrides cdktf already \("0\.21\.0"\)/],
])("fails on %s", (_what, before, message) => {
  expect(() => movedPackage(before)).toThrow(message);
});
