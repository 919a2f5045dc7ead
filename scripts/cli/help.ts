import { COMMANDS } from "../commands";

/** Commands in the order of an environment's life. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  "Write config": ["fork", "upstream", "unfork", "explain", "describe", "rules"],
  "Check it, with no cloud account": ["synth", "rehearse", "review", "diff", "policy", "charts", "slurm-check"],
  "Check it against machine and account": ["doctor", "preflight"],
  "Run it": ["bootstrap", "deploy", "fabric-job", "adopt", "upgrade", "destroy", "orphans"],
  Leave: ["export", "cdktn"],
  "Work on Railyard": ["schema", "ci", "completion"],
};

/** What `railyard` alone prints. */
export function help(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const groups = Object.entries(GROUPS).map(([title, names]) =>
    [
      title,
      ...names.filter((name) => name in COMMANDS).map((name) => `  ${name.padEnd(width)}  ${COMMANDS[name]?.summary}`),
    ].join("\n"),
  );
  return [
    "npx railyard <command> [arguments]",
    "One typed config file in, a GPU supercomputer on AWS out.",
    ...groups,
    `npx railyard <command> --help tells more, with examples and exit codes; npx railyard help <command> is the same.
Exit code: 0 it went well; 1 something is wrong, in words on stderr; 2 it went well, and the answer is no: a danger that
nobody has acknowledged, a check that failed; 130 and 143 interrupted. Nothing is printed in colour.`,
  ].join("\n\n");
}
