import { join, resolve } from "node:path";
import { changedEnvironments } from "../../lib/synth/changed-environments";
import { didYouMean } from "../../../config/nearest";
import type { CommandContext } from "../../cli/command";
import { gitRef, inputFile, inputFolder, place, webAddress, type OptionCheck } from "../../cli/option-checks";
import { isJsonWith, isPage } from "../../lib/files/output-kinds";
import { outputFile, outputFolder, writeOutputs, type Output } from "../../lib/files/output";
import { pageOrigin } from "../../lib/git/page-origin";
import { readArgs } from "../../cli/read-args";
import { shownPath } from "../../lib/files/shown-path";
import { reportError } from "../../cli/command-errors";
import { loadWritten, writtenNames } from "../../lib/environments/environment-table";
import { ExpectedError } from "../../lib/errors/expected-error";
import { interruptible, Interrupted } from "../../lib/process/interruptible";
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

const HELP = `Say what a change does: what is lost, whose work stops, capacity, money, security. Plans are rehearsed, with no cloud
account, unless real ones are given.

  npx railyard review research --base origin/main    this environment, against that commit
  npx railyard review --changed --base origin/main   every environment that the change touches
  npx railyard review                                every environment, against HEAD: what is not committed yet

  --changed                 every environment that differs from the base
  --base <git ref>          what is there now (default HEAD)
  --plans <folder>          real plans: <folder>/<environment>/<stack>/plan.json, by terraform show -json
  --acknowledgements <folder>  files that name dangers that are meant (default acknowledgements)
  --description <file>      text of the pull request, which may have the lines that acknowledge, as the review prints
                            them; a .json file has several: [{ "by": "octocat", "pull": 12, "text": "…" }]
  --by <login>              who wrote that description: without it, nobody says what it acknowledges
  --out <folder>            where review.md, review.html and review.json go (default cdktf.out/review)
  --page-url <url>          where the page will be found, for the link in review.md
  --force                   replace files of these names there that Railyard did not write
  --json                    print review.json
  --help                    this text

Exit code: 0 safe, or acknowledged by somebody; 1 broken, or something is wrong; 2 needs an acknowledgement.`;

/** `railyard review`. @returns the exit code of the gate */
export async function reviewCommand(args: readonly string[], context: CommandContext): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    if (values.help) {
      context.print(HELP);
      return 0;
    }
    if (values.changed && positionals.length > 0)
      throw new UsageError("--changed finds the environments itself: name none beside it");
    const out = resolve(values.out ?? join(context.root, "cdktf.out/review"));
    const files = outputs(out, values, context.root);
    const { reviews, commit } = await interruptible((signal) => reviewed(positionals, values, context, signal));
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
  } catch (error) {
    if (error instanceof Interrupted) {
      context.printError(error.message);
      return error.exitCode;
    }
    return reportError(error, context, { help: "npx railyard review --help" });
  }
}

type Options = ReturnType<typeof parse>["values"];

async function reviewed(
  names: readonly string[],
  values: Options,
  context: CommandContext,
  signal: AbortSignal,
): Promise<{ readonly reviews: Review[]; readonly commit: string | null }> {
  const { root } = context;
  const now = context.clock();
  // progress is for whoever waits: a review takes about a minute, and its result stands alone on the output
  const onNote = (text: string) => context.printError(`-- ${text}`);
  const acknowledgements = readAcknowledgements({
    folder: values.acknowledgements ?? join(root, "acknowledgements"),
    descriptions: values.description === undefined ? [] : readDescriptions(values.description, values.by),
    now,
  });
  const { commit, environments: base } = await environmentsAt({ root, ref: values.base, now, signal });
  const present = loadWritten(existing(names), now);
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
        onNote,
      })
    : names.length > 0
      ? names
      : all;
  const props = { root, present, base, commit, plans: values.plans, acknowledgements, now, signal, onNote };
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
  const file = (name: string, isOurs: (text: string) => boolean) =>
    outputFile({ option: "--out", path: join(folder, name), isOurs, own, force });
  return {
    "review.md": file("review.md", (text) => text.startsWith(MARKER)),
    "review.html": file("review.html", isPage),
    "review.json": file("review.json", isJsonWith("version", "verdict", "environments")),
  };
}

/** Of a person or of a bot, which a workflow hands on; nobody, where it knows nobody. Who may acknowledge is seen later. */
const login: OptionCheck = (value, option) => {
  if (/[\s\p{Cc}]/u.test(value))
    throw new UsageError(`${option} must be one login, such as octocat, but is ${JSON.stringify(value)}`);
};

const parse = (args: readonly string[]) =>
  readArgs(args, {
    changed: { type: "boolean" },
    base: { type: "string", check: gitRef, default: "HEAD" },
    plans: { type: "string", check: inputFolder },
    acknowledgements: { type: "string", check: inputFolder },
    description: { type: "string", check: inputFile },
    by: { type: "string", check: login },
    out: { type: "string", check: place },
    force: { type: "boolean" },
    "page-url": { type: "string", check: webAddress },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
