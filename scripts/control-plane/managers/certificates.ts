import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Api } from "../api";
import type { ControlPlane } from "../start";

/** The folder of a manager for the certificate that it shows: the one in which managers look that are told of none. */
export const certificateFolder = (folder: string): string => join(folder, "k8s-webhook-server", "serving-certs");

/** Gives a manager the certificate of the API server. */
export function lendCertificate({ file, key }: ControlPlane["certificate"], folder: string): void {
  mkdirSync(folder, { recursive: true });
  copyFileSync(file, join(folder, "tls.crt"));
  copyFileSync(key, join(folder, "tls.key"));
}

/**
 * Acts for the kubelet: writes what a manager has put into its Secret, as files of its pod.
 * @returns whether they are there
 */
export async function mountCertificate(api: Api, secret: string, folder: string): Promise<boolean> {
  if (existsSync(join(folder, "tls.crt"))) return true;
  const { status, body } = await api.ask("GET", secret);
  const { data = {} } = (status === 200 ? body : {}) as { data?: Readonly<Record<string, string>> };
  const names = ["ca.crt", "tls.key", "tls.crt"];
  if (names.some((name) => !data[name])) return false;
  mkdirSync(folder, { recursive: true });
  for (const name of names) writeFileSync(join(folder, name), Buffer.from(data[name]!, "base64"), { mode: 0o600 });
  return true;
}
