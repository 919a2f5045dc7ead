import { join, resolve } from "node:path";
import { changedEnvironments } from "../../lib/synth/changed-environments";
import { didYouMean } from "../../../config/kernel/nearest";
import type { CommandContext } from "../../cli/command";
import { runCommand, type ValuesOf } from "../../cli/define-command";
import { REVIEW_COMMAND } from "./definition";
import { isJsonWith, isPage } from "../../lib/files/output-kinds";
import { outputFile, outputFolder, writeOutputs, type Output } from "../../lib/files/output";
import { keepingTrees } from "../../lib/git/ref-tree";
import { pageOrigin } from "../../lib/git/page-origin";
import { shownPath } from "../../lib/files/shown-path";
import { writtenNames } from "../../lib/environments/environment-table";
import { loadFor } from "../../lib/environments/load-for";
import { ExpectedError } from "../../lib/errors/expected-error";
import { interruptible } from "../../lib/process/interruptible";
import { strayAcknowledgements } from "../../review/acknowledge";
import { readAcknowledgements } from "../../review/acknowledgements";
import { readDescriptions } from "../../review/descriptions";
import { environmentsAt } from "../../review/environments-at";
import { reviewAll } from "../../review/gather";
import { EXIT_CODES, type Review } from "../../review/model";
import { reviewJson } from "../../review/render/json";
import { MARKER, markdown } from "../../review/render/markdown";
import { page } from "../../review/render/page";
import { reviewLines } from "../../review/render/lines";
import { UsageError } from "../../lib/errors/usage";

/** `railyard review`. @returns the exit code of the gate */
export async function reviewCommand(args: readonly string[], context: CommandContext): Promise<number> {
  return runCommand(REVIEW_COMMAND, args, context, async ({ values, positionals }) => {
    if (values.changed && positionals.length > 0)
      throw new UsageError("--changed finds the environments itself: name none beside it");
    const out = resolve(values.out ?? join(context.root, "cdktf.out/review"));
    const files = outputs(out, values, context.root);
    const { reviews, commit } = await interruptible((signal) =>
      keepingTrees(() => reviewed(positionals, values, context, signal)),
    );
    const json = JSON.stringify(reviewJson(reviews), null, 2);
    const texts = {
      "review.md": markdown(reviews, values["page-url"] === undefined ? {} : { pageUrl: values["page-url"] }),
      "review.html": page(reviews, pageOrigin(context.root, context.clock(), commit)),
      "review.json": `${json}\n`,
    };
    writeOutputs(NAMES.map((name) => ({ ...files[name], text: texts[name] })));
    if (values.json) context.print(json);
    else for (const line of reviewLines(reviews, shownPath(out))) context.print(line);
    return EXIT_CODES[reviewJson(reviews).verdict];
  });
}

type Options = ValuesOf<typeof REVIEW_COMMAND>;

async function reviewed(
  names: readonly string[],
  values: Options,
  context: CommandContext,
  signal: AbortSignal,
): Promise<{ readonly reviews: Review[]; readonly commit: string | null }> {
  const { root } = context;
  const now = context.clock();
  // progress is for whoever waits: a review takes about a minute, and its result stands alone on the output
  const tell = (text: string) => context.printError(`-- ${text}`);
  const acknowledgements = readAcknowledgements({
    folder: values.acknowledgements ?? join(root, "acknowledgements"),
    descriptions: values.description === undefined ? [] : readDescriptions(values.description, values.by),
    now,
  });
  const present = loadFor("review", existing(names), context);
  const { commit, environments: base } = await environmentsAt({ root, ref: values.base, now, signal });
  const all = [...new Set([...present.map(({ resolved }) => resolved.name), ...base.keys()])];
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0)
    throw new ExpectedError(
      `There is no environment ${unknown.join(", ")}, now or as of ${values.base}: ${didYouMean(unknown[0] ?? "", all) ?? `there are ${all.join(", ")}`}`,
    );
  const strays = strayAcknowledgements(acknowledgements, [...new Set([...writtenNames(), ...base.keys()])]);
  if (strays.length > 0) throw new ExpectedError(strays.join("\n"));
  const wanted = values.changed
    ? await changedEnvironments({
        root,
        present: present.map(({ resolved }) => resolved),
        base: [...base.keys()],
        commit,
        tell,
      })
    : names.length > 0
      ? names
      : all;
  const props = { root, present, base, commit, plans: values.plans, acknowledgements, now, signal, tell };
  return { reviews: await reviewAll(wanted, props), commit };
}

/** Names that have a file; the others may have had one. None asked for means all. */
function existing(names: readonly string[]): string[] {
  const written = writtenNames();
  return names.length === 0 || names.every((name) => !written.includes(name))
    ? []
    : names.filter((name) => written.includes(name));
}

const NAMES = ["review.md", "review.html", "review.json"] as const;

/** What will be written, looked at before any work. */
function outputs(folder: string, { force }: Options, root: string): Record<(typeof NAMES)[number], Output> {
  const own = join(root, "cdktf.out");
  outputFolder({ option: "--out", path: folder });
  const file = (name: string, isGenerated: (text: string) => boolean) =>
    outputFile({ option: "--out", path: join(folder, name), isGenerated, own, force });
  return {
    "review.md": file("review.md", (text) => text.startsWith(MARKER)),
    "review.html": file("review.html", isPage),
    "review.json": file("review.json", isJsonWith("version", "verdict", "environments")),
  };
}
