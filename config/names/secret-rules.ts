import { CHARTS } from "../facts/versions";
import type { Rule } from "../kernel/rule";
import { namedSecrets, type NamedSecret } from "./named-secrets";

/** How names of Secrets begin that charts and operators make themselves, by namespace; null is any. */
const TAKEN: readonly { readonly namespace: string | null; readonly start: string; readonly whose: string }[] = [
  { namespace: null, start: "sh.helm.release.", whose: "Helm" },
  { namespace: null, start: "railyard-", whose: "Railyard" },
  { namespace: CHARTS.slurm.namespace, start: "slurm-auth-", whose: "Slurm" },
  { namespace: CHARTS.slurm.namespace, start: "slurm-login-", whose: "Slurm" },
  { namespace: CHARTS.slurm.namespace, start: "slurm-database", whose: "the accounting database" },
];

/** What a Secret is for, so that two volumes of one store may share theirs. */
const purpose = ({ path, holds }: NamedSecret): string => (path[0] === "storage" ? "storage" : holds);

const taken: Rule = {
  id: "names/secret-taken",
  title: "A Secret that config names is made by nobody else.",
  severity: "error",
  why: "Operators and Helm write Secrets of such names, and delete them: what somebody put there is lost, or what is theirs comes into pods of others.",
  source:
    "https://github.com/SlinkyProject/slurm-operator/blob/v1.2.1/helm/slurm/values.yaml; https://helm.sh/docs/topics/advanced/#storage-backends",
  *check({ env }) {
    for (const { name, namespace, path } of namedSecrets(env)) {
      const row = TAKEN.find((one) => (one.namespace ?? namespace) === namespace && name.startsWith(one.start));
      if (!row) continue;
      yield {
        path,
        message: `${name} is a name as ${row.whose} gives its own Secrets`,
        fix: "give the Secret another name, such as one that says what is in it",
      };
    }
  },
};

const twice: Rule = {
  id: "names/secret-twice",
  title: "A Secret is for one thing.",
  severity: "error",
  why: "Who reads it for one thing has the other as well: passwords of directories and databases would come into pods in which people work.",
  source: "https://kubernetes.io/docs/concepts/security/secrets-good-practices/#least-privilege-secrets",
  *check({ env }) {
    const seen = new Map<string, NamedSecret>();
    const named = new Set<string>();
    for (const secret of namedSecrets(env)) {
      const id = `${secret.namespace}/${secret.name}`;
      const first = seen.get(id) ?? secret;
      seen.set(id, first);
      const at = JSON.stringify(secret.path);
      if (purpose(first) === purpose(secret) || named.has(at)) continue;
      named.add(at);
      yield {
        path: secret.path,
        message: `${secret.name} in the namespace ${secret.namespace} has ${first.holds} already (${first.path.join(".")})`,
        fix: `make a Secret of its own for ${secret.holds}, and name that`,
      };
    }
  },
};

/** Secrets of Kubernetes that config names. */
export const NAMED_SECRET_RULES: readonly Rule[] = [taken, twice];
