import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Fn, TerraformStack, Testing, Token, Tokenization } from "cdktf";
import ofCdktf = require("cdktf/lib/tokens/private/resolve");
import { plainFirst, withPlainValues } from "../../../../scripts/lib/synth/plain-values";
import { buildEnvironment } from "../../../../stacks/environment";
import { shipped } from "../../../helpers/stacks";

/** What cdktf does by itself: the tests have its quick form. */
const resolve: typeof Tokenization.resolve = (value, { scope, resolver, preparing = false }) =>
  ofCdktf.resolve(value, { scope, resolver, preparing, prefix: [] }) as unknown;
const quick = plainFirst(resolve);

/** What both say of a value: the result, or the words of the refusal. */
function both(value: unknown): { plain: unknown; whole: unknown } {
  const stack = new TerraformStack(Testing.app(), "test");
  const outcomeOf = (one: typeof resolve) => {
    try {
      return { value: one.call(Tokenization, value, options(stack)) as unknown };
    } catch (error) {
      return { refused: (error as Error).message };
    }
  };
  return { plain: outcomeOf(quick), whole: outcomeOf(resolve) };
}

let options: (scope: TerraformStack) => Parameters<typeof resolve>[1];

beforeAll(() => {
  // the resolver that cdktf itself uses
  let used: Parameters<typeof resolve>[1] | undefined;
  const watch = jest.spyOn(Tokenization, "resolve").mockImplementation((value: unknown, given) => {
    used = given;
    return value;
  });
  new TerraformStack(Testing.app(), "test").toTerraform();
  watch.mockRestore();
  options = (scope) => ({ ...used!, scope });
});

const ref = () => Token.asString({ resolve: () => "made" });

test.each<[string, () => unknown]>([
  ["texts, numbers, switches and nothing", () => ["a", 0, 7.5, true, null, "us-east-1", "1e5", "${x} %{y}"]],
  ["what is undefined", () => ({ a: undefined, b: [undefined, 1], c: {}, d: [] })],
  ["negative numbers", () => ({ a: -1, b: [-2, { c: -3 }], d: Number.NaN })],
  ["dates", () => [new Date(0)]],
  ["a token in a text, a key and a list", () => ({ [`a-${ref()}`]: [`b ${ref()}`, { c: ref() }] })],
  ["a token that is a value", () => ({ a: { resolve: () => ({ b: ref(), c: undefined }) } })],
  ["a list that is a token", () => ({ a: Token.asList({ resolve: () => ["x", "y"] }) })],
  ["numbers that are tokens", () => ({ a: Token.asNumber({ resolve: () => 3 }), b: [`${Token.asNumber("x")}`] })],
  ["lists of numbers and maps that are tokens", () => [Token.asNumberList(ref()), Token.asStringMap(ref())]],
  ["a value that stands for a map of texts", () => ({ a: "String Map Token Value" })],
  ["a value that stands for a map", () => ({ a: ["Any Map Token Value"] })],
  ["a value that stands for a map of numbers", () => [{ a: -123456789 }]],
  ["a function of Terraform", () => ({ a: Fn.join("-", [ref(), "b"]) })],
  ["a list token in a text", () => ({ a: { b: [Token.asList(ref())[0], "c"] } })],
  ["a function", () => ({ a: { b: () => 1 } })],
  ["a construct", () => ({ a: [new TerraformStack(Testing.app(), "other")] })],
  ["what is in itself", () => ring()],
])("%s: as cdktf resolves it", (_, value) => {
  const { plain, whole } = both(value());
  expect(plain).toEqual(whole);
});

function ring(): unknown {
  const one: Record<string, unknown> = {};
  one.one = one;
  return one;
}

/** Builds and synthesizes, and compares each of the values that cdktf resolves on the way. @returns how many */
function compared(env: Parameters<typeof buildEnvironment>[1]): number {
  let count = 0;
  const watch = jest.spyOn(Tokenization, "resolve").mockImplementation((value: unknown, given) => {
    count += 1;
    const whole = resolve.call(Tokenization, value, given) as unknown;
    expect(JSON.stringify(quick(value, given))).toBe(JSON.stringify(whole));
    return whole;
  });
  try {
    const app = new App({ outdir: mkdtempSync(join(tmpdir(), "plain-")) });
    buildEnvironment(app, env);
    app.synth();
    return count;
  } finally {
    watch.mockRestore();
  }
}

test("every value of a shipped environment, in the order that Terraform reads it", () => {
  for (const { resolved } of shipped()) expect(compared(resolved)).toBeGreaterThan(500);
});

test("cdktf has its own again afterwards, also after an error", () => {
  const { resolve: before } = Tokenization;
  expect(withPlainValues(() => Tokenization.resolve)).not.toBe(before);
  expect(() =>
    withPlainValues(() => {
      throw new RangeError("boom");
    }),
  ).toThrow(RangeError);
  expect(Tokenization.resolve).toBe(before);
});
