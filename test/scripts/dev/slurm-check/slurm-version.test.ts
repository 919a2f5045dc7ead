import { isAtLeast, parseSlurmVersion } from "../../../../scripts/dev/slurm-check/slurm-version";

test.each([
  ["slurm-wlm 22.05.8", [22, 5]],
  ["slurm 26.05.1\n", [26, 5]],
])("reads %j", (text, version) => {
  expect(parseSlurmVersion(text)).toEqual(version);
});

test("fails on anything else", () => {
  expect(() => parseSlurmVersion("command not found")).toThrow(
    'cannot read the version of Slurm from "command not found"',
  );
});

test.each([
  [[24, 11], [24, 5], true],
  [[24, 5], [24, 5], true],
  [[24, 2], [24, 5], false],
  [[25, 1], [24, 5], true],
  [[23, 11], [24, 5], false],
] as const)("%j is at least %j: %s", (version, least, answer) => {
  expect(isAtLeast(version, least)).toBe(answer);
});
