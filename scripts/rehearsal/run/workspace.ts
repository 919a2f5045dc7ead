import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ExpectedError } from "../../lib/errors/expected-error";
import { isGuarded, liftedResources, protectingArguments } from "../../lib/terraform/protection";
import {
  ownLocation,
  readStack,
  resourcesOf,
  stackFolder,
  stateLocation,
  type RemoteState,
  type StackJson,
} from "../../lib/terraform/stack-json";

/**
 * What an override takes from the protection of resources: nothing; Terraform's `prevent_destroy`, which changes no
 * plan; all of it, so that everything can be destroyed.
 */
export type Lift = "nothing" | "prevent-destroy" | "everything";

export interface PrepareStackProps {
  /** Output folder of synth, with `stacks/`. */
  readonly synthFolder: string;
  readonly stack: string;
  /** Folder of the rehearsal; the stack gets a folder in it. */
  readonly workFolder: string;
  /** State file by stack: all that a stack may read from. */
  readonly states: Readonly<Record<string, string>>;
  /** @default "nothing" */
  readonly lift?: Lift;
}

/** A stack that Terraform can run on. */
export interface PreparedStack {
  readonly name: string;
  readonly folder: string;
  readonly statePath: string;
  /** Stacks whose state it reads. */
  readonly producers: readonly string[];
  /** Addresses of resources that have `prevent_destroy`. */
  readonly protected: readonly string[];
  /** Addresses of resources whose arguments differ from what was synthesized: they must be applied before they can be destroyed. */
  readonly lifted: readonly string[];
}

/** Terraform reads files of such names last, and merges them into the others. */
const OVERRIDE = "rehearsal_override.tf.json";

/** What a stack consists of; everything else in its folder is Terraform's, or for people. */
const CONFIGURATION = ["cdk.tf.json", "assets"];

/** Copies a synthesized stack, and lets it keep and read state in the rehearsal's files instead of in S3. */
export function prepareStack(props: PrepareStackProps): PreparedStack {
  const { synthFolder, stack, workFolder } = props;
  const config = readStack(synthFolder, stack);
  const folder = join(workFolder, stack);
  // worked out first: a stack that cannot be rehearsed leaves the folder as it is
  const { override, ...prepared } = overridden(props, config, folder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of CONFIGURATION) {
    const from = join(stackFolder(synthFolder, stack), name);
    if (existsSync(from)) cpSync(from, join(folder, name), { recursive: true });
  }
  writeOverride(folder, override);
  mkdirSync(dirname(prepared.statePath), { recursive: true, mode: 0o700 });
  return prepared;
}

/** Lifts more or less protection from a stack that is prepared already: what else is in its folder stays. */
export function liftProtection(props: PrepareStackProps): PreparedStack {
  const folder = join(props.workFolder, props.stack);
  const { override, ...prepared } = overridden(props, readStack(props.synthFolder, props.stack), folder);
  writeOverride(folder, override);
  return prepared;
}

function writeOverride(folder: string, override: object): void {
  writeFileSync(join(folder, OVERRIDE), `${JSON.stringify(override, null, 2)}\n`);
}

function overridden(props: PrepareStackProps, config: StackJson, folder: string): PreparedStack & { override: object } {
  const { stack, states, lift = "nothing" } = props;
  const statePath = stateOf(states, stack);
  const sources = Object.entries(config.data?.terraform_remote_state ?? {}).map(([name, source]) => {
    const producer = producerOf(source, props, `${stack}: data.terraform_remote_state.${name}`);
    return { name, producer };
  });
  const resources = resourcesOf(config);
  const guarded = resources.filter(isGuarded);
  const changed = lift === "everything" ? resources.filter(({ json }) => protectingArguments(json).length) : [];
  const resource =
    lift === "nothing" ? {} : liftedResources(resources, lift === "everything" ? protectingArguments : () => []);
  const readsFrom = (producer: string) => ({ backend: "local", config: { path: stateOf(states, producer) } });
  return {
    name: stack,
    folder,
    statePath,
    producers: sources.map(({ producer }) => producer),
    protected: guarded.map(({ address }) => address),
    lifted: changed.map(({ address }) => address),
    override: {
      terraform: { backend: { local: { path: statePath } } },
      ...(sources.length && {
        data: {
          terraform_remote_state: Object.fromEntries(sources.map(({ name, producer }) => [name, readsFrom(producer)])),
        },
      }),
      ...(Object.keys(resource).length && { resource }),
    },
  };
}

/** The stack whose backend is the state that is read. */
function producerOf(source: RemoteState, { synthFolder, stack, states }: PrepareStackProps, what: string): string {
  const location = stateLocation(source, stackFolder(synthFolder, stack));
  const known = Object.keys(states).filter((name) => ownLocation(synthFolder, name) === location);
  const [producer, other] = location === null ? [] : known;
  if (producer === undefined) {
    const where = location ?? `${source.backend} ${JSON.stringify(source.config)}`;
    throw new ExpectedError(
      `${what} reads ${where}, which is the state of no stack that is rehearsed: ${Object.keys(states).join(", ")}`,
    );
  }
  if (other !== undefined)
    throw new ExpectedError(`${what} reads ${location}, where both ${producer} and ${other} keep their state`);
  return producer;
}

function stateOf(states: Readonly<Record<string, string>>, stack: string): string {
  const path = states[stack];
  if (path === undefined) throw new ExpectedError(`No state file is known for ${stack}`);
  return path;
}
