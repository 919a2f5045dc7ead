import { CHARTS } from "../../../config/facts/versions";
import type { CheckResult, PreflightCheck } from "../check";

const SECRETS = "https://kubernetes.io/docs/concepts/configuration/secret/";

/** AWS knows nothing of Secrets in a cluster: what one must hold is said, so that it is there when people come. */
export const USER_KEYS: PreflightCheck = {
  id: "slurm/keys-secret",
  title: "The Secret with keys of users has an entry for each.",
  actions: [],
  run: ({ environment: { slurm } }) => Promise.resolve(slurm?.keysSecretName === undefined ? [] : [unknown(slurm)]),
};

function unknown({
  keysSecretName,
  users,
}: {
  readonly keysSecretName?: string | undefined;
  readonly users: object;
}): CheckResult {
  const names = Object.keys(users);
  const files = names.map((name) => `--from-file=${name}=${name}.pub`).join(" ");
  return {
    verdict: "unknown",
    subject: `Secret ${keysSecretName}`,
    text: `AWS does not know it: it must be in the namespace ${CHARTS.slurm.namespace}, with lines of .pub files under ${names.join(", ")}; who is not in it has the keys of config alone`,
    fix: `kubectl create secret generic ${keysSecretName} --namespace ${CHARTS.slurm.namespace} ${files}`,
    source: SECRETS,
  };
}
