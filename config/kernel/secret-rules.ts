import type { ConfigPath } from "./issues";
import type { Rule } from "./rule";
import { secretPlaces } from "./secret-values";

/** Places that have a rule of their own, which knows where their secrets belong. */
const ELSEWHERE: readonly (readonly (string | null)[])[] = [
  ["platform", "helmValues"],
  ["nodeGroups", null, "bootScript"],
  ["nodeGroups", null, "nodeadm"],
];

/** No value of a config file is a secret: labels, tags and names of teams go to AWS, to the state and to plans as they are. */
export const SECRETS_RULES: readonly Rule[] = [
  {
    id: "secrets/none-in-config",
    title: "Config holds no secrets.",
    severity: "error",
    why: "Config stands in Git, and its values in the Terraform state, in plans, in tags and in labels, in clear.",
    source: "https://developer.hashicorp.com/terraform/language/manage-sensitive-data",
    *check({ config }) {
      for (const { path, kind } of secretPlaces(config, [])) {
        if (ELSEWHERE.some((place) => isBelow(path, place))) continue;
        yield {
          path,
          message: `the value looks like ${kind}; it would be readable in Git, in the state and in plans`,
          fix: "keep it in Secrets Manager or in a Kubernetes Secret, and let what needs it read it there; if it was real, it must be changed",
          secret: true,
        };
      }
    },
  },
];

const isBelow = (path: ConfigPath, place: readonly (string | null)[]): boolean =>
  place.every((step, at) => (step === null ? path.length > at : path[at] === step));
