export type Env = Readonly<Record<string, string | undefined>>;

/** Variables by which programs, Terraform and the AWS CLI among them, know a proxy. */
const NAMES = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] as const;

/** Variable that names a proxy; null where none does. The address itself may have a password in it. */
export const proxyVariable = (env: Env = process.env): string | null => NAMES.find((name) => env[name]) ?? null;

/** What to do where a host of AWS gave no answer. @param problem as the system says it */
export function unreachedFix(problem = "", env: Env = process.env): string {
  if (/CERT|SIGNATURE|SELF_SIGNED|ISSUER/.test(problem))
    return "Where a proxy or a firewall has a CA of its own, name the file with its certificate in AWS_CA_BUNDLE.";
  const name = proxyVariable(env);
  return name === null
    ? "Look at the network and DNS of this machine."
    : `Look at the proxy of ${name}, which is used for all hosts but those of NO_PROXY, and at the network of this machine.`;
}
