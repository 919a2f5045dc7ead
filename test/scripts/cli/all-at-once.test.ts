import { join } from "node:path";
import { railyard } from "../../helpers/in-process";
import { ROOT } from "../../helpers/process";

// another format than what they would replace
const TAKEN = join(ROOT, "package.json");

/** Commands with several words that cannot be, and what is told of each: nobody is asked before all of it is. */
const WRONG: readonly (readonly [args: string, texts: readonly string[]])[] = [
  [
    "restore research database --copy foo/day-8 --at 2099-01-01T00:00 --new-volume --lose-newer dev --record TAKEN --timeout x",
    [
      "--timeout is a number of minutes",
      "give one of them",
      '--copy "foo/day-8" is no name of a copy of the accounting database: there are latest, day-1 (Monday) to day-7',
      "--at 2099-01-01T00:00: that has not been yet",
      "--new-volume is for the queue",
      '--lose-newer is "dev"',
      "--yes-restore research says that it is meant",
      "--record",
    ],
  ],
  [
    "restore research queue --copy day-1 --at 2026-01-01T00:00 --yes-restore dev --plan",
    [
      '--copy "day-1" is no name of a copy of the queue: there are latest and hour-00 to hour-23',
      "--at is for the database",
      '--yes-restore is "dev"',
      "give one of them",
    ],
  ],
  [
    "restore nope --copy x --at y",
    ["restore takes one environment and queue or database", "--at must be a moment", "there is no environment"],
  ],
  [
    "size research --params 7B --tokens 1T --tensor 3 --nodes 16 --pool nope --html TAKEN --owned 5 --files 3",
    [
      '--pool "nope" is no pool with GPUs',
      "--html",
      "--owned, --years, --kilowatts, --power go together",
      "--files is how many files",
    ],
  ],
  [
    "size research none --tensor 3 --tokens many --years 2",
    ["--tokens", "has no workloads, and so none called", "--tensor 3 does not divide 128 GPUs", "go together"],
  ],
  ["size research --params 7B --nodes 99 --files 3", ["--nodes 99: h100 has 16 at the most", "--files is how many"]],
  [
    "fork dev research --nodes l40s=-1 --zone x=us-east-1a --context y --capacity l40s=maybe --yes",
    [
      "There is an environment research already",
      "--nodes l40s=-1",
      "--zone x=us-east-1a",
      '"maybe" is no capacity',
      "--context: only forks of",
    ],
  ],
  [
    "fork dev B_d --cidr 10.300.0.0/16 --account 12 --nodes nope=1 --yes",
    ["--cidr", "--account", "--nodes nope=1", '"B_d" cannot name an environment'],
  ],
  [
    "adopt research --efs fs-0123456789abcdef0 --efs-volume homes --plan --dry-run --record TAKEN --replay TAKEN",
    ["--plan needs what --dry-run", "--record asks AWS", "the environment has no volume of kind efs", "railyard"],
  ],
  ["adopt research --efs-volume homes --vpc vpc-1", ["--vpc must be", "--efs-volume says which volume"]],
  [
    "destroy research --stack dev-nodes --allow dev-storage.aws_x.y --keep zz-storage.aws_x.y --yes-destroy dev --drain-timeout x",
    [
      "--drain-timeout is a number of minutes",
      "--stack dev-nodes",
      "--allow dev-storage.aws_x.y",
      "--keep zz-storage.aws_x.y",
      '--yes-destroy is "dev"',
    ],
  ],
  [
    "destroy nope dev --yes-destroy dev",
    ["name one environment, not 2", '--yes-destroy is "dev"', "there is no environment"],
  ],
  [
    "orphans iron dev --allow vol-1",
    ["name one environment, not 2", "--allow and --yes say what --delete may do", "iron"],
  ],
  ["orphans dev --delete --allow  ", ["--allow needs a value", "--yes deletes without a question"]],
  [
    "rollout research nope --by magic --requeue-after x",
    [
      "--by must be one of",
      "--requeue-after is a number of minutes",
      'has no pool "nope"',
      "--yes says that it is meant",
    ],
  ],
  [
    "rollout iron dgx dev --by replace",
    ["rollout takes one environment", "--by replace: nobody replaces servers of dgx", "--yes says"],
  ],
  // words that no command has
  [
    "status dev --foo --bar=3 --watch 1 --watch 2",
    ["there is no option --foo", "there is no option --bar", "--watch is given twice"],
  ],
  ["restore research queue --nope --timeout x", ["there is no option --nope", "--timeout is a number of minutes"]],
];

test.each(WRONG)("%s", async (line, texts) => {
  const [name = "", ...args] = line.replaceAll("TAKEN", TAKEN).split(" ");
  const { code, stdout, stderr } = await railyard(name, ...args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  for (const text of texts) expect(stderr).toContain(text);
  // each once, and nothing of who would be asked next
  const lines = stderr.trim().split("\n");
  expect(new Set(lines).size).toBe(lines.length);
  expect(stderr).not.toMatch(/credential|kubeconfig|Unable to|ECONN|NaN|undefined/);
});
