import { lustreExports } from "../../../../scripts/commands/destroy/lustre-exports";
import type { PlanJson } from "../../../../scripts/lib/terraform/plan-json";
import { planJson, recordedAws, type Answer } from "../../../helpers/deploying";
import { sample } from "../../../helpers/environment";

const NAME = "sample-storage.aws_fsx_lustre_file_system.lustre";
const { env: environment } = sample();

const plan = (actions: string[]) =>
  planJson({
    "aws_fsx_lustre_file_system.lustre": { actions, before: { id: "fs-0123456789abcdef0" } },
  }) as unknown as PlanJson;

function exportsOf(answers: Answer[], { unexported = [] as string[], actions = ["delete"] } = {}) {
  const printed: string[] = [];
  const exports = lustreExports({
    environment,
    stacks: [{ stack: "sample-storage", plan: plan(actions) }],
    unexported,
    aws: recordedAws(answers),
    patience: { pollSeconds: 0.001, tell: (text) => printed.push(text) },
  });
  return { exports, printed };
}

const NO_LINK: Answer = {
  call: "FSx DescribeDataRepositoryAssociations",
  input: { Filters: [{ Name: "file-system-id", Values: ["fs-0123456789abcdef0"] }] },
  output: { Associations: [] },
};

test("what is outside the linked folder has no copy: that is said before", () => {
  expect(exportsOf([]).exports.warnings).toEqual([`${NAME}: what is outside /checkpoints has no copy in S3`]);
  expect(exportsOf([], { actions: ["no-op"] }).exports.warnings).toEqual([]);
});

test("fails while files are not exported, with what to type", async () => {
  const failure = exportsOf([NO_LINK]).exports.run();
  await expect(failure).rejects.toThrow(
    `${NAME} (fs-0123456789abcdef0) stays, since its files are not all in S3: it is linked to no bucket.`,
  );
  await expect(failure).rejects.toThrow(`--unexported ${NAME}. No stack was destroyed.`);
  await expect(exportsOf([NO_LINK]).exports.before("sample-storage")).rejects.toThrow(
    `--unexported ${NAME}. Nothing of sample-storage was destroyed.`,
  );
});

test("they go when that is said by name, and FSx is not asked", async () => {
  const { exports, printed } = exportsOf([], { unexported: [NAME] });
  await exports.run();
  expect(exports.warnings).toEqual([`${NAME}: its files go, in S3 or not`]);
  expect(printed).toEqual([`${NAME}: not exported, as --unexported says`]);
});

test("a file system that stays, or is no more, is not exported", async () => {
  await exportsOf([], { actions: ["no-op"] }).exports.run();
  const error = { name: "FileSystemNotFound", message: "no", status: 400 };
  const { call, input } = NO_LINK;
  const { exports, printed } = exportsOf([{ call, input: input!, error }]);
  await exports.run();
  expect(printed).toEqual([]);
});

test("before a stack goes, its own file systems are exported and no others", async () => {
  await exportsOf([]).exports.before("sample-nodes");
});
