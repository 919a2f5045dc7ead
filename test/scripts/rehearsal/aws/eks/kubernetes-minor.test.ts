import { ALLOWED_SKEW, minorOf } from "../../../../../scripts/rehearsal/aws/eks/kubernetes-minor";

test.each([
  ["1.36", 36],
  ["v1.36.4-eksbuild.1", 36],
  ["1.9.1", 9],
  ["2.1", null],
  ["1.36beta", null],
  ["latest", null],
  [null, null],
])("reads the minor of %p: %p", (version, minor) => {
  expect(minorOf(version)).toBe(minor);
});

test("lets nodes be three minors behind", () => {
  expect(ALLOWED_SKEW).toBe(3);
});
