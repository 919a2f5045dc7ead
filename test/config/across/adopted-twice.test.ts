import { loadEnvironments } from "../../../config";
import { type ConfigError } from "../../../config/kernel/issues";
import { adoptedTwice } from "../../../config/across/adopted-twice";
import { LEGAL, NOW } from "../../helpers/environment";

const side = (table: string, input: object, account: unknown = "111122223333") => ({ table, input, account });
const fileSystem = { adopt: { fileSystem: { id: "fs-0123456789abcdef0" } } };

test("tells of a resource that two environments of an account adopt", () =>
  expect(adoptedTwice(side("a", fileSystem), side("b", fileSystem))).toEqual([
    expect.objectContaining({
      path: ["adopt", "fileSystem", "id"],
      message: 'fs-0123456789abcdef0 is adopted by the environment "b" as well',
    }),
  ]));

test.each([
  ["other accounts have other resources", side("b", fileSystem, "444455556666")],
  ["other resources", side("b", { adopt: { fileSystem: { id: "fs-00000000000000001" } } })],
  ["nothing", side("b", {})],
  ["what was taken away", side("b", { adopt: null })],
  ["what is no object", side("b", { adopt: { fileSystem: "fs-0123456789abcdef0", vpc: { id: 5 } } })],
])("allows %s", (_, other) => expect(adoptedTwice(side("a", fileSystem), other)).toEqual([]));

test("an environment that follows one with something adopted must not inherit it", () => {
  const one = { ...LEGAL, adopt: { checkpointBucket: { name: "ours" } } };
  const two = { extends: one, name: "two", network: { cidr: "10.99.0.0/16" }, nodeGroups: { h100: { nodes: 1 } } };
  const load = (more: object) =>
    loadEnvironments({ sample: () => one, two: () => ({ ...two, ...more }) }, ["two"], NOW);
  const messages = (run: () => unknown) => {
    try {
      run();
    } catch (error) {
      return (error as ConfigError).environments.flatMap(({ issues }) => issues.map(({ message }) => message));
    }
    return [];
  };
  expect(messages(() => load({}))).toContainEqual('ours is adopted by the environment "sample" as well');
  expect(messages(() => load({ adopt: null })).filter((text) => text.includes("adopted"))).toEqual([]);
});
