import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { awsAccess, type AwsAccess } from "../../scripts/lib/aws/access";
import { Replayer } from "../../scripts/lib/aws/answers";
import { Kubectl } from "../../scripts/lib/kubernetes/kubectl";
import { PLAN } from "./plan";
import { writeProgram } from "./terraform";

/** A program that notes each call in `<name>.calls`, one a line, and answers as a `case` of bash on `$*` says. */
export function fakeProgram(folder: string, name: string, cases: string) {
  const calls = join(folder, `${name}.calls`);
  const file = writeProgram(folder, name, `cd "$(dirname "$0")"; echo "$*" >>${calls}\ncase "$*" in\n${cases}\nesac`);
  return {
    file,
    /** What it was asked, without what every call has. */
    calls: (): string[] =>
      existsSync(calls)
        ? readFileSync(calls, "utf8")
            .trim()
            .split("\n")
            .map((line) => line.replace(/^--kubeconfig \S+ --request-timeout=30s /, ""))
        : [],
  };
}

/**
 * Waits for a signal for as long as it takes, in a program of bash with a trap. It waits for no child in the foreground: when
 * such a child ends by itself just as SIGINT comes, bash takes the signal for handled, and never runs its trap.
 * @see https://www.gnu.org/software/bash/manual/html_node/Signals.html
 */
export const WAIT_FOR_SIGNAL = "while :; do sleep 60 & wait $!; done";

/** An environment in which programs of a folder come first. */
export const withPath = (folder: string): Record<string, string | undefined> => ({
  ...process.env,
  CHECKPOINT_DISABLE: "1",
  PATH: `${folder}:${process.env["PATH"]}`,
});

/** A plan as Terraform shows it, of resources that are created, updated, deleted or replaced. */
export function planJson(
  changes: Readonly<
    Record<string, { actions: readonly string[]; before?: object; replace_paths?: readonly (readonly string[])[] }>
  >,
): { resource_changes: object[] } {
  return {
    ...PLAN,
    resource_changes: Object.entries(changes).map(([address, { actions, before = {}, ...more }]) => ({
      address,
      mode: "managed",
      type: address.split(".")[0],
      name: address.split(".")[1],
      change: {
        actions,
        before: actions[0] === "create" ? null : before,
        after: actions.at(-1) === "delete" ? null : {},
        ...more,
      },
    })),
  };
}

/** One call to AWS and its answer, or the error that it ends with. */
export interface Answer {
  /** As in `FSx DescribeDataRepositoryTasks`. */
  readonly call: string;
  readonly input?: object;
  readonly output?: object;
  readonly error?: { readonly name: string; readonly message: string; readonly status: number };
}

/** AWS that answers as written; the same call gets its answers in their order, and the last one again. */
export function recordedAws(answers: readonly Answer[]): AwsAccess {
  const recording = {
    format: 1,
    takenAt: "2026-11-21T12:00:00.000Z",
    answers: answers.map(({ call, input = {}, ...answer }) => {
      const [service, operation] = call.split(" ");
      return { service, operation, region: "us-east-1", input, ...answer };
    }),
  };
  return awsAccess({ region: "us-east-1", answers: new Replayer(JSON.stringify(recording), "answers.json"), env: {} });
}

/** A cluster whose answers are the cases of a fake kubectl; what waits for it gives up after `seconds`. */
export function drainingCluster(at: string, cases: string, { cancelJobs = false, seconds = 60 } = {}) {
  const { calls } = fakeProgram(at, "kubectl", cases);
  const printed: string[] = [];
  const kubectl = new Kubectl({ cluster: ["--kubeconfig", "/k"], folder: at, env: withPath(at) });
  const patience = {
    pollSeconds: 0.001,
    deadline: Date.now() + seconds * 1000,
    tell: (text: string) => printed.push(text),
  };
  return { at, calls, printed, props: { kubectl, cancelJobs, patience } };
}
