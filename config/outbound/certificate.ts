import { X509Certificate } from "node:crypto";

/** What a certificate says of itself. */
export interface Certificate {
  readonly subject: string;
  /** Whether it may sign others. */
  readonly isAuthority: boolean;
  readonly from: Date;
  readonly to: Date;
}

/** @returns null for what is no certificate */
export function readCertificate(pem: string): Certificate | null {
  try {
    const read = new X509Certificate(pem);
    return {
      subject: read.subject.split("\n").join(", "),
      isAuthority: read.ca,
      from: new Date(read.validFrom),
      to: new Date(read.validTo),
    };
  } catch {
    return null;
  }
}
