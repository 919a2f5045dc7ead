import { existsSync } from "node:fs";
import { join } from "node:path";
import { jsonOf } from "../../lib/files/read-json";
import { compareVersions } from "../../../config/kernel/version-order";
import { always, missing, ok, unknown, wrong, type Check, type Seen } from "./check";

/** What npm writes of a package, in the lock file and in the one of what it installed. */
interface Locked {
  readonly version?: string;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly peer?: boolean;
  readonly dev?: boolean;
}

interface Lock {
  readonly packages?: Readonly<Record<string, Locked>>;
}

const INSTALL = "Run npm ci.";

/** Differences that are named; the rest is counted. */
const NAMED = 3;

export const NODE_CHECKS: readonly Check[] = [
  {
    id: "node/version",
    title: "Node.js",
    purpose: "runs everything here",
    need: always,
    look: ({ root }) => Promise.resolve(judgeNode(process.versions.node, enginesOf(root))),
  },
  {
    id: "node/modules",
    title: "npm modules",
    purpose: "are what was tested, when they are as locked",
    need: always,
    look: ({ root }) => Promise.resolve(lookAtModules(root)),
  },
];

/** @param engines as package.json says it, `>=20.19` */
export function judgeNode(version: string, engines: string): Seen {
  const least = /^>=\s*(\d[\d.]*)$/.exec(engines)?.[1];
  if (least === undefined) return unknown(`${version}; package.json asks for "${engines}"`);
  if (compareVersions(version, least) >= 0) return ok(version);
  return wrong(`${version}, and ${least} or newer is needed`, "Install it from https://nodejs.org/en/download.");
}

const enginesOf = (root: string): string =>
  (jsonOf(join(root, "package.json")) as { engines?: { node?: string } } | undefined)?.engines?.node ?? "";

/** npm keeps beside the modules what it has installed, in the form of the lock file. */
export function lookAtModules(root: string): Seen {
  const modules = join(root, "node_modules");
  if (!existsSync(modules)) return missing("there is no node_modules", INSTALL);
  const [locked, installed] = [join(root, "package-lock.json"), join(modules, ".package-lock.json")].map(
    (file) => (jsonOf(file) as Lock | undefined)?.packages,
  );
  if (!locked) return unknown("package-lock.json cannot be read", "Bring it back: git checkout package-lock.json.");
  if (!installed) return unknown("npm has not written what it installed there", INSTALL);
  const differing = Object.entries(locked).flatMap(([path, one]) => difference(path, one, installed[path]));
  const count = Object.keys(installed).length;
  if (differing.length === 0) return ok(`${count} as locked`);
  const rest = differing.length - NAMED;
  const text = [...differing.slice(0, NAMED), ...(rest > 0 ? [`and ${rest} more`] : [])].join(", ");
  return wrong(`not as locked: ${text}`, INSTALL);
}

function difference(path: string, locked: Locked, there: Locked | undefined): string[] {
  // the first entry is the repository itself
  if (path === "") return [];
  const name = path.replace(/^.*node_modules\//, "");
  // made for another kind of machine, or left out by npm ci --omit=dev
  if (!there) return locked.optional || locked.devOptional || locked.peer || locked.dev ? [] : [`${name} is missing`];
  return there.version === locked.version ? [] : [`${name} is ${there.version} (locked: ${locked.version})`];
}
