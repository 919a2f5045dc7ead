import { certificateFault } from "../kernel/corrected";
import type { Issue } from "../kernel/issues";
import { isPlain, record } from "../kernel/plain";

/** What is at a path beside the environments. */
export type FileBeside = { readonly text: string } | { readonly fault: string };

/** Reads a file of the folder of environments, by its path in there. */
export type ReadBeside = (path: string) => FileBeside;

/** Certificates are a few KiB: what is far larger is another file. */
const MOST_CHARACTERS = 65_536;

const CERTIFICATE = /-----BEGIN CERTIFICATE-----\r?\n[A-Za-z0-9+/=\r\n]+-----END CERTIFICATE-----/g;

/** A written environment with the texts of its files in the places of their names, and what is wrong with them. */
export interface WithTexts {
  readonly input: unknown;
  readonly issues: readonly Issue[];
}

/** Puts certificates in the place of `{ file }`. What cannot be read stays as it is, and is told. */
export function withAuthorityTexts(input: unknown, read: ReadBeside): WithTexts {
  const { outbound } = record(input);
  const { authorities } = record(outbound);
  if (!isPlain(authorities)) return { input, issues: [] };
  const issues: Issue[] = [];
  const texts = Object.entries(authorities).map(([name, written]) => {
    if (!isPlain(written) || typeof written.file !== "string" || !AUTHORITY_FILE.test(written.file))
      return [name, written];
    const certificate = certificateIn(written.file, read);
    if ("text" in certificate) return [name, certificate.text];
    issues.push({ ...certificate.issue, path: ["outbound", "authorities", name, "file"] });
    return [name, written];
  });
  const replaced = { ...record(outbound), authorities: Object.fromEntries(texts) as unknown };
  return { input: { ...record(input), outbound: replaced }, issues };
}

/** A path below the folder of environments, which nothing leads out of. */
export const AUTHORITY_FILE =
  /^(?:\.\/)?(?:[A-Za-z0-9][\w-]*(?:\.[\w-]+)*\/)*[A-Za-z0-9][\w-]*(?:\.[\w-]+)*\.(?:pem|crt|cer)$/;

/** The one certificate of a file: what openssl writes around it, and ends of lines of Windows, are left out. */
function certificateIn(file: string, read: ReadBeside): { text: string } | { issue: Omit<Issue, "path"> } {
  const found = read(file);
  if ("fault" in found)
    return {
      issue: {
        message: `${file} cannot be read: ${found.fault}`,
        hint: "the path begins at config/environments, and the file is committed beside the environment",
      },
    };
  const { text } = found;
  const certificates = text.match(CERTIFICATE) ?? [];
  const [certificate] = certificates;
  if (certificate !== undefined && certificates.length === 1 && !text.includes("PRIVATE KEY"))
    return { text: `${certificate.replaceAll("\r", "")}\n` };
  if (text.length > MOST_CHARACTERS)
    return { issue: { message: `${file} has ${text.length} characters: it is no certificate`, hint: WRITE } };
  if (text.includes("PRIVATE KEY")) return { issue: { message: withKey(file, text), hint: WRITE } };
  if (certificates.length === 0)
    return {
      issue: {
        message: `${file} has no certificate in PEM`,
        hint: `${WRITE}; one in DER becomes one in PEM by "openssl x509 -inform der -in FILE -out ${file}"`,
      },
    };
  return {
    issue: {
      message: `${file} has ${certificates.length} certificates`,
      hint: "write each to a file of its own, under a name of its own: the name is by what a review speaks of it",
    },
  };
}

const WRITE = "give the file of one certificate, with -----BEGIN CERTIFICATE----- in it";

/** As of a certificate that is written out. */
const withKey = (file: string, text: string): string =>
  certificateFault(`${file} must be a certificate`)({ input: text });
