import { withoutTokenTraces } from "../../../../scripts/lib/synth/token-traces";

/** As cdktf captures a trace: on an object that is no error. */
function trace(): string {
  const object = { stack: "" };
  Error.captureStackTrace(object);
  return object.stack;
}

test("traces on plain objects are empty inside, and come back after", () => {
  expect(withoutTokenTraces(trace)).toBe("");
  expect(trace()).toMatch(/\n +at /);
});

test("errors keep their trace", () => {
  const { stack } = withoutTokenTraces(() => new Error("boom"));
  expect(stack).toContain("boom");
  expect(stack).toContain("token-traces.test");
});

test("errors that are told where they begin have their trace too", () => {
  const error = new Error("boom");
  error.stack = "";
  withoutTokenTraces(() => Error.captureStackTrace(error));
  expect(error.stack).toContain("token-traces.test");
});

test("what throws is thrown, and traces come back", () => {
  expect(() =>
    withoutTokenTraces(() => {
      throw new RangeError("boom");
    }),
  ).toThrow(RangeError);
  expect(trace()).not.toBe("");
});
