import { generateKeyPairSync } from "node:crypto";
import type { RunKey } from "../../../constructs/verify/check-pods";

const TYPE = "ecdsa-sha2-nistp256";
const CURVE = "nistp256";

/** A key pair for one run, in forms that OpenSSH reads. It is in a Secret for as long as the run takes, and nowhere else. */
export function runKey(): RunKey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x, y } = publicKey.export({ format: "jwk" }) as { x: string; y: string };
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  const blob = Buffer.concat([Buffer.from(TYPE), Buffer.from(CURVE), point].map(field));
  return {
    private: privateKey.export({ format: "pem", type: "sec1" }).toString(),
    public: `${TYPE} ${blob.toString("base64")} railyard-verify\n`,
  };
}

/** A field of the key: its length, and what it is. @see https://www.rfc-editor.org/rfc/rfc5656#section-3.1 */
function field(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
