import { X509Certificate } from "node:crypto";
import { certificatesIn } from "../../../kernel/certificates";
import type { ConfigPath } from "../../../kernel/issues";
import type { AwsRule } from "../rule";

const TRUST_MODEL = "https://docs.aws.amazon.com/rolesanywhere/latest/userguide/trust-model.html";

const PEM_PATH: ConfigPath = ["cluster", "hybrid", "credentials", "trustAnchor", "pem"];

/** Certificates that servers on premises are trusted by. */
export const HYBRID_CERTIFICATE_RULES: readonly AwsRule[] = [
  {
    id: "hybrid/authority-certificates",
    title: "Certificates of a trust anchor are those of authorities.",
    severity: "error",
    why: "IAM Roles Anywhere takes certificates of authorities alone (X.509 version 3, CA: true): it refuses the anchor, after the cluster stands.",
    source: TRUST_MODEL,
    *check({ config: { cluster } }) {
      const credentials = cluster.hybrid?.credentials;
      if (credentials?.kind !== "roles-anywhere" || credentials.trustAnchor.kind !== "certificates") return;
      const certificates = certificatesIn(credentials.trustAnchor.pem);
      for (const [index, pem] of certificates.entries()) {
        const which = certificates.length === 1 ? "the certificate" : `certificate ${index + 1}`;
        const found = parsed(pem);
        const fix =
          "write the certificate of the authority that signs those of the servers, as `openssl x509 -text` reads it";
        if (!found) yield { path: PEM_PATH, message: `${which} cannot be read: it is no X.509 certificate`, fix };
        else if (!found.ca)
          yield {
            path: PEM_PATH,
            message: `${which} (${found.subject.replaceAll("\n", ", ")}) is none of an authority: it does not say CA: true`,
            fix,
          };
      }
    },
  },
];

function parsed(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}
