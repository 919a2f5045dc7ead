import { z } from "zod";

/**
 * One address as Alertmanager reads it when it sends: `alerts@example.com`, `root@localhost`, or with a name before it in
 * angle brackets. Braces are refused, since these values are templates there.
 * @see https://pkg.go.dev/net/mail#ParseAddress
 */
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`|~-]+";
const HOST = "[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?";
const ADDRESS = `${ATOM}(?:\\.${ATOM})*@(?:${HOST}(?:\\.${HOST})*|\\[\\d{1,3}(?:\\.\\d{1,3}){3}\\])`;
const NAME = `(?:"[^"\\\\{}\\p{Cc}]+"|[\\p{L}\\p{N}!#$%&'*+/=?^_\`|~. -]+)`;

/** An address of mail, with a name or without. */
export const mailbox = z
  .string()
  .max(320)
  .regex(
    new RegExp(`^(?:${ADDRESS}|(?:${NAME} ?)?<${ADDRESS}>)$`, "u"),
    'must be one address, such as alerts@example.com, or with a name: GPU alerts <alerts@example.com>; a name with commas, colons or brackets stands in "…"',
  );

/** A host or an address, and its port. @see https://pkg.go.dev/net#SplitHostPort */
export const hostAndPort = z.string().superRefine((text, context) => {
  const colon = text.lastIndexOf(":");
  const [host, port] = [text.slice(0, colon), text.slice(colon + 1)];
  if (!isHost(host) || !/^\d{1,5}$/.test(port))
    context.addIssue({
      code: "custom",
      message: "must be a host and a port, such as smtp.example.com:587, or [2001:db8::25]:587",
    });
  else if (Number(port) < 1 || Number(port) > 65_535)
    context.addIssue({ code: "custom", message: "must have a port between 1 and 65535; 587 and 25 are usual" });
});

const isHost = (host: string): boolean =>
  host.startsWith("[") && host.endsWith("]")
    ? z.ipv6().safeParse(host.slice(1, -1)).success
    : new RegExp(`^${HOST}(?:\\.${HOST})*\\.?$`).test(host);
