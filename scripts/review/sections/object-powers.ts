import { isAnybody, wideRules } from "./object-rights";
import { strangeImages, type ImageOwners } from "./object-images";
import { listOf, recordOf } from "./words";
import { isTrue } from "../changes/values";
import { withoutComments } from "./script-comments";

/** Capabilities of Linux by which a container gets no hold of its node. */
const HARMLESS = [
  "CHOWN",
  "DAC_OVERRIDE",
  "FOWNER",
  "IPC_LOCK",
  "KILL",
  "NET_BIND_SERVICE",
  "SETGID",
  "SETUID",
  "SYS_NICE",
  "SYS_RESOURCE",
];

const FLAGS: Readonly<Record<string, string>> = {
  privileged: "containers are privileged: they are root on their node",
  allowPrivilegeEscalation: "containers may get more rights than they are started with",
  hostPID: "pods see and may end all processes of their node",
  hostIPC: "pods share the memory of their node",
  hostNetwork: "pods have the network of their node, and with it the role of the node",
};

/**
 * What values of a chart, or an object, allow: hold of nodes, rights in the cluster, images from places that nobody knows, data
 * that is sent elsewhere, doors that are opened.
 */
export function powersIn(value: unknown, owners: ImageOwners): string[] {
  const found = [...new Set(walk(value, "", owners))];
  const ranks = found.map(rank);
  return [0, 1, 2].flatMap((one) => found.filter((_, at) => ranks[at] === one));
}

/** The hold that pods have of their nodes is told first, and hosts that texts name last. */
const rank = (power: string): number =>
  power.startsWith(NAMES) ? 2 : power.startsWith("pods ") || power.startsWith("containers ") ? 0 : 1;

function walk(value: unknown, key: string, owners: ImageOwners): string[] {
  if (typeof value === "string") return text(value);
  if (Array.isArray(value)) return value.flatMap((item) => walk(item, key, owners));
  if (typeof value !== "object" || value === null) return [];
  const object = recordOf(value);
  return [
    ...Object.entries(FLAGS).flatMap(([name, what]) => (isTrue(object[name]) ? [what] : [])),
    ...hostPath(object),
    ...capabilities(object),
    ...strangeImages(object, owners),
    ...wideRules(object),
    ...doors(object, key),
    ...Object.entries(object).flatMap(([name, inner]) => walk(inner, name, owners)),
  ];
}

function hostPath({ hostPath: path }: Readonly<Record<string, unknown>>): string[] {
  const found = typeof path === "string" ? path : recordOf(path)["path"];
  return typeof found === "string" && found !== "" ? [folderPower(found)] : [];
}

/** What a pod with a folder of its host is allowed, in words. */
export const folderPower = (folder: string): string => `pods have ${folder} of their node`;

function capabilities({ capabilities: all }: Readonly<Record<string, unknown>>): string[] {
  const added = listOf(recordOf(all)["add"]).map((one) => String(one).replace(/^CAP_/i, "").toUpperCase());
  return added.filter((one) => !HARMLESS.includes(one)).map((one) => `containers have ${one}`);
}

function doors(object: Readonly<Record<string, unknown>>, key: string): string[] {
  const found: string[] = [];
  if (object["failurePolicy"] === "Ignore")
    found.push("a webhook is passed over when it does not answer: what it refuses is let through then");
  if (/anonymous/i.test(key) && isTrue(object["enabled"])) found.push(`${key} is on: nobody has to say who they are`);
  if (listOf(object["subjects"]).some(isAnybody)) found.push("everybody who reaches the Kubernetes API gets a role");
  return found;
}

/** Hosts that are in the cluster, on the node, or of AWS. */
const INSIDE =
  /^(?:localhost|[\w-]+|.*\.(?:svc|local|internal|cluster\.local)|127\.[\d.]+|10\.[\d.]+|169\.254\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+|(?:.*\.)?amazonaws\.com(?:\.cn)?)$/;

const NAMES = "it names ";

function text(value: string): string[] {
  const hosts = [
    ...withoutComments(value).matchAll(/\b(?:https?|wss?|s3|tcp|udp):\/\/(?:[^@/\s"']*@)?([\w.-]+)/gi),
  ].map(([, host = ""]) => host.toLowerCase());
  return hosts.filter((host) => host.includes(".") && !INSIDE.test(host)).map((host) => `${NAMES}${host}`);
}
