import { z } from "zod";
import { didYouMean } from "../../config/kernel/nearest";
import { ExpectedError } from "../lib/errors/expected-error";
import { checkedForm } from "../lib/files/checked-form";
import { readText } from "../lib/files/read-json";
import { parseYaml } from "../lib/files/read-yaml";
import type { Cloud } from "./cloud/cloud";
import type { Recorded } from "../lib/terraform/recorded-state";
import type { Attributes } from "./value";

/** One change of the pretended cloud, behind Terraform's back. */
export interface Drift {
  /** `<stack>.<address>` */
  readonly address: string;
  /** Attributes that get other values: the next plan must show them. */
  readonly set?: Readonly<Record<string, unknown>> | undefined;
  /** What the API knows and Terraform does not see, such as `objects: 12` in a bucket. */
  readonly hidden?: Readonly<Record<string, unknown>> | undefined;
  /** The object is deleted. */
  readonly delete?: boolean | undefined;
}

const record = z.record(z.string(), z.unknown());
const FILE = z.array(
  z
    .strictObject({
      address: z.string().min(1),
      set: record.optional(),
      hidden: record.optional(),
      delete: z.boolean().optional(),
    })
    .refine(({ set, hidden, delete: gone }) => (gone === true) !== (set !== undefined || hidden !== undefined), {
      message: "says what is different by set or hidden, or that it is gone by delete: true",
    }),
);

const FORM = `A list of entries such as
  - address: dev-nodes.aws_eks_node_group.h100
    set: { labels: { mine: "yes" } }
  - address: dev-network.aws_vpc_endpoint.s3
    delete: true`;

/** Reads a drift file, YAML or JSON. @throws ExpectedError with all that is wrong */
export function readDrift(file: string): Drift[] {
  const name = `--drift: ${file}`;
  return checkedForm(FILE, parseYaml(readText(file, { name }), { name }).value, { name, fix: FORM });
}

/** Resources of a stack's state. */
export type StackRecords = ReadonlyMap<string, readonly Recorded[]>;

/** Changes the cloud. @throws ExpectedError for addresses that no state has, before anything is changed */
export function applyDrift(drifts: readonly Drift[], records: StackRecords, cloud: Cloud): void {
  const known = [...records].flatMap(([stack, resources]) =>
    resources.map((resource) => ({ name: `${stack}.${resource.address}`, resource })),
  );
  const found = drifts.map((drift) => ({ drift, match: known.find(({ name }) => name === drift.address) }));
  const names = known.map(({ name }) => name);
  const missing = found.filter(({ match }) => match?.resource.id == null).map(({ drift }) => drift.address);
  if (missing.length > 0)
    throw new ExpectedError(
      missing.map((name) => `--drift: no stack has ${name}. ${didYouMean(name, names) ?? ""}`.trimEnd()).join("\n"),
    );
  for (const { drift, match } of found) {
    const { type, id } = match!.resource;
    if (drift.delete === true) cloud.remove(type, id!);
    else cloud.change(type, id!, { ...drift.set, ...drift.hidden } as Attributes);
  }
}
