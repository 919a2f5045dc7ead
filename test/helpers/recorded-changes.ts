import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkEnvironment } from "../../config/check";
import { droppedSince } from "../../scripts/rehearsal/rehearse";
import { readStacks } from "../../scripts/lib/terraform/order";
import { configChanges } from "../../scripts/review/config-changes";
import { withProblems } from "../../scripts/review/gather";
import type { Finding, Review, ReviewInput, Verdict } from "../../scripts/review/model";
import { markdown } from "../../scripts/review/render/markdown";
import { review } from "../../scripts/review/review";
import { stacksIn } from "../../scripts/review/synthesized";
import { synthesizeInto } from "../../scripts/lib/synth/synthesize";
import type { CodeChange } from "./code-changes";
import { NOW, sample, type Change } from "./environment";
import { rehearseOn, running } from "./running-environment";
import type { Json } from "./synth";
import { testWithTerraform } from "./terraform";

/** A finding that must be told: its section, how grave it is, and words of its title, details and address. */
export type Expected = readonly [section: Finding["section"], severity: Finding["severity"], ...words: RegExp[]];

/** What an engineer who knows GPU clusters would say to a change. */
export interface Judgement {
  readonly verdict: Verdict;
  /** Addresses of all dangers, without the environment and without hashes. @default - there is none */
  readonly dangers?: readonly string[];
  /** What must be told, dangers or not. */
  readonly findings?: readonly Expected[];
  /** Whether nothing may be told: nobody should have to read of it. @default false */
  readonly silent?: true;
  /** Words of the problems, one each. @default - there is none */
  readonly problems?: readonly RegExp[];
}

/** A change of an environment that runs. */
export interface RecordedChange extends Judgement {
  readonly name: string;
  /** What changes in config, merged over the base. */
  readonly config?: Change;
  /** What changes in the code: the stacks as another commit would synthesize them. */
  readonly code?: CodeChange;
  /** Rules that refuse it before there is a plan. @default - there is none */
  readonly rules?: readonly string[];
  /** Nothing is applied, where Terraform does two things in no order and what AWS says is chance. @default false */
  readonly planOnly?: boolean;
}

/** What a rehearsal of a change has found. */
export interface Rehearsed {
  readonly input: ReviewInput;
  readonly problems: readonly string[];
}

/** One test for each change of an environment that is brought about once. */
export function recordedChanges(base: Change, changes: readonly RecordedChange[]): void {
  for (const change of changes)
    testWithTerraform(`${change.name}: ${change.verdict}`, async () => {
      const { input, problems } = await rehearsed(base, change);
      expectReview(() => withProblems(review(input), problems), change);
    });
}

/** Plans of a change, as Terraform makes them on top of what runs. */
export async function rehearsed(
  base: Change,
  { config = {}, code = () => {}, rules = [], planOnly = false }: Omit<Partial<RecordedChange>, keyof Judgement>,
): Promise<Rehearsed> {
  const before = await running(base);
  const after = sample(config, NOW, base);
  const errors = checkEnvironment(after.config, after.env, NOW).active.filter(({ severity }) => severity === "error");
  expect(errors.map(({ rule }) => rule)).toEqual(rules);
  const synth = mkdtempSync(join(tmpdir(), "synth-"));
  try {
    if (Object.keys(config).length > 0) synthesizeInto([after.env], synth, droppedSince(before.synthFolder, after.env));
    else cpSync(before.synthFolder, synth, { recursive: true });
    edit(synth, after.env.name, code);
    const { stacks, problems } = await rehearseOn(before, after.env, synth, planOnly);
    const input: ReviewInput = {
      environment: after.env.name,
      before: before.env,
      after: after.env,
      config: configChanges(plain(before.config), plain(after.config)),
      stacks,
      synthesized: { before: stacksIn(before.synthFolder), after: stacksIn(synth) },
      asked: "rehearsal",
      acknowledgements: [],
      now: NOW,
    };
    return { input, problems };
  } finally {
    rmSync(synth, { recursive: true, force: true });
  }
}

function edit(synth: string, environment: string, code: CodeChange): void {
  const files = readStacks(synth).map(({ name }) => {
    const file = join(synth, "stacks", name, "cdk.tf.json");
    const text = readFileSync(file, "utf8");
    return { role: name.slice(environment.length + 1), file, before: JSON.stringify(JSON.parse(text)), text };
  });
  const stacks = Object.fromEntries(files.map(({ role, text }) => [role, JSON.parse(text) as Json]));
  code(stacks);
  for (const { role, file, before } of files)
    if (JSON.stringify(stacks[role]) !== before) writeFileSync(file, JSON.stringify(stacks[role], null, 2));
}

/** As JSON has it. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

/** Whether a review says what it must, always the same, and where a reviewer reads it. */
export function expectReview(read: () => Review, { verdict, dangers = [], problems = [], ...judged }: Judgement): void {
  const found = read();
  const grave = found.findings.filter(({ severity }) => severity === "danger");
  expect({ verdict: found.verdict, problems: found.problems, dangers: grave.map(called).sort() }).toEqual({
    verdict,
    problems: problems.map((words) => expect.stringMatching(words) as unknown),
    dangers: [...dangers].sort(),
  });
  for (const expected of judged.findings ?? []) expectFinding(found, expected);
  if (judged.silent) expect(outline(found)).toBe("");
  expect(read()).toEqual(found);
  const text = markdown([found]);
  expect(text.length).toBeLessThan(65_536);
  for (const { address } of grave) expect(text).toContain(address);
}

function expectFinding(found: Review, [section, severity, ...words]: Expected): void {
  const texts = found.findings
    .filter((one) => one.section === section && one.severity === severity)
    .map(({ title, details, safer = [], address = "" }) =>
      [title, ...details, ...safer.flatMap(({ text, command = "" }) => [text, command]), address].join("\n"),
    );
  if (texts.some((text) => words.every((word) => word.test(text)))) return;
  throw new Error(`Not told: ${section} ${severity} ${words.join(" ")}, but:\n${outline(found)}`);
}

/** `nodes.aws_eks_node_group.group-h100_node-group` */
function called({ address = "" }: Finding): string {
  return address.replace(/^[a-z0-9]+-/, "").replace(/_[0-9A-F]{8}(?=$|\[)/, "");
}

/** All that is told, a line each. */
function outline({ findings }: Review): string {
  return findings
    .map(({ section, severity, title, address = "" }) => `${section} ${severity}: ${title} ${address}`)
    .join("\n");
}
