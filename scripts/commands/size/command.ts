import { orList } from "../../../config/kernel/nearest";
import { gib, STATE_BYTES } from "../../../config/physics/model-state";
import type { ResolvedPool } from "../../../config/pools/pool";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { CommandContext } from "../../cli/command";
import { runCommand, type ValuesOf } from "../../cli/define-command";
import { loadWritten } from "../../lib/environments/environment-table";
import { ExpectedError } from "../../lib/errors/expected-error";
import { UsageError } from "../../lib/errors/usage";
import { numberText } from "../../lib/terminal/numbers";
import { sectionLines } from "../../lib/terminal/sheet-section";
import { SIZE_COMMAND } from "./definition";
import { estimate, LEAST_GOODPUT, STATE_SHARE, type SizeProps } from "./estimate";
import { quantity } from "./quantity";
import { sizeSections } from "./sections";

type Values = ValuesOf<typeof SIZE_COMMAND>;

/** Minutes until a node that failed is back: a day. */
const REPAIR_MINUTES = 1440;

/** `railyard size`. @returns the exit code */
export function sizeCommand(args: readonly string[], context: CommandContext): number {
  return runCommand(SIZE_COMMAND, args, context, ({ values, positionals }) => {
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0)
      throw new UsageError(`name one environment, not ${positionals.length === 0 ? "none" : positionals.length}`);
    if (values.params === undefined) throw new UsageError("--params is needed: how many parameters the model has");
    const { resolved } = loadWritten([name], context.clock())[0]!;
    const props = propsOf(resolved, { ...values, params: values.params });
    const found = estimate(props);
    const fits = found.memory.rows.some((row) => row.fits);
    if (values.json)
      context.print(
        JSON.stringify({ environment: name, pool: props.pool.name, nodes: props.nodes, ...found }, null, 2),
      );
    else
      context.print(
        sizeSections(props, found)
          .map((section) => sectionLines(section).join("\n"))
          .join("\n\n"),
      );
    if (!fits) context.printError(unfit(props, found.memory.gpuGiB));
    const endless = found.training?.neverEndsAt ?? null;
    if (endless !== null)
      context.printError(
        `It never ends: with failures at the rate of ${endless} it goes forward in less than ${LEAST_GOODPUT * 100} % of its time. Shorten what a checkpoint (--stall) or a restart (--restart) takes, or take fewer nodes (--nodes).`,
      );
    return fits && endless === null ? 0 : 2;
  });
}

function propsOf(environment: SiteEnvironment, values: Values & { readonly params: string }): SizeProps {
  const pool = poolOf(environment, values.pool);
  const nodes = values.nodes === undefined ? pool.count.max : Number(values.nodes);
  if (nodes > pool.count.max) throw new UsageError(`--nodes ${nodes}: ${pool.name} has ${pool.count.max} at the most`);
  const [tensor, pipeline] = [Number(values.tensor ?? 1), Number(values.pipeline ?? 1)];
  const gpus = nodes * pool.gpus!.count;
  if (gpus % (tensor * pipeline) !== 0)
    throw new UsageError(
      `--tensor ${tensor} × --pipeline ${pipeline} does not divide ${gpus} GPUs: ${nearest(gpus, tensor)}`,
    );
  return {
    environment,
    pool,
    nodes,
    params: quantity(values.params, "--params"),
    tokens: values.tokens === undefined ? null : quantity(values.tokens, "--tokens"),
    tensor,
    pipeline,
    mfu: values.mfu === undefined ? null : Number(values.mfu),
    stallSeconds: values.stall === undefined ? null : Number(values.stall),
    withinSeconds: Number(values.within ?? 60),
    keep: Number(values.keep ?? 3),
    restartMinutes: Number(values.restart ?? 10),
    repairMinutes: Number(values.repair ?? REPAIR_MINUTES),
  };
}

function nearest(gpus: number, tensor: number): string {
  if (gpus % tensor !== 0) return `with --tensor ${largestPart(gpus, tensor)} it does`;
  const stages = gpus / tensor;
  return `--pipeline may be ${orList(
    Array.from({ length: stages }, (_, at) => at + 1)
      .filter((part) => stages % part === 0)
      .map(String),
  )}`;
}

/** The largest number up to this one that divides. */
function largestPart(gpus: number, most: number): number {
  let part = Math.min(most, gpus);
  while (gpus % part !== 0) part -= 1;
  return part;
}

/** The pool that is named, or the one with most GPUs. */
function poolOf({ name, nodeGroups }: SiteEnvironment, wanted: string | undefined): ResolvedPool {
  const pools = nodeGroups.filter(({ gpus, count }) => gpus !== null && count.max > 0);
  if (pools.length === 0) throw new ExpectedError(`${name} has no GPUs: there is nothing to train on.`);
  const known = pools.map((pool) => pool.name);
  if (wanted !== undefined && !known.includes(wanted))
    throw new UsageError(`--pool ${JSON.stringify(wanted)} is no pool with GPUs: give ${orList(known)}`);
  const size = ({ gpus, count }: ResolvedPool) => gpus!.count * count.max;
  return pools.find((pool) => pool.name === wanted) ?? pools.toSorted((one, other) => size(other) - size(one))[0]!;
}

/** Shared over all of them as FSDP does, it is smallest: if it does not fit then, it never does. */
function unfit({ params, pool, nodes }: SizeProps, gpuGiB: number): string {
  const bytes = params * (STATE_BYTES.weights + STATE_BYTES.gradients + STATE_BYTES.optimizer);
  const needed = Math.ceil(gib(bytes) / (STATE_SHARE * gpuGiB));
  const text = (value: number) => numberText(value, 0, 0);
  return `It does not fit: its state has ${text(gib(bytes))} GiB, which takes ${text(needed)} GPUs of ${pool.gpus!.model}, and there are ${text(nodes * pool.gpus!.count)}.`;
}
