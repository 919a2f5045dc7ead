import { z } from "zod";
import { key } from "../kernel/key";
import { isSecretUnder } from "../kernel/secret-names";
import { maskText } from "../kernel/secret-text";
import { secretKeyName, secretNameSchema } from "../slurm/secret-name";

/** A Secret with what proves who calls. */
export interface LoginSecret {
  /** Namespace in which the Secret must be. */
  readonly namespace: string;
  /** What happens without the Secret: a whole sentence. */
  readonly without: string;
  readonly source: string;
}

const NO_LOGIN = "must have no name and no password: everybody reads them; give them as login, from a Secret";

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

const address = z.url({ protocol: /^https?$/, error: "must be an address with http or https" });

/** An address without what only its owner may know, to which more is appended. */
export const plainAddress = address
  .refine((url) => partsAreEmpty(url, ["username", "password"]), NO_LOGIN)
  .refine((url) => partsAreEmpty(url, ["search", "hash"]), "must have no query and no fragment: nothing takes them");

/** An address that is called as it is: its query may say what is stored how, and no secret. */
export const calledAddress = address
  .refine((url) => partsAreEmpty(url, ["username", "password"]), NO_LOGIN)
  .refine((url) => partsAreEmpty(url, ["hash"]), "must have no fragment: nothing takes it")
  .refine(
    (url) => !hasSecretQuery(url),
    "must have no secret in its query, which everybody reads: give it as login, from a Secret",
  );

function partsAreEmpty(url: string, parts: readonly ("username" | "password" | "search" | "hash")[]): boolean {
  if (!URL.canParse(url)) return true;
  const parsed = new URL(url);
  return parts.every((part) => parsed[part] === "");
}

/** Parts of names under which services take what proves who calls. */
const OFTEN_SECRET = /key|sig|auth|token|pass|secret|cred/i;

function hasSecretQuery(url: string): boolean {
  if (!URL.canParse(url)) return false;
  return [...new URL(url).searchParams].some(
    ([name, value]) => OFTEN_SECRET.test(name) || isSecretUnder(name, value) || maskText(value) !== value,
  );
}

/** Whether a host is of the cluster or of a private network, by its name or its address. */
export const isNear = (host: string): boolean =>
  !host.includes(".") ||
  /\.(?:svc|cluster\.local|internal|local|lan)$/.test(host) ||
  /^(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(host);
