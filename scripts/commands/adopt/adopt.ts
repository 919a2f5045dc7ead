import { onAws, type LoadedOnAws } from "../../lib/environments/on-aws";
import { isDeepStrictEqual } from "node:util";
import { loadEnvironments } from "../../../config";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { AdoptConfig, AdoptableKind } from "../../../config/sites/aws-eks/adopt/schema";
import { ADOPTED_AT, adoptedPlace } from "../../../stacks/adopted-resources";
import type { AwsAccess } from "../../lib/aws/access";
import { assertAccount } from "../../lib/aws/account";
import { ExpectedError } from "../../lib/errors/expected-error";
import { together } from "../../lib/errors/usage";
import { exportsOf } from "../../lib/environments/environment-text";
import { ownText, type Workplace } from "../../lib/environments/workplace";
import { compare, type Difference } from "./compare";
import type { Found } from "./found";
import { plannedResources, type Planned } from "./planned";
import { readBucket } from "./read-bucket";
import { readCluster } from "./read-cluster";
import { readEfs } from "./read-efs";
import { readFileSystem } from "./read-file-system";
import { readVpc } from "./read-vpc";
import { idKey, otherIds, adoptEntry } from "./adopt-entry";
import { withAdopt } from "./with-adopt";
import { asJson } from "../../lib/files/read-json";

/** What is to be adopted: id or name by kind. */
export type Wanted = Partial<Record<AdoptableKind, string>> & {
  /** Volume of storage that the EFS file system is. @default - the only one of EFS */
  readonly efsVolume?: string;
};

/** One resource, compared. */
export interface Comparison extends Found {
  readonly differences: readonly Difference[];
  /** Resources beside it that are not there, and are made. */
  readonly made: readonly string[];
  /** Terraform address by place. */
  readonly addresses: ReadonlyMap<string, string>;
}

export interface Adoption {
  readonly comparisons: readonly Comparison[];
  /** Whether nothing stands in the way. */
  readonly possible: boolean;
  readonly adopt: AdoptConfig;
  /** Text of the environment's file; the same as before when it says so already. */
  readonly text: string;
  readonly before: string;
  readonly loaded: LoadedOnAws;
}

export interface AdoptProps {
  readonly place: Workplace;
  readonly name: string;
  readonly wanted: Wanted;
  readonly access: (region: string) => AwsAccess;
  readonly now: Date;
  readonly fitting: Fitting;
}

/** A resource comes after those that it stands in. */
const ORDER: readonly AdoptableKind[] = ["vpc", "cluster", "fileSystem", "efs", "checkpointBucket", "stateBucket"];

/** Places that belong to a resource. */
const AROUND: Readonly<Record<Exclude<AdoptableKind, "efs">, RegExp>> = {
  vpc: /^(vpc|endpoints)\//,
  cluster: /^(cluster|addons-(before|after)-nodes)\//,
  fileSystem: /^(lustre|lustre-security-group|repositories)\//,
  checkpointBucket: /^checkpoints\//,
  stateBucket: /^state\//,
};

/** Whether a place belongs to a resource; those of EFS are of one volume. */
function around(kind: AdoptableKind, environment: AwsEnvironment): (place: string) => boolean {
  if (kind !== "efs") return (place) => AROUND[kind].test(place);
  const folder = adoptedPlace("efs", environment).replace(/\/file-system$/, "");
  return (place) => place.startsWith(`${folder}/`) || place.startsWith(`${folder}-security-group/`);
}

/** Every VPC has one, and the provider takes it over instead of making it. */
const TAKEN_OVER = "/default-security-group";

/**
 * Asks AWS for resources, compares them with what the config of an environment would make, and says how its file would
 * read. Nothing is written.
 */
export async function makeAdoption({ place, name, wanted, access, now, fitting }: AdoptProps): Promise<Adoption> {
  const written = () => place.table[name]?.() as Record<string, unknown>;
  const { present, planned, ...first } = fitting;
  const before = ownText(place, name);
  let { adopt, loaded } = first;
  const aws = access(loaded.resolved.region);
  await assertAccount(aws, loaded.resolved, { untouched: "Nothing was written." });
  const comparisons: Comparison[] = [];
  for (const kind of ORDER) {
    const id = wanted[kind];
    if (id === undefined) continue;
    const found = compareFound(await read(aws, loaded, planned, kind, id), planned, loaded.resolved);
    const compared = { ...found, notes: [...found.notes, ...otherIds(found, present.config.adopt)] };
    comparisons.push(compared);
    adopt = { ...adopt, [kind]: adoptEntry(compared, present.config.adopt, loaded.resolved) };
    // what comes after may stand in this
    loaded = loadedAs(place, name, now, adopt);
  }
  const text = withAdopt(before, adopt, name);
  assertWritten(text, { ...written(), adopt }, place, name);
  const possible = comparisons.every(
    ({ obstacles, differences }) => obstacles.length === 0 && differences.every(({ effect }) => effect !== "replaced"),
  );
  const same = isDeepStrictEqual(asJson(written().adopt), asJson(adopt));
  return { comparisons, possible, adopt: adopt as AdoptConfig, text: same ? before : text, before, loaded };
}

/** The resources alone: their parts are not known yet. */
function provisional(present: AdoptConfig | undefined, wanted: Wanted): Record<string, unknown> {
  const named = ORDER.flatMap((kind) => {
    const id = wanted[kind];
    if (id === undefined) return [];
    const volume = kind === "efs" ? (wanted.efsVolume ?? present?.efs?.volume) : undefined;
    return [[kind, { [idKey(kind)]: id, ...(volume !== undefined && { volume }) }] as const];
  });
  return { ...present, ...Object.fromEntries(named) };
}

/** An environment that has a place for all that is to be adopted. */
export interface Fitting {
  readonly present: LoadedOnAws;
  /** With the resources alone: their parts are not known yet. */
  readonly loaded: LoadedOnAws;
  readonly adopt: Record<string, unknown>;
  /** Synthesized as if all of it were adopted, so that names are those of the resources. */
  readonly planned: Planned;
}

/**
 * Whether the environment can have all of it, by its file: AWS is asked later.
 * @throws ExpectedError with all that it has adopted already, and all that it has no place for
 */
export function fittingOf({ place, name, wanted, now }: Omit<AdoptProps, "access" | "fitting">): Fitting {
  const present = loadedAs(place, name, now);
  const adopt = provisional(present.config.adopt, wanted);
  const { fits } = together({
    others: () => assertOthers(present.config.adopt, wanted),
    fits: () => {
      const loaded = loadedAs(place, name, now, adopt);
      const planned = plannedResources({ ...loaded.resolved, adopt: null });
      const { resolved } = loaded;
      const missing = ORDER.filter(
        (kind) => wanted[kind] !== undefined && !planned.get(ADOPTED_AT[kind].stack)?.has(adoptedPlace(kind, resolved)),
      );
      refuseAll(missing.map((kind) => `${resolved.name} has no ${kind} that ${wanted[kind]} could be.`));
      return { loaded, planned };
    },
  });
  return { present, adopt, ...fits };
}

/** @param adopt what its file would say of it. @default - as it is */
function loadedAs({ table, beside }: Workplace, name: string, now: Date, adopt?: unknown): LoadedOnAws {
  const written = () => table[name]?.() as Record<string, unknown>;
  const rows = adopt === undefined ? table : { ...table, [name]: () => ({ ...written(), adopt }) };
  return onAws(loadEnvironments(rows, [name], now, beside)[0]!, "adopt");
}

function assertOthers(present: AdoptConfig | undefined, wanted: Wanted): void {
  const problems = ORDER.flatMap((kind) => {
    const written = present?.[kind];
    const now = written && ("id" in written ? written.id : written.name);
    return now === undefined || wanted[kind] === undefined || wanted[kind] === now
      ? []
      : [`The environment has adopted ${now} as its ${kind} already; ${wanted[kind]} cannot be it, too.`];
  });
  refuseAll(problems);
}

function refuseAll(problems: readonly string[]): void {
  if (problems.length > 0) throw new ExpectedError(problems.map((text) => `${text} Nothing was written.`).join("\n"));
}

function read(
  aws: AwsAccess,
  { resolved: environment }: LoadedOnAws,
  planned: Planned,
  kind: AdoptableKind,
  id: string,
): Promise<Found> {
  const props = { aws, environment, places: planned.get(ADOPTED_AT[kind].stack) ?? new Map() };
  if (kind === "vpc") return readVpc({ ...props, id });
  if (kind === "cluster") return readCluster({ ...props, name: id });
  if (kind === "fileSystem") return readFileSystem({ ...props, id });
  if (kind === "efs") return readEfs({ ...props, id });
  return readBucket({ aws, environment, kind, name: id });
}

function compareFound(found: Found, planned: Planned, environment: AwsEnvironment): Comparison {
  const { kind } = found;
  const isAround = around(kind, environment);
  const places = planned.get(ADOPTED_AT[kind].stack) ?? new Map();
  const parts = found.parts.filter(({ place }) => places.has(place));
  const there = new Set(parts.map(({ place }) => place));
  const addresses = new Map([...places].map(([place, { address }]) => [place, address]));
  return {
    ...found,
    parts,
    differences: compare({ kind, parts, places }),
    made: [...addresses]
      .filter(([place]) => isAround(place) && !there.has(place) && !place.endsWith(TAKEN_OVER))
      .map(([, address]) => address),
    addresses,
  };
}

/** The file is read as it would be once it is there. */
function assertWritten(text: string, wanted: object, { folder }: Workplace, name: string): void {
  const written = exportsOf(text, folder, `${name}.ts`).default;
  if (isDeepStrictEqual(asJson(written), asJson(wanted))) return;
  throw new ExpectedError(
    `adopt cannot be written into the file of ${name}: write it by hand, after what --dry-run shows. Nothing was written.`,
  );
}
