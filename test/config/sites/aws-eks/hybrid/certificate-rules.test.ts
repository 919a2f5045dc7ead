import { HYBRID_CERTIFICATE_RULES } from "../../../../../config/sites/aws-eks/hybrid/certificate-rules";
import { hybrid, PEM, SERVER_PEM } from "../../../../helpers/hybrid";
import { ruleCases } from "../../../../helpers/rule-cases";

const trusting = (pem: string) =>
  hybrid({ credentials: { kind: "roles-anywhere", trustAnchor: { kind: "certificates", pem } } });
const AT = ["cluster", "hybrid", "credentials", "trustAnchor", "pem"];
const NONSENSE = `-----BEGIN CERTIFICATE-----\n${"A".repeat(64)}\n-----END CERTIFICATE-----\n`;

ruleCases(HYBRID_CERTIFICATE_RULES, {
  "hybrid/authority-certificates": {
    severity: "error",
    trips: [
      { change: trusting(NONSENSE), at: AT, message: ["the certificate cannot be read"] },
      { change: trusting(SERVER_PEM), at: AT, message: ["the certificate (CN=server) is none of an authority"] },
      { change: trusting(PEM + SERVER_PEM), at: AT, message: ["certificate 2 (CN=server)"], fix: ["openssl x509"] },
    ],
    passes: [
      { change: trusting(PEM), when: "the certificate of an authority" },
      { change: trusting(PEM + PEM), when: "two of them" },
      { change: hybrid(), when: "servers that join by Systems Manager" },
      {
        change: hybrid({
          credentials: {
            kind: "roles-anywhere",
            trustAnchor: { kind: "private-ca", arn: "arn:aws:acm-pca:us-east-1:111122223333:certificate-authority/a" },
          },
        }),
        when: "an authority of AWS",
      },
    ],
  },
});
