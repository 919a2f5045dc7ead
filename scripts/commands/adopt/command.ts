import { onAws } from "../../lib/environments/on-aws";
import { join } from "node:path";
import { loadEnvironments } from "../../../config";
import { ADOPTED_AT, adoptedResources } from "../../../stacks/adopted-resources";
import { abortable } from "../../lib/aws/abortable";
import { fittingOf, makeAdoption, type Fitting, type Adoption, type Wanted } from "./adopt";
import { planAdoption, type AdoptionPlan } from "./plan";
import { adoptionJson, adoptionLines } from "./report";
import { awsAccess } from "../../lib/aws/access";
import { Recorder, Replayer, type Answers } from "../../lib/aws/answers";
import { recordingFile, writeRecording } from "../../lib/aws/recording";
import type { CommandContext } from "../../cli/command";
import { runCommand, type ArgsOf, type ValuesOf } from "../../cli/define-command";
import { ADOPT_COMMAND } from "./definition";
import { ExpectedError } from "../../lib/errors/expected-error";
import { placeFiles } from "../../lib/environments/place-files";
import { openWorkplace } from "../../lib/environments/workplace";
import { interruptible } from "../../lib/process/interruptible";
import { synthesize } from "../../lib/synth/synthesize";
import { refuse, together } from "../../lib/errors/usage";

const FLAGS = {
  vpc: "vpc",
  cluster: "cluster",
  "file-system": "fileSystem",
  efs: "efs",
  bucket: "checkpointBucket",
  "state-bucket": "stateBucket",
} as const;

/** `railyard adopt`. @returns the exit code */
export async function adoptCommand(args: readonly string[], context: CommandContext): Promise<number> {
  let written = false;
  return runCommand(
    ADOPT_COMMAND,
    args,
    context,
    async ({ values, positionals }) => {
      const { name, wanted, record, fitting } = askedOf({ values, positionals }, context);
      const print = values.json ? () => {} : context.print;
      const adoption = fitting ? await asked(name, wanted, { values, record, fitting }, context) : null;
      if (adoption) {
        written = adoption.possible && !values["dry-run"] && adoption.text !== adoption.before;
        if (written)
          placeFiles(openWorkplace(context.root).folder, [
            { name: `${name}.ts`, text: adoption.text, before: adoption.before },
          ]);
        print(adoptionLines(name, adoption, written).join("\n"));
      }
      const plans = values.plan && (adoption?.possible ?? true) ? await planned(name, adoption, context, print) : null;
      if (values.json)
        context.print(
          JSON.stringify({ ...(adoption && adoptionJson(name, adoption, written)), ...(plans && { plans }) }, null, 2),
        );
      return (adoption?.possible ?? true) && (plans ?? []).every(({ lost }) => lost.length === 0) ? 0 : 2;
    },
    () => `Nothing is left running; the environment's file is ${written ? "written" : "as it was"}.`,
    (given) => askedOf(given, context),
  );
}

/** What the words ask for, before AWS is asked. @throws UsageError with all that is wrong with them */
function askedOf({ values, positionals }: ArgsOf<typeof ADOPT_COMMAND>, { root, clock }: CommandContext) {
  const [name, ...more] = positionals;
  const wanted = wantedOf(values);
  const isNothing = Object.keys(wanted).length === 0;
  const { record, fitting } = together({
    words: () =>
      refuse(
        (name === undefined || more.length > 0) &&
          `name one environment, not ${positionals.length}, as in: adopt research --vpc vpc-…`,
        values["efs-volume"] !== undefined &&
          values.efs === undefined &&
          "--efs-volume says which volume an EFS file system is: name that with --efs",
        isNothing &&
          !values.plan &&
          "name what is there: --vpc, --cluster, --file-system, --efs, --bucket or --state-bucket",
        values.plan === true && values["dry-run"] === true && "--plan needs what --dry-run does not write",
        values.record !== undefined &&
          values.replay !== undefined &&
          "--record asks AWS, and --replay does not: give one of them",
      ),
    record: () => (values.record === undefined ? null : recordingFile(values.record, values.force)),
    fitting: () =>
      name === undefined || isNothing ? null : fittingOf({ place: openWorkplace(root), name, wanted, now: clock() }),
  });
  return { name: name!, wanted, record, fitting };
}

type Values = ValuesOf<typeof ADOPT_COMMAND>;

function wantedOf(values: Values): Wanted {
  const entries = Object.entries(FLAGS).flatMap(([flag, kind]) => {
    const id = values[flag as keyof typeof FLAGS];
    return id === undefined ? [] : [[kind, id] as const];
  });
  const { "efs-volume": efsVolume } = values;
  return { ...(Object.fromEntries(entries) as Wanted), ...(efsVolume !== undefined && { efsVolume }) };
}

interface Asking {
  readonly values: Values;
  readonly record: ReturnType<typeof recordingFile> | null;
  readonly fitting: Fitting;
}

async function asked(
  name: string,
  wanted: Wanted,
  { values, record: file, fitting }: Asking,
  context: CommandContext,
): Promise<Adoption> {
  const recorder = file === null ? undefined : new Recorder();
  const answers: Answers | undefined = values.replay === undefined ? recorder : Replayer.from(values.replay);
  try {
    return await interruptible((signal) =>
      makeAdoption({
        place: openWorkplace(context.root),
        name,
        wanted,
        fitting,
        access: (region) => abortable(awsAccess({ region, env: process.env, ...(answers && { answers }) }), signal),
        now: context.clock(),
      }),
    );
  } finally {
    // what AWS answered is worth most when something went wrong
    if (recorder && file) writeRecording(file, recorder.recording(context.clock().toISOString()));
  }
}

async function planned(
  name: string,
  adoption: Adoption | null,
  { root, outdir, clock }: CommandContext,
  onLine: (line: string) => void,
): Promise<AdoptionPlan[]> {
  const place = openWorkplace(root);
  // what was written a moment ago is not what this process has loaded
  const { resolved } =
    adoption?.loaded ?? onAws(loadEnvironments(place.table, [name], clock(), place.beside)[0]!, "adopt");
  const kinds = new Set(adoptedResources(resolved).map(({ kind }) => kind));
  if (kinds.size === 0) throw new ExpectedError(`${name} has adopted nothing: name what is there, such as --vpc vpc-…`);
  const roles = new Set([...kinds].map((kind) => ADOPTED_AT[kind].stack));
  const synthFolder = outdir ?? join(root, "cdktf.out");
  synthesize([resolved], synthFolder, Object.keys(place.table));
  return interruptible((signal) =>
    planAdoption({ synthFolder, environment: resolved, roles: [...roles], env: process.env, signal, onLine }),
  );
}
