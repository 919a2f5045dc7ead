import { parseDocument } from "../../lib/files/documents";
import type { ReviewedChange } from "../changes/resource-changes";
import { newBlocks, reachOf } from "./reach";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { releaseOf } from "./releases";
import { andList, capital, listOf, recordOf, resourceText } from "./words";

/** People who come to Slurm by SSH over the internet. */
export function openedLogin({ input }: ChangeSet): SectionFinding[] {
  const { before, after } = input;
  const blocks = (env: typeof before) => {
    const login = env?.slurm?.login;
    return login?.kind === "internet" ? login.allowedCidrs : [];
  };
  const [was, now] = [blocks(before), blocks(after)];
  if (!after) return [];
  const [added, gone] = [newBlocks(now, was), newBlocks(was, now)];
  const address = configAddress(after, "slurm", "slurm.login");
  const about = ["slurm.login"];
  if (added.length > 0) {
    const isWorld = reachOf(added) === "world";
    const who = isWorld ? "everybody on the internet" : "addresses on the internet";
    const title = `Slurm's login pods take SSH (22) from ${who}: ${andList(added.slice(0, 5))}.`;
    const details = [was.length > 0 ? `Before: ${andList(was)}.` : "Before, nobody came over the internet."];
    return [
      findingOn("security", isWorld ? "danger" : "warning", address, { title, details: before ? details : [], about }),
    ];
  }
  if (gone.length === 0) return [];
  return [
    findingOn("security", "info", address, {
      title: `Slurm's login pods no longer take SSH from ${andList(gone)}.`,
      about,
    }),
  ];
}

/** A load balancer that values of a chart ask for. */
interface Exposed {
  /** Where in the values. */
  readonly path: string;
  readonly blocks: readonly string[];
  /** It says that it is for the internet; else nothing says that it is not. */
  readonly isExplicit: boolean;
}

const SCHEMES = ["service.beta.kubernetes.io/aws-load-balancer-scheme", "alb.ingress.kubernetes.io/scheme"];
const INTERNAL = "service.beta.kubernetes.io/aws-load-balancer-internal";
const RANGES = ["alb.ingress.kubernetes.io/inbound-cidrs", "service.beta.kubernetes.io/load-balancer-source-ranges"];

/** Load balancers on the internet that Helm values ask for. Those of Slurm's login are told by its own key. */
export function openedServices({ ofType, input }: ChangeSet): SectionFinding[] {
  return ofType("helm_release").flatMap((change) => {
    const isOwn = releaseOf(change).name === "slurm" && input.after?.slurm;
    if (isOwn || change.action === "delete") return [];
    const after = exposedBy(change.after);
    const before = after.length > 0 ? exposedBy(change.before) : [];
    return after.flatMap(({ path, blocks, isExplicit }) => {
      const known = before.find((old) => old.path === path);
      const all = blocks.length === 0 ? ["0.0.0.0/0"] : blocks;
      const added = known ? newBlocks(all, known.blocks.length === 0 ? ["0.0.0.0/0"] : known.blocks) : all;
      if (added.length === 0) return [];
      const title = isExplicit
        ? `${capital(resourceText(change))} has a load balancer on the internet (${path}), for ${andList(added.slice(0, 5))}.`
        : `${capital(resourceText(change))} has a load balancer (${path}), and nothing says that it is internal.`;
      const isDanger = isExplicit && reachOf(added) === "world";
      return [findingOn("security", isDanger ? "danger" : "warning", change, { title, about: ["platform"] })];
    });
  });
}

function exposedBy(values: ReviewedChange["before"]): Exposed[] {
  return listOf(values?.["values"]).flatMap((text) => {
    const document = typeof text === "string" && /internet-facing|LoadBalancer/.test(text) ? parseDocument(text) : null;
    return document ? exposed(document.value, "", []) : [];
  });
}

/** @param ranges blocks that an object around it allows */
function exposed(value: unknown, path: string, ranges: readonly string[]): Exposed[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => exposed(item, `${path}[${index}]`, ranges));
  if (typeof value !== "object" || value === null) return [];
  const object = recordOf(value);
  const own = [...rangesOf(object), ...rangesOf(recordOf(object["spec"]))];
  const around = own.length > 0 ? own : ranges;
  const annotations = { ...recordOf(object["annotations"]), ...recordOf(recordOf(object["metadata"])["annotations"]) };
  const scheme = SCHEMES.map((key) => annotations[key]).find((found) => found !== undefined);
  const isBalancer = [object["type"], recordOf(object["spec"])["type"]].includes("LoadBalancer");
  const listed = RANGES.flatMap((key) =>
    typeof annotations[key] === "string" ? annotations[key].split(/\s*,\s*/) : [],
  );
  const isExplicit = scheme === "internet-facing";
  const isSilent = isBalancer && scheme === undefined && annotations[INTERNAL] === undefined;
  if (isExplicit || isSilent)
    return [{ path: path || "values", blocks: listed.length > 0 ? listed : around, isExplicit }];
  return Object.entries(object).flatMap(([key, inner]) => exposed(inner, path === "" ? key : `${path}.${key}`, around));
}

const rangesOf = (object: Readonly<Record<string, unknown>>): string[] =>
  listOf(object["loadBalancerSourceRanges"]).map(String);
