type Env = Readonly<Record<string, string | undefined>>;

/** Variables by which other programs, Terraform and the AWS CLI among them, know a proxy. */
const NAMES = ["HTTPS_PROXY", "https_proxy"] as const;

/** Variable that names a proxy; null where none does. The address itself may have a password in it. */
export const proxyVariable = (env: Env = process.env): string | null => NAMES.find((name) => env[name]) ?? null;

/**
 * What to do where a host gave no answer. Neither the SDK nor the `fetch` of Node 20 goes through a proxy, so one that is set
 * is most often the reason.
 */
export function unreachedFix(env: Env = process.env): string {
  const name = proxyVariable(env);
  return name === null
    ? "Look at the network and DNS of this machine."
    : `${name} is set, but this command goes through no proxy (Terraform does): run it where the host is reached directly, or record there with --record and use --replay here.`;
}
