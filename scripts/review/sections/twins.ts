import type { ReviewedChange } from "../changes/resource-changes";
import type { ChangeSet } from "./change-set";
import { nameOf, recordOf } from "./words";

/** Attributes that people give a resource to be known by, and those that say what it is between. */
const IDENTITY = [
  "name",
  "bucket",
  "role",
  "policy_arn",
  "principal_arn",
  "namespace",
  "service_account",
  "service_name",
  "security_group_id",
  "referenced_security_group_id",
  "source_security_group_id",
  "cidr_ipv4",
  "cidr_ipv6",
  "prefix_list_id",
  "cidr_blocks",
  "from_port",
  "to_port",
  "ip_protocol",
  "protocol",
  "type",
  "route_table_id",
  "destination_cidr_block",
  "subnet_id",
  "allocation_id",
  "vpc_id",
  "policy",
];

/** What is made of a type: by all that it is known by, and apart what of that is not known yet. */
interface Made {
  readonly known: ReadonlyMap<string, ReviewedChange>;
  readonly open: readonly ReviewedChange[];
}

/** Of what is not known yet, no more are tried one by one. */
const MOST_TRIED = 50;

const made = new WeakMap<ChangeSet, Map<string, Made>>();

/** What is made at another address just like something that goes: only its place in the code has moved. */
export function twinOf(change: ReviewedChange, changeSet: ChangeSet): ReviewedChange | null {
  if (change.action !== "delete" || change.before === null) return null;
  const { known, open } = madeOf(change, changeSet);
  return known.get(identity(change.before)) ?? open.find((one) => isLike(change, one)) ?? null;
}

function madeOf({ type, stack }: ReviewedChange, changeSet: ChangeSet): Made {
  const all = made.get(changeSet) ?? new Map<string, Made>();
  made.set(changeSet, all);
  const key = `${stack} ${type}`;
  const found =
    all.get(key) ?? sorted(changeSet.ofType(type).filter((one) => one.action === "create" && one.stack === stack));
  all.set(key, found);
  return found;
}

function sorted(created: readonly ReviewedChange[]): Made {
  const isOpen = ({ unknown }: ReviewedChange) => IDENTITY.some((name) => recordOf(unknown)[name] === true);
  const known = created.filter((one) => !isOpen(one)).map((one) => [identity(one.after), one] as const);
  return { known: new Map(known), open: created.filter(isOpen).slice(0, MOST_TRIED) };
}

function identity(values: ReviewedChange["before"]): string {
  return JSON.stringify(IDENTITY.map((name) => (isGiven(values?.[name]) ? values?.[name] : null)));
}

/** The same name is enough for what holds data: it shows that somebody wants one such resource, not two. */
export function namesakeOf(change: ReviewedChange, { where, ofType }: ChangeSet): ReviewedChange | null {
  if (change.action !== "delete") return null;
  const name = nameOf(change);
  const near = ["node_group_name", "bucket", "name"].flatMap((key) => where(change.type, key, name));
  // what has no name but in its tags; of many such, none is looked for
  const tagged = near.length > 0 ? [] : ofType(change.type);
  const alike = tagged.length > MOST_TRIED ? [] : tagged.filter((one) => nameOf(one) === name);
  return [...near, ...alike].find(({ action, stack }) => action === "create" && stack === change.stack) ?? null;
}

/** A construct that got another name looks like one resource that goes and another that comes. */
export function movedLine(change: ReviewedChange, changeSet: ChangeSet): string | null {
  const twin = namesakeOf(change, changeSet);
  if (!twin) return null;
  const text = `Another of the same name is made as ${twin.address}: if only its place in the code has moved, `;
  return `${text}keep it with moveFromId or terraform state mv '${change.address}' '${twin.address}', and look at the next plan: what is left in it is not only a move.`;
}

function isLike({ before }: ReviewedChange, { after, unknown }: ReviewedChange): boolean {
  return IDENTITY.every((name) => {
    if (recordOf(unknown)[name] === true) return true;
    const [was, now] = [before?.[name], after?.[name]];
    return isGiven(was) === isGiven(now) && (!isGiven(was) || JSON.stringify(was) === JSON.stringify(now));
  });
}

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
