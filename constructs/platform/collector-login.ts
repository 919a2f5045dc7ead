import type { Login } from "../../config/outbound/login-schema";

/** Folder of a collector with name and password, or the token. */
export const LOGIN_FOLDER = "/etc/railyard/login";

/** An extension of the collector of OpenTelemetry, by which its exporters prove who they are. */
export interface LoginExtension {
  readonly name: string;
  readonly config: { readonly [key: string]: unknown };
}

/**
 * What proves who calls; null: nothing does. Files, and not variables: their values would be read as configuration, and a Secret that
 * changes would not be seen.
 */
export function loginExtension(login: Login): LoginExtension | null {
  if (login.kind === "none") return null;
  const file = (key: string): string => `${LOGIN_FOLDER}/${key}`;
  return login.kind === "basic"
    ? {
        name: "basicauth",
        config: {
          client_auth: { username_file: file(login.usernameKeyName), password_file: file(login.passwordKeyName) },
        },
      }
    : { name: "bearertokenauth", config: { filename: file(login.secretKeyName) } };
}
