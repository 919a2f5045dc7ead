import { registryOf } from "../../../config/facts/image-names";
import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { imageName } from "../../cli/option-checks";
import { Repositories, RepositoryError, type Fetch } from "../../lib/charts/repositories";
import { loadFor } from "../../lib/environments/load-for";
import { ExpectedError } from "../../lib/errors/expected-error";
import { UsageError } from "../../lib/errors/usage";
import { readText } from "../../lib/files/read-json";
import { routedFetch } from "../../lib/aws/routed-fetch";
import { copyScript, pinnedName, type Pinned } from "./copies";
import { changes, digestsBefore, readDigests, writeDigests } from "./digests-file";
import { PIN_COMMAND } from "./definition";

/** Registries answer many at one time with refusals. */
const AT_ONE_TIME = 4;

/** `railyard pin`. @param fetch how registries are asked @returns the exit code */
export async function pinCommand(
  args: readonly string[],
  context: CommandContext,
  fetch: Fetch = routedFetch(process.env),
): Promise<number> {
  return runCommand(PIN_COMMAND, args, context, async ({ values, positionals }) => {
    for (const image of positionals) imageName(image, "an image");
    const ways = (["copy", "write", "check"] as const).filter((way) => values[way] !== undefined);
    if (ways.length > 1)
      throw new UsageError(`${ways.map((way) => `--${way}`).join(" and ")} are different ways: give one`);
    const { write } = values;
    const checked = values.check === undefined ? null : readDigests(values.check);
    if (checked && (positionals.length > 0 || values.from !== undefined))
      throw new UsageError("--check asks for the images of its file: name no others");
    const before = write === undefined ? {} : digestsBefore(write);
    const listed = values.from === undefined ? Object.keys(checked ?? {}) : imagesIn(readText(values.from));
    const images = [...new Set([...positionals, ...listed].map(wholeName))];
    if (images.length === 0)
      throw new UsageError(
        checked
          ? `${values.check} has no digest`
          : values.from === undefined
            ? "pin takes images, or a file of them with --from"
            : `${values.from} names no image`,
      );
    if (values.copy !== undefined && values.json)
      throw new UsageError("--copy prints a script, and --json JSON: give one");
    const env = values.copy === undefined ? null : loadFor("pin", [values.copy], context)[0]!.resolved;
    const { pinned, missing } = await pin(images, fetch);
    const moved = changes(checked ?? before, pinned);
    if (values.json) {
      if (write !== undefined && missing.length === 0) writeDigests(write, before, pinned);
      context.print(
        JSON.stringify(
          { pinned: pinned.map((one) => ({ ...one, name: pinnedName(one) })), missing, ...(checked && { moved }) },
          null,
          2,
        ),
      );
      return missing.length > 0 || (checked && moved.length > 0) ? 2 : 0;
    }
    for (const { image, why } of missing) context.printError(`${image}: ${why}`);
    if (checked) {
      for (const line of moved) context.print(line);
      if (moved.length === 0 && missing.length === 0)
        context.print(`All ${pinned.length} images have the digests of ${values.check}.`);
      return moved.length > 0 || missing.length > 0 ? 2 : 0;
    }
    if (write !== undefined) {
      // a file that lacks images would look like one of all
      if (missing.length > 0)
        throw new ExpectedError(`of ${missing.length} images there is no digest: ${write} is as it was`);
      for (const line of moved) context.print(line);
      writeDigests(write, before, pinned);
      context.print(`${write} has the digests of ${pinned.length} images.`);
      return 0;
    }
    if (!env) {
      for (const one of pinned) context.print(pinnedName(one));
      return missing.length > 0 ? 2 : 0;
    }
    // half of a list would look like all of it
    if (missing.length > 0)
      throw new ExpectedError(`of ${missing.length} images there is no digest: no script is written`);
    const { script, without } = copyScript(pinned, env);
    if (without.length === pinned.length)
      throw new ExpectedError(
        `${env.name} takes none of these images from a mirror: platform.images.mirrors and outbound.registryMirrors name no registry of theirs`,
      );
    context.print(script.trimEnd());
    for (const image of without)
      context.printError(`${image} is not copied: ${env.name} has no mirror of its registry`);
    return 0;
  });
}

/** With its registry, as config names it, and without a digest: that is asked anew. */
function wholeName(image: string): string {
  const { registry, path } = registryOf(image.replace(DIGEST, ""));
  return `${registry}/${path}`;
}

const DIGEST = /@sha256:[0-9a-f]{64}$/;

const LISTED =
  /^[a-z0-9-]+(\.[a-z0-9-]+)*(\.[a-z0-9-]+|:\d+)(\/[a-z0-9]+(([._]|__|-+)[a-z0-9]+)*)+(:\w[\w.-]{0,127})?(@sha256:[0-9a-f]{64})?$/;

/** Lines that are an image and nothing else: the others are those of a report. */
const imagesIn = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => LISTED.test(line));

interface Missing {
  readonly image: string;
  readonly why: string;
}

async function pin(
  images: readonly string[],
  fetch: Fetch,
): Promise<{ readonly pinned: readonly Pinned[]; readonly missing: readonly Missing[] }> {
  const repositories = new Repositories(fetch);
  const found = new Map<string, string>();
  const missing = new Map<string, string>();
  const queue = images.values();
  const work = async () => {
    for (const image of queue) {
      try {
        found.set(image, await repositories.digest(image));
      } catch (error) {
        if (!(error instanceof RepositoryError)) throw error;
        missing.set(image, error.message);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONE_TIME }, work));
  // in the order in which they were given
  return {
    pinned: images.flatMap((image) => (found.has(image) ? [{ image, digest: found.get(image)! }] : [])),
    missing: images.flatMap((image) => (missing.has(image) ? [{ image, why: missing.get(image)! }] : [])),
  };
}
