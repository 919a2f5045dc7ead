import { contains } from "../kernel/cidr";

/**
 * Whether programs of nodes reach a host without the proxy: a domain is that of all hosts under it, with a dot before it or without.
 * @param host a name or an IPv4 address, without a port
 * @param direct as `ResolvedProxy` has it
 * @see https://pkg.go.dev/golang.org/x/net/http/httpproxy#Config
 */
export const goesDirect = (host: string, direct: readonly string[]): boolean =>
  direct.some((entry) => {
    if (entry.includes("/")) return /^\d+(?:\.\d+){3}$/.test(host) && contains(entry, `${host}/32`);
    return host === entry || host.endsWith(entry.startsWith(".") ? entry : `.${entry}`);
  });
