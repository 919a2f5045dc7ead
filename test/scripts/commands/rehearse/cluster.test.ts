import { rehearseCommand } from "../../../../scripts/commands/rehearse/command";
import { captured } from "../../../helpers/captured";

const run = async (args: readonly string[]) => {
  const { context, texts } = captured();
  return { code: await rehearseCommand(args, context), ...texts() };
};

test("what is said of Terraform means nothing in a cluster", async () => {
  const { code, errors } = await run(["dev", "--cluster", "--fresh", "--changed"]);
  expect(code).toBe(1);
  expect(errors).toContain("--cluster runs no Terraform: leave out --changed, --fresh");
});

test("charts are for a cluster alone", async () => {
  const { code, errors } = await run(["dev", "--charts", "."]);
  expect(code).toBe(1);
  expect(errors).toContain("it needs --cluster");
});
