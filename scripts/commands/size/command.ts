import { estimate, STATE_SHARE, type SizeProps } from "../../../config/physics/estimate";
import { LEAST_GOODPUT } from "../../../config/physics/training-estimate";
import { gib, STATE_BYTES } from "../../../config/physics/model-state";
import { tierEstimate } from "../../../config/physics/tier-estimate";
import type { CommandContext } from "../../cli/command";
import { runCommand, type ArgsOf } from "../../cli/define-command";
import { loadFor } from "../../lib/environments/load-for";
import { refuse, together } from "../../lib/errors/usage";
import { isPage } from "../../lib/files/output-kinds";
import { outputFile, writeOutputs } from "../../lib/files/output";
import { pageOrigin } from "../../lib/git/page-origin";
import { numberText } from "../../lib/terminal/numbers";
import { sectionLines } from "../../lib/terminal/sheet-section";
import { SIZE_COMMAND } from "./definition";
import { sizePage } from "./page";
import { propsOf } from "./props";
import { sizeSections } from "./sections";

/** `railyard size`. @returns the exit code */
export function sizeCommand(args: readonly string[], context: CommandContext): number {
  return runCommand(
    SIZE_COMMAND,
    args,
    context,
    ({ values, positionals }) => {
      const [name = "", workload] = positionals;
      const { props, page } = askedOf({ values, positionals }, context);
      const found = estimate(props);
      const { problem, unknown } = found.layouts;
      const fits = unknown === null ? problem === null : found.memory.rows.some((row) => row.fits);
      const tiers = tierEstimate(props, found);
      const sections = sizeSections(props, found, tiers);
      if (page) {
        const title = workload ?? (values.params === undefined ? "size" : `${values.params} parameters`);
        const text = sizePage(title, props, { ...found, tiers }, sections, pageOrigin(context.root, context.clock()));
        writeOutputs([{ ...page, text }]);
      }
      if (values.json)
        context.print(
          JSON.stringify({ environment: name, pool: props.pool.name, nodes: props.nodes, ...found, tiers }, null, 2),
        );
      else context.print(sections.map((section) => sectionLines(section).join("\n")).join("\n\n"));
      if (!fits)
        context.printError(
          problem && problem.kind !== "memory"
            ? `${problem.message}; ${problem.fix}.`
            : unfit(props, found.memory.gpuGiB),
        );
      const endless = found.training?.neverEndsAt ?? null;
      if (endless !== null)
        context.printError(
          `It never ends: with failures at the rate of ${endless} it goes forward in less than ${LEAST_GOODPUT * 100} % of its time. Shorten what a checkpoint (--stall) or a restart (--restart) takes, or take fewer nodes (--nodes).`,
        );
      return fits && endless === null ? 0 : 2;
    },
    undefined,
    (given) => askedOf(given, context),
  );
}

/** What the words ask for. @throws UsageError with all that is wrong with them */
function askedOf({ values, positionals }: ArgsOf<typeof SIZE_COMMAND>, context: CommandContext) {
  const [name, workload, ...more] = positionals;
  const { page, props } = together({
    words: () =>
      refuse(
        (name === undefined || more.length > 0) &&
          `name one environment and, where it has several, one of its workloads, not ${positionals.length === 0 ? "none" : positionals.length}`,
      ),
    page: () =>
      values.html === undefined
        ? undefined
        : outputFile({ option: "--html", path: values.html, isGenerated: isPage, force: values.force }),
    props: () => (name === undefined ? null : propsOf(loadFor("size", [name], context)[0]!.resolved, workload, values)),
  });
  return { page, props: props! };
}

/** Shared over all of them as FSDP does, it is smallest: if it does not fit then, it never does. */
function unfit({ params, pool, nodes }: SizeProps, gpuGiB: number): string {
  const bytes = params * (STATE_BYTES.weights + STATE_BYTES.gradients + STATE_BYTES.optimizer);
  const needed = Math.ceil(gib(bytes) / (STATE_SHARE * gpuGiB));
  const text = (value: number) => numberText(value, 0, 0);
  return `It does not fit: its state has ${text(gib(bytes))} GiB, which takes ${text(needed)} GPUs of ${pool.gpus!.model}, and there are ${text(nodes * pool.gpus!.count)}.`;
}
