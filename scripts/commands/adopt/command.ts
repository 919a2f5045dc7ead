import { onAws } from "../../lib/environments/on-aws";
import { join } from "node:path";
import { loadEnvironments } from "../../../config";
import { ADOPTED_AT, adoptedResources } from "../../../stacks/adopted-resources";
import { abortable } from "../../lib/aws/abortable";
import { makeAdoption, type Adoption, type Wanted } from "./adopt";
import { planAdoption, type AdoptionPlan } from "./plan";
import { adoptionJson, adoptionLines } from "./report";
import { awsAccess } from "../../lib/aws/access";
import { Recorder, Replayer, type Answers } from "../../lib/aws/answers";
import { recordingFile, writeRecording } from "../../lib/aws/recording";
import type { CommandContext } from "../../cli/command";
import { runCommand, type ValuesOf } from "../../cli/define-command";
import { ADOPT_COMMAND } from "./definition";
import { ExpectedError } from "../../lib/errors/expected-error";
import { placeFiles } from "../../lib/environments/place-files";
import { openWorkplace } from "../../lib/environments/workplace";
import { interruptible } from "../../lib/process/interruptible";
import { synthesize } from "../../lib/synth/synthesize";
import { UsageError } from "../../lib/errors/usage";

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
      const [name, ...more] = positionals;
      if (name === undefined || more.length > 0)
        throw new UsageError(`name one environment, not ${positionals.length}, as in: adopt research --vpc vpc-…`);
      const wanted = wantedOf(values);
      if (Object.keys(wanted).length === 0 && !values.plan)
        throw new UsageError("name what is there: --vpc, --cluster, --file-system, --efs, --bucket or --state-bucket");
      if (values.plan && values["dry-run"]) throw new UsageError("--plan needs what --dry-run does not write");
      const print = values.json ? () => {} : context.print;
      const adoption = Object.keys(wanted).length ? await asked(name, wanted, values, context) : null;
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
  );
}

type Values = ValuesOf<typeof ADOPT_COMMAND>;

function wantedOf(values: Values): Wanted {
  const entries = Object.entries(FLAGS).flatMap(([flag, kind]) => {
    const id = values[flag as keyof typeof FLAGS];
    return id === undefined ? [] : [[kind, id] as const];
  });
  const { efs, "efs-volume": efsVolume } = values;
  if (efsVolume !== undefined && efs === undefined)
    throw new UsageError("--efs-volume says which volume an EFS file system is: name that with --efs");
  return { ...(Object.fromEntries(entries) as Wanted), ...(efsVolume !== undefined && { efsVolume }) };
}

async function asked(name: string, wanted: Wanted, values: Values, context: CommandContext): Promise<Adoption> {
  if (values.record !== undefined && values.replay !== undefined)
    throw new UsageError("--record asks AWS, and --replay does not: give one of them");
  const file = values.record === undefined ? null : recordingFile(values.record, values.force);
  const recorder = file === null ? undefined : new Recorder();
  const answers: Answers | undefined = values.replay === undefined ? recorder : Replayer.from(values.replay);
  try {
    return await interruptible((signal) =>
      makeAdoption({
        place: openWorkplace(context.root),
        name,
        wanted,
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
