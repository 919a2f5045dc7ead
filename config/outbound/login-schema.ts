import { z } from "zod";
import { key } from "../kernel/key";
import { secretKeyName, secretNameSchema } from "../slurm/secret-name";

/** A Secret with what proves who calls. */
export interface LoginSecret {
  /** Namespace in which the Secret must be. */
  readonly namespace: string;
  /** What happens without the Secret: a whole sentence. */
  readonly without: string;
  readonly source: string;
}

/** How a pod proves to a service outside of the cluster who it is: not at all, by name and password, or by a token. */
export function loginSchema({ namespace, without, source }: LoginSecret, example: string) {
  const secretName = (holds: string) =>
    key(secretNameSchema, {
      description: `Kubernetes Secret in the namespace ${namespace} with ${holds}. ${without}`,
      example,
      update: "in-place",
      source,
    });
  return z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("none") }),
    z.strictObject({
      kind: z.literal("basic"),
      secretName: secretName("a name and a password, of the type kubernetes.io/basic-auth for example"),
      usernameKeyName: secretKeyName("username"),
      passwordKeyName: secretKeyName("password"),
    }),
    z.strictObject({
      kind: z.literal("bearer"),
      secretName: secretName("a token"),
      secretKeyName: secretKeyName("token"),
    }),
  ]);
}

export type Login = z.output<ReturnType<typeof loginSchema>>;

/** Secret that a login needs; null: none. */
export const loginSecret = (login: Login): string | null => (login.kind === "none" ? null : login.secretName);

/** An address without what only its owner may know. */
export const plainAddress = z
  .url({ protocol: /^https?$/, error: "must be an address with http or https" })
  .refine(
    (url) => isPlain(url),
    "must have no name, password, query or fragment: those are secrets, or nothing takes them",
  );

function isPlain(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { username, password, search, hash } = new URL(url);
  return [username, password, search, hash].every((part) => part === "");
}

/** Whether a host is of the cluster or of a private network, by its name or its address. */
export const isNear = (host: string): boolean =>
  !host.includes(".") ||
  /\.(?:svc|cluster\.local|internal|local|lan)$/.test(host) ||
  /^(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(host);
