import { z } from "zod";

/**
 * Options of a line of authorized_keys that only say from where, until when and for what a key lets in, or give back what
 * `restrict` took. Those that run something (`command`), set variables (`environment`), make tunnels or let one key sign others
 * (`cert-authority`) are none of them: people have a shell on login nodes all the same, and whoever reads config sees who gets in.
 * @see https://man.openbsd.org/sshd#AUTHORIZED_KEYS_FILE_FORMAT
 */
const FLAGS: readonly string[] = [
  "restrict",
  ...["agent-forwarding", "port-forwarding", "pty", "user-rc", "x11-forwarding"].flatMap((name) => [
    name,
    `no-${name}`,
  ]),
  "verify-required",
];

/** Options with a value in quotes. */
const VALUES: Readonly<Record<string, (value: string) => boolean>> = {
  from: (value) => value.split(",").every(isFrom),
  "expiry-time": isTime,
  permitopen: (value) => isPlace(value, true),
  permitlisten: (value) => isPlace(value, false),
};

/** Whether all options before a key, as they stand there, are known and leave the line one that sshd reads. */
export function areKeyOptions(text: string): boolean {
  // no option that is taken has a quote or a backslash in its value
  if (!/^[a-z0-9-]+(="[^"\\]*")?(,[a-z0-9-]+(="[^"\\]*")?)*$/i.test(text)) return false;
  const options = [...text.matchAll(/([a-z0-9-]+)(?:="([^"]*)")?/gi)];
  return options.every(([, name = "", value]) => {
    // sshd takes names in any case
    const known = name.toLowerCase();
    if (value === undefined) return FLAGS.includes(known);
    return Object.hasOwn(VALUES, known) && VALUES[known]!(value);
  });
}

/** A block of addresses, an address or a pattern of names; sshd lets nobody in by a list that has a block it cannot read. */
function isFrom(text: string): boolean {
  const one = text.replace(/^!/, "");
  if (!one.includes("/")) return /^[A-Za-z0-9.:*?_-]+$/.test(one);
  const [address = "", length = "", ...rest] = one.split("/");
  const all = bitsOf(address);
  if (all === null || rest.length > 0 || !/^\d{1,3}$/.test(length)) return false;
  return Number(length) <= all.length && !all.slice(Number(length)).includes("1");
}

/** Null for what is no address, and for those of IPv6 that end as those of IPv4 do. */
function bitsOf(address: string): string | null {
  if (z.ipv4().safeParse(address).success) return bits(address.split("."), 10, 8);
  if (address.includes(".") || !z.ipv6().safeParse(address).success) return null;
  const [first = [], last = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  return bits([...first, ...Array<string>(8 - first.length - last.length).fill("0"), ...last], 16, 16);
}

const bits = (parts: readonly string[], radix: number, width: number): string =>
  parts.map((part) => parseInt(part, radix).toString(2).padStart(width, "0")).join("");

/** YYYYMMDD or YYYYMMDDHHMM[SS], with a Z for UTC. */
function isTime(text: string): boolean {
  const [, year, month, day, hour = "00", minute = "00", second = "00"] =
    /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?Z?$/.exec(text) ?? [];
  const moment = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const parsed = new Date(moment);
  // what no calendar has, JavaScript moves on
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString() === moment;
}

/** `host:port`, `[address]:port`, with * for any port; a listening one may leave the host out. */
function isPlace(text: string, needsHost: boolean): boolean {
  const [, host, port = ""] = /^(?:(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.*_-]+):)?(\*|\d{1,5})$/.exec(text) ?? [];
  if (host === undefined && needsHost) return false;
  return port === "*" || (Number(port) >= 1 && Number(port) <= 65_535);
}
