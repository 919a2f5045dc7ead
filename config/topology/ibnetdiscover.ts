import { linkGbps } from "../facts/nics";

/** A switch of an InfiniBand subnet. */
export interface FabricSwitch {
  readonly guid: string;
  /** As its administrator named it; the id of the switch where nobody did, or where Slurm could not have the name. */
  readonly name: string;
}

/** A port of a network card, and the switch that it is wired to. */
export interface FabricHca {
  readonly guid: string;
  /** What the card calls itself, whatever that is. */
  readonly description: string;
  /** Null: it does not say which server it is in. */
  readonly node: string | null;
  /** Its name in the server; null with `node`. */
  readonly device: string | null;
  /** Guid of the switch; null: it is not wired to a switch. */
  readonly at: string | null;
  readonly gbps: number | null;
}

/** A cable that one of its ends does not tell of. */
export interface HalfCable {
  /** Id of the end that does. */
  readonly by: string;
  readonly other: string;
}

/** What is wired to what. */
export interface FabricGraph {
  readonly switches: ReadonlyMap<string, FabricSwitch>;
  /** Guids of neighbouring switches, by the guid of a switch. */
  readonly neighbours: ReadonlyMap<string, ReadonlySet<string>>;
  readonly hcas: readonly FabricHca[];
  readonly halfCables: readonly HalfCable[];
}

/** A text that is no whole output of ibnetdiscover. The message says where and why. */
export class NoFabricError extends Error {}

/** Name of a server, as Kubernetes and Slurm take it. */
const HOST = /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,61}[A-Za-z0-9])?$/;
/** Name of a switch that Slurm takes: it begins with a letter, and has no more than 19 digits at its end. */
const SWITCH = /^(?![^]*\d{20})[A-Za-z](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;

const HEAD = /^(Switch|Ca|Rt)\s+\d+\s+"([SHR]-[0-9a-f]{1,16})"\s*(?:#\s*"(.*)".*)?$/;
const PORT =
  /^\[\d+\](?:\[ext \d+\])?(?:\([0-9a-f]+\))?\s+"([SHR]-[0-9a-f]{1,16})"\[\d+\](?:\[ext \d+\])?(?:\([0-9a-f]+\))?\s*(?:#.*?(\d{1,2}x[A-Z]{2,4}\d{0,2})?\s*)?$/;
const IGNORED = /^(?:#.*|(?:vendid|devid|sysimgguid|switchguid|caguid|rtguid)=.*|\s*)$/;

/** Card in a switch that adds up numbers for all (SHARP): no server has it. */
const AGGREGATION = /\bAggregation Node\b/;

interface Draft {
  readonly kind: string;
  readonly guid: string;
  readonly description: string;
  readonly line: number;
  readonly ports: { readonly to: string; readonly gbps: number | null }[];
}

/**
 * What `ibnetdiscover` printed, read.
 * @throws NoFabricError for a text that is something else, is cut, or has names that cannot be ones of servers
 * @see https://github.com/linux-rdma/rdma-core/blob/master/infiniband-diags/man/ibnetdiscover.8.in.rst
 */
export function readIbnetdiscover(text: string): FabricGraph {
  const drafts = new Map<string, Draft>();
  let current: Draft | undefined;
  let number = 0;
  for (const line of lines(text)) {
    number += 1;
    if (IGNORED.test(line)) continue;
    const port = PORT.exec(line);
    if (port) {
      if (!current) throw new NoFabricError(`line ${number} is a port, and no switch or card stands before it`);
      current.ports.push({ to: port[1]!, gbps: port[2] === undefined ? null : linkGbps(port[2]) });
      continue;
    }
    const head = HEAD.exec(line);
    if (!head) throw new NoFabricError(`line ${number} is none that ibnetdiscover writes: ${shown(line)}`);
    const [, kind, guid, description = ""] = head;
    if (drafts.has(guid!))
      throw new NoFabricError(`${guid} is there twice, in lines ${drafts.get(guid!)!.line} and ${number}`);
    current = { kind: kind!, guid: guid!, description: description.trim(), line: number, ports: [] };
    drafts.set(current.guid, current);
  }
  assertWhole(drafts);
  return graphOf(drafts);
}

/** Devices come one after another: in a text that ends too early, cables lead to some that never came. @throws NoFabricError then */
function assertWhole(drafts: ReadonlyMap<string, Draft>): void {
  if (drafts.size === 0) throw new NoFabricError("there is no switch in it: is it the output of ibnetdiscover?");
  const missing = new Set<string>();
  for (const { ports } of drafts.values()) for (const { to } of ports) if (!drafts.has(to)) missing.add(to);
  if (missing.size > 0)
    throw new NoFabricError(`it is cut: cables lead to ${[...missing][0]}, which is not there${andMore(missing.size)}`);
  const last = [...drafts.values()].at(-1)!;
  const half = oneEnded(drafts).find(({ by, other }) => by !== last.guid && other === last.guid);
  if (half) throw new NoFabricError(`it is cut: ${half.by} has a cable to ${half.other}, whose ports are not there`);
  if (![...drafts.values()].some(({ kind }) => kind === "Switch"))
    throw new NoFabricError("there is no switch in it: servers that are wired to each other have no topology");
}

/** Cables that only one of their ends tells of. */
function oneEnded(drafts: ReadonlyMap<string, Draft>): HalfCable[] {
  const ends = new Map<string, number>();
  for (const { guid, ports } of drafts.values())
    for (const { to } of ports) {
      // a cable from a device to itself, for a test, has both ends in one place
      if (guid === to) continue;
      const cable = guid < to ? `${guid} ${to}` : `${to} ${guid}`;
      ends.set(cable, (ends.get(cable) ?? 0) + (guid < to ? 1 : -1));
    }
  return [...ends].flatMap(([cable, sum]) => {
    const [low, high] = cable.split(" ") as [string, string];
    return sum === 0 ? [] : [sum > 0 ? { by: low, other: high } : { by: high, other: low }];
  });
}

function graphOf(all: ReadonlyMap<string, Draft>): FabricGraph {
  const drafts = [...all.values()];
  const switches = new Map<string, FabricSwitch>();
  for (const draft of drafts)
    if (draft.kind === "Switch") switches.set(draft.guid, { guid: draft.guid, name: switchName(draft) });
  const neighbours = new Map<string, Set<string>>();
  const hcas: FabricHca[] = [];
  for (const { kind, guid, description, line, ports } of drafts) {
    if (kind === "Switch") {
      neighbours.set(guid, new Set(ports.flatMap(({ to }) => (switches.has(to) && to !== guid ? [to] : []))));
      continue;
    }
    if (kind !== "Ca" || AGGREGATION.test(description)) continue;
    const { node, device } = owner(description, line);
    for (const { to, gbps } of ports.length > 0 ? ports : [{ to: null, gbps: null }])
      hcas.push({ guid, description, node, device, gbps, at: to !== null && switches.has(to) ? to : null });
  }
  return { switches, neighbours, hcas, halfCables: oneEnded(all) };
}

/** Server and name of a card, which say themselves: exactly two words. Cards that nobody named have the words of their maker. */
function owner(description: string, line: number): Pick<FabricHca, "node" | "device"> {
  const [node, device, ...more] = description.split(/\s+/);
  if (node === undefined || device === undefined || more.length > 0) return { node: null, device: null };
  if (!HOST.test(node) || !/^[\w.-]{1,63}$/.test(device))
    throw new NoFabricError(
      `line ${line}: ${shown(description)} is no name of a server and a card, such as "gpu-a01 mlx5_0"`,
    );
  return { node, device };
}

/** `MF0;su1-r0:MQM9700/U1` → `su1-r0` */
function switchName({ description, guid }: Draft): string {
  const name = /^[^;]*;([^:;]*)(?::.*)?$/.exec(description)?.[1] ?? description;
  return SWITCH.test(name) ? name : guid;
}

/** Lines without splitting all of the text, which may be of 100 MB. */
function* lines(text: string): Generator<string> {
  let at = 0;
  while (at < text.length) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end < 0 ? undefined : end);
    yield line.endsWith("\r") ? line.slice(0, -1) : line;
    if (end < 0) return;
    at = end + 1;
  }
}

const andMore = (count: number): string => (count > 1 ? `, and ${count - 1} more` : "");

const shown = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
