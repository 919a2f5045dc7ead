import { chartsCommand } from "../../../../scripts/dev/charts/command";
import { captured } from "../../../helpers/captured";

function run(...args: string[]) {
  const { context, texts } = captured(`${__dirname}/../../../..`, new Date("2026-11-21T12:00:00Z"));
  return { code: chartsCommand(args, context), ...texts() };
}

test("tells how it is used", () => {
  const { code, printed } = run("--help");
  expect(code).toBe(0);
  expect(printed).toContain("npx railyard charts --dir <folder> research");
});

test.each(["--dir", "--schemas"])("fails when %s is no folder", (option) => {
  const { code, errors } = run(option, "/no/such/folder");
  expect(code).toBe(1);
  expect(errors).toContain(`${option}: there is no folder /no/such/folder`);
});

test("fails on options and environments that do not exist", () => {
  expect(run("--folder", "x")).toMatchObject({ code: 1, errors: expect.stringContaining("--folder") });
  expect(run("no-such-environment")).toMatchObject({
    code: 1,
    errors: expect.stringContaining('there is no environment "no-such-environment"'),
  });
});
