import { TAGS, access, type CatalogRows } from "../catalog-type";

const LOSE = "servers on premises lose their credentials within the hour, and with them the cluster";

export const ROLES_ANYWHERE: CatalogRows = {
  aws_rolesanywhere_trust_anchor: {
    noun: "trust anchor",
    loss: access(LOSE),
    about: ["cluster.hybrid.credentials"],
    replacedBy: [],
    orphan: TAGS,
  },
  aws_rolesanywhere_profile: {
    noun: "profile of Roles Anywhere",
    loss: access(LOSE),
    about: ["cluster.hybrid.credentials"],
    replacedBy: [],
    orphan: TAGS,
  },
};
