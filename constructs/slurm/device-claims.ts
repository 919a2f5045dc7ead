import { claimObjects } from "../kubernetes/device-claims";
import { claimTemplateName } from "./node-set";
import type { SlurmNodeGroupProps } from "./slurm-types";
import type { ComputeDomain, ResourceClaimTemplate } from "../kubernetes/custom-resources";

/** Templates from which each slurmd pod of a group claims all devices of its node. */
export const deviceClaims = (
  group: SlurmNodeGroupProps,
  namespace: string,
): readonly (ComputeDomain | ResourceClaimTemplate)[] =>
  claimObjects(group.deviceClaims, { namespace, templateName: (claim) => claimTemplateName(group, claim) });
