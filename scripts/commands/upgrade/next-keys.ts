import { isNamedImage } from "../../../config/sites/aws-eks/images/resolve";
import type { LoadedOnAws } from "../../lib/environments/on-aws";
import { bestRelease } from "./image-steps";
import type { KeyEdit } from "./edit-environment";
import type { Step, UpgradePlan } from "./model";
import type { Newest } from "./newest";
import { ec2Groups } from "../../../config/sites/aws-eks/nodes/ec2-groups";

/** A key of an environment file that gets another version. */
export interface NextKey extends KeyEdit {
  readonly before: string;
  readonly source: string;
}

export interface NextKeys {
  readonly keys: readonly NextKey[];
  /** Step that the keys are of; null: no key changes now. */
  readonly step: Step | null;
}

const NONE: NextKeys = { keys: [], step: null };

/** What an environment file gets next: one step, since each has to be deployed before the next one. */
export function nextKeys(loaded: LoadedOnAws, { steps }: UpgradePlan, newest: Newest): NextKeys {
  const at = steps.findIndex(({ kind, groups }) => kind === "kubernetes" || groups !== undefined);
  const step = steps[at];
  if (!step) return NONE;
  // charts that an older minor holds back are deployed before
  if (step.kind === "kubernetes" && at > 0) return NONE;
  return { keys: step.kind === "kubernetes" ? [minorKey(loaded, newest)] : releaseKeys(loaded, step, newest), step };
}

function minorKey({ resolved }: LoadedOnAws, newest: Newest): NextKey {
  const before = resolved.cluster.version;
  const value = newest.minors[newest.minors.indexOf(before) + 1] ?? before;
  const source = newest.dates(value)?.source ?? "config/facts/versions.ts";
  return { path: ["cluster", "version"], value, before, source };
}

function releaseKeys({ resolved }: LoadedOnAws, { groups = [] }: Step, newest: Newest): NextKey[] {
  return ec2Groups(resolved).flatMap((group): NextKey[] => {
    const {
      name,
      machines: { image },
    } = group;
    const { version } = resolved.cluster;
    const value = bestRelease(group, newest, version);
    if (!groups.includes(name) || isNamedImage(image) || value === null) return [];
    const source = (image.kind === "al2023" ? newest.al2023(version) : newest.bottlerocket(version))?.source ?? "";
    return [{ path: ["nodeGroups", name, "image", "release"], value, before: image.release ?? "none", source }];
  });
}
