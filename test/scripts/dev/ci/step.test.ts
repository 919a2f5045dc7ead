import { listedStacks, oneEnvironment, required, stepContext, words } from "../../../../scripts/dev/ci/step";
import { NOW } from "../../../helpers/environment";
import { ROOT } from "../../../helpers/process";

const context = stepContext({ root: ROOT, clock: () => NOW, print: () => {}, printError: () => {} }, {});

test("fails on an option that is missing", () => {
  expect(() => required("out", undefined)).toThrow("--out is missing");
  expect(() => required("out", "")).toThrow("--out is missing");
});

test("a step is about one environment", () => {
  expect(oneEnvironment(["dev"], context).name).toBe("dev");
  expect(() => oneEnvironment([], context)).toThrow("name one environment");
  expect(() => oneEnvironment(["dev", "research"], context)).toThrow("name one environment");
});

test("words have blanks or commas between", () => {
  expect(words(" a,b\n c ")).toEqual(["a", "b", "c"]);
  expect(words("")).toEqual([]);
});

test("stacks are listed with or without the environment's name", () => {
  const dev = oneEnvironment(["dev"], context);
  expect(listedStacks("network, dev-nodes", dev)).toEqual(["dev-network", "dev-nodes"]);
  expect(() => listedStacks("nods", dev)).toThrow("--stacks nods: dev has no stack nods.");
  expect(() => listedStacks("research-network", dev)).toThrow("dev has no stack research-network");
});
