import { type ConfigError } from "../../../../config/kernel/issues";
import { environmentTable, loadWritten, writtenNames } from "../../../../scripts/lib/environments/environment-table";
import { NOW } from "../../../helpers/environment";

const failure = (load: () => unknown) => {
  try {
    environmentTable(load);
  } catch (error) {
    return (error as ConfigError).environments;
  }
  throw new Error("the table is well");
};

test("the shipped environments load, by name and all of them", () => {
  expect(writtenNames()).toEqual(expect.arrayContaining(["dev", "research"]));
  expect(loadWritten(["dev"], NOW).map(({ resolved }) => resolved.name)).toEqual(["dev"]);
});

test("a mistake in the table is a problem of its file, with its place", () => {
  const text = 'Transform failed with 1 error:\n/r/config/environments/index.ts:3:4: ERROR: Unexpected "}"';
  const broken = () => {
    throw new Error(text);
  };
  expect(failure(broken)).toEqual([
    {
      environment: "config/environments/index.ts",
      issues: [
        {
          path: [],
          message: 'the file cannot be loaded: Unexpected "}"',
          place: { file: "/r/config/environments/index.ts", line: 3, column: 4 },
        },
      ],
    },
  ]);
});

test.each([[{}], [{ ENVIRONMENTS: 7 }], [{ ENVIRONMENTS: null }]])("a file that exports %j has no table", (exported) =>
  expect(failure(() => exported)[0]?.issues[0]?.hint).toContain("export const ENVIRONMENTS"),
);
