import { rehearseCommand } from "../../../../scripts/commands/rehearse/command";
import { captured } from "../../../helpers/captured";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();

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

test("with --prepared nothing is begun where something would be built or pulled, and all of it is named", async () => {
  process.env["XDG_CACHE_HOME"] = temporary();
  process.env["PATH"] = "/nowhere";
  delete process.env["HELM"];
  delete process.env["RAILYARD_CONTROL_PLANES"];
  const { code, printed } = await run(["dev", "--cluster", "--prepared"]);
  expect(code).toBe(1);
  expect(printed).toMatch(/^NOT TRIED: dev\..*\n.*no Helm.*\n.*control plane of Kubernetes.*\n.*kube-prometheus-stack/);
  const json = await run(["dev", "--cluster", "--prepared", "--json"]);
  expect(JSON.parse(json.printed)).toEqual({
    notTried: ["dev"],
    lacking: [expect.any(String), expect.any(String), expect.any(String)],
  });
});

test.each([
  [["dev", "--prepared"], "it needs --cluster"],
  [["dev", "--cluster", "--prepared", "--from", "HEAD"], "leave out --from"],
])("%j is refused", async (args, words) => {
  const { code, errors } = await run(args);
  expect(code).toBe(1);
  expect(errors).toContain(words);
});
