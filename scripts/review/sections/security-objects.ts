import { awsOf } from "../../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { hiddenBy } from "../../../config/storage/mount-folders";
import { parseDocument } from "../../lib/files/documents";
import { rawOf } from "../changes/raw-values";
import type { ReviewedChange } from "../changes/resource-changes";
import type { ImageOwners } from "./object-images";
import { folderPower, powersIn } from "./object-powers";
import { findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { capital, count, listOf, recordOf, resourceText } from "./words";

/** Objects that stand in Kubernetes by themselves; releases bring theirs in the values of a chart. */
const OBJECTS = /^kubernetes_/;

/** What releases and objects are allowed that they were not before. A chart's own defaults are the chart's. */
export function openedObjects(changeSet: ChangeSet): SectionFinding[] {
  const { before } = changeSet.input;
  // a mirror that only this change names is not known to be one's own
  const mirrors = Object.values((before ?? changeSet.input.after)?.platform.images.mirrors ?? {});
  const owners = { account: awsOf(changeSet.env)?.account ?? null, mirrors };
  const folders = new Set(hostFolders(changeSet.input.after).map(folderPower));
  return changeSet.changes.flatMap((change) => {
    if (change.action === "delete" || !(change.type === "helm_release" || OBJECTS.test(change.type))) return [];
    const now = powers(change.after, owners);
    if (now.length === 0) return [];
    const known = new Set(powers(change.before, owners));
    const come = now.filter((one) => !known.has(one));
    if (come.length === 0) return [];
    const [first = "", ...more] = come;
    const isWritten = come.every((one) => folders.has(one));
    const others = more.length > 0 ? `, and ${count(more.length, "right")} more` : "";
    return [
      // an environment that is new is made with what its charts need; folders of hosts that config names are no surprise
      findingOn("security", before === null || isWritten ? "info" : "danger", change, {
        title: `${capital(resourceText(change))} ${isWritten ? "has what config names" : "is allowed more"}: ${first}${others}.`,
        details: more.map((one) => `Also: ${one}.`),
        about: ["platform"],
      }),
    ];
  });
}

/** Folders of hosts that config names for volumes and scratch space, but those that systems need. */
const hostFolders = (env: SiteEnvironment | null): string[] =>
  env === null
    ? []
    : [
        ...env.storage.flatMap(({ hostFolder }) => hostFolder ?? []),
        ...env.nodeGroups.flatMap(({ machines }) => (machines.kind === "existing" ? (machines.scratch ?? []) : [])),
      ].filter((folder) => hiddenBy(folder) === undefined);

const known = new WeakMap<object, readonly string[]>();

function powers(values: ReviewedChange["before"], owners: ImageOwners): readonly string[] {
  if (values === null) return [];
  const found = known.get(values) ?? powersIn(documents(rawOf(values) ?? values), owners);
  known.set(values, found);
  return found;
}

/** Values of a release, those that are set one by one among them; or the object itself. */
function documents(values: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (!("chart" in values)) return [values];
  const texts = listOf(values["values"]).flatMap((one) => (typeof one === "string" ? [parse(one)] : []));
  const single = ["set", "set_list"]
    .flatMap((key) => listOf(values[key]))
    .map((one) => {
      const { name, value } = recordOf(one);
      const last =
        String(name)
          .split(/(?<!\\)\./)
          .at(-1) ?? "";
      return { [last.replace(/\[\d+\]$/, "")]: value === "true" ? true : value };
    });
  return [...texts, ...single];
}

/** Texts that are no document are looked at as texts; objects may stand in texts. */
function parse(text: string): unknown {
  return unfold(parseDocument(text)?.value ?? text);
}

function unfold(value: unknown): unknown {
  if (typeof value === "string")
    return value.includes("\n") && /^\s*(?:apiVersion|kind):/m.test(value)
      ? [value, parseDocument(value)?.value]
      : value;
  if (Array.isArray(value)) return value.map(unfold);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unfold(inner)]));
}
