const V4_PART = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const V4 = new RegExp(`^${V4_PART}(?:\\.${V4_PART}){3}$`);
/** What resolvers read as a number, and not as a name: its last part is one. */
const ENDS_IN_NUMBER = /(?:^|\.)(?:\d+|0x[\da-f]*)$/;
/** An address of IPv4 within IPv6, as URL writes it. */
const MAPPED = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/;

/** Host of an address with a scheme and maybe a port: `https://minio.example.com:9000`. */
export const endpointHost = (endpoint: string): string => endpoint.replace(/^https?:\/\//i, "").replace(/:\d+$/, "");

/**
 * One text for each host, however it is written: lower case, no dot at the end, IPv4 as four numbers, IPv6 in its short form. What
 * is no host stays as it is, in lower case.
 * @see https://url.spec.whatwg.org/#host-parsing
 */
export function normalHost(host: string): string {
  const plain = host.toLowerCase().replace(/\.$/, "");
  if (!plain.includes(":") && !ENDS_IN_NUMBER.test(plain)) return plain;
  const url = `http://${plain.includes(":") ? `[${plain}]` : plain}/`;
  if (!URL.canParse(url)) return plain;
  const found = new URL(url).hostname.replace(/^\[|\]$/g, "");
  const [, high, low] = MAPPED.exec(found) ?? [];
  if (high === undefined || low === undefined) return found;
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return `${a >> 8}.${a & 255}.${b >> 8}.${b & 255}`;
}

/** Whether a host is whoever asks: loopback, or no address at all. */
export const isThisHost = (host: string): boolean =>
  /^(?:localhost(?:\..*)?|.*\.localhost|127\..*|0\..*|::1?)$/.test(normalHost(host));

/** Whether a host is an address of IPv4, and no name. */
export const isAddressV4 = (host: string): boolean => V4.test(host);

/** Whether a text may be one machine that others reach: a name, or an address that is whole and of one machine on any network. */
export function isOneMachine(host: string): boolean {
  const plain = host.toLowerCase().replace(/\.$/, "");
  if (!plain.includes(":") && ENDS_IN_NUMBER.test(plain) && !V4.test(plain)) return false;
  if (plain.includes(":") && !URL.canParse(`http://[${plain}]/`)) return false;
  const address = normalHost(host);
  // 224 to 239: multicast; above: reserved, and broadcast
  if (V4.test(address)) return !address.startsWith("169.254.") && Number(address.split(".")[0]) < 224;
  return !(plain.includes(":") && /^(?:ff[\da-f]{2}|fe[89ab][\da-f]):/.test(address));
}

/** What a text must be for `isOneMachine`. */
export const ONE_MACHINE =
  "must be a name, or an address of one machine: IPv4 has four parts of 0 to 255, and multicast, broadcast and link-local addresses are none";
