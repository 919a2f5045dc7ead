import { quotedWord } from "../../../constructs/core/shell-word";
import type { Shown } from "../../review/model";
import { code, row } from "../../review/render/markdown-text";
import { oneLine } from "../../lib/terminal/visible";
import type { DriftCause, DriftLine, StackDrift } from "./drift-lines";

export interface DriftTextProps {
  readonly environment: string;
  readonly commit: string;
  readonly runUrl: string;
  readonly stacks: readonly StackDrift[];
}

/** Finds the issue of an environment. */
export const driftMarker = (environment: string): string => `<!-- railyard-drift:${environment} -->`;

/** Characters that GitHub takes; counted in bytes, a text is never shorter. */
const LIMIT_BYTES = 65_536;
/** What is kept for the word on what does not fit. */
const LEFT_OUT_BYTES = 400;
const VALUE_CHARACTERS = 200;

/** Something is not as the code says. */
export const hasDrifted = (stacks: readonly StackDrift[]): boolean =>
  stacks.some(({ lines, missing }) => missing || lines.length > 0);

/** The issue of an environment: a block for each resource, with the command that brings both sides together. */
export function driftText(props: DriftTextProps): string {
  const { environment, commit, runUrl, stacks } = props;
  const leftOut = stacks.reduce((sum, stack) => sum + stack.leftOut, 0);
  const head = [
    driftMarker(environment),
    `What runs is not what the code of ${code(environment)} says, as of commit ${code(commit.slice(0, 12))} ([run](${runUrl})).`,
    "Before any of these commands, as the account's deploy role:",
    `\`\`\`sh\nnpm ci && npm run synth -- ${environment}\n\`\`\``,
    ...(leftOut ? [`Left out: ${leftOut} differences that are expected, or that the code says nothing of.`] : []),
  ];
  const blocks = stacks.flatMap((stack) => stackBlocks(stack, environment));
  return fitted(head, blocks);
}

function fitted(head: readonly string[], blocks: readonly string[]): string {
  const kept = [...head];
  let bytes = Buffer.byteLength(head.join("\n\n")) + LEFT_OUT_BYTES;
  for (const [index, block] of blocks.entries()) {
    bytes += Buffer.byteLength(block) + 2;
    if (bytes > LIMIT_BYTES) {
      kept.push(`**${blocks.length - index} more** do not fit here: they are in the log of the run.`);
      break;
    }
    kept.push(block);
  }
  return `${kept.join("\n\n")}\n`;
}

function stackBlocks({ stack, missing, lines }: StackDrift, environment: string): string[] {
  if (missing) return [`### ${code(stack)}\n\nNothing of it is there. ${deployText(environment)}`];
  return lines.map((line, index) =>
    [...(index ? [] : [`### ${code(stack)}`]), lineBlock(line, stack, environment)].join("\n\n"),
  );
}

const CAUSES: Readonly<Record<DriftCause, string>> = {
  "changed-outside": "was changed outside of the code",
  "removed-outside": "was removed outside of the code",
  "not-deployed": "differs since the code changed, and that was not deployed",
};

const DEPLOYING: Readonly<Record<DriftLine["action"], string>> = {
  create: "makes it anew, empty",
  update: "changes it back in place",
  replace: "**replaces** it",
  delete: "**deletes** it",
};

function lineBlock(line: DriftLine, stack: string, environment: string): string {
  const { address, cause, action, attributes } = line;
  const effect = cause === "not-deployed" && action === "update" ? "changes it in place" : DEPLOYING[action];
  return [
    `**${code(address)}** ${CAUSES[cause]}. Deploying ${effect}.`,
    ...(attributes.length ? [attributeTable(line)] : []),
    ...(cause === "not-deployed"
      ? [deployText(environment)]
      : [revert(address, stack), adopt(line, stack, environment)]),
  ].join("\n\n");
}

function attributeTable({ attributes }: DriftLine): string {
  const rows = attributes.map(({ path, real, code: desired }) => row([code(path), shown(real), shown(desired)]));
  return `${row(["attribute", "runs", "code"])}${row(["---", "---", "---"])}${rows.join("")}`.trimEnd();
}

function shown(value: Shown): string {
  if (value.kind === "value") return code(valueText(value.value), VALUE_CHARACTERS);
  return { unknown: "(known after apply)", secret: "(secret)", absent: "(none)" }[value.kind];
}

const valueText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

function revert(address: string, stack: string): string {
  return `Revert, so that it is as the code says:\n${command(stack, "apply", address)}`;
}

function adopt({ cause, address }: DriftLine, stack: string, environment: string): string {
  if (cause === "removed-outside")
    return `Adopt, so that it stays away: take it out of the code, then let the state forget it:\n${command(stack, "apply -refresh-only", address)}`;
  const where = `\`config/environments/${environment}.ts\``;
  return (
    `Adopt, so that it stays as it runs: give ${where} (or the construct) the values that run. ` +
    `This then says \`No changes\`:\n${command(stack, "plan", address)}`
  );
}

function command(stack: string, action: string, address: string): string {
  const folder = `-chdir=cdktf.out/stacks/${stack}`;
  return `\`\`\`sh\nterraform ${folder} init && terraform ${folder} ${action} -target=${quoted(address)}\n\`\`\``;
}

/** For a shell. A backtick would end the block that the command stands in, and no address has one. */
const quoted = (address: string): string => quotedWord(address.replace(/ \(deposed \w+\)$/, "").replaceAll("`", ""));

const deployText = (environment: string): string =>
  `Deploy it:\n\`\`\`sh\ngh workflow run deploy.yml -f environments=${environment}\n\`\`\``;

/** One line for a log. */
export function driftLogLine(stack: string, { address, cause, attributes }: DriftLine): string {
  const paths = attributes.map(({ path }) => path).join(", ");
  return oneLine(`${stack}.${address} ${CAUSES[cause]}${paths && `: ${paths}`}`);
}

export const issueTitle = (environment: string): string => `Drift: ${environment}`;
