import { isoText, type Period } from "./period";

/** Says of which node group an instance and its volumes are. */
export const NODE_GROUP_TAG = "railyard:node-group";

/** What asks AWS for it, in the account that pays. @see https://docs.aws.amazon.com/cli/latest/reference/ce/get-cost-and-usage.html */
export const billCommand = (environment: string, { from, to }: Period): string =>
  `aws ce get-cost-and-usage --granularity DAILY --metrics AmortizedCost --time-period Start=${dayOf(from)},End=${dayOf(to)} ` +
  `--group-by Type=TAG,Key=${NODE_GROUP_TAG} --filter '{"Tags":{"Key":"railyard:environment","Values":["${environment}"]}}'`;

const dayOf = (seconds: number): string => isoText(seconds).slice(0, 10);
