import { z } from "zod";
import { certificateFault } from "./corrected";

/** Certificates, and nothing else: a private key does not fit. */
export const pemSchema = z
  .string()
  .regex(
    /^-----BEGIN CERTIFICATE-----\n[A-Za-z0-9+/=\n]+\n-----END CERTIFICATE-----\n?(-----BEGIN CERTIFICATE-----\n[A-Za-z0-9+/=\n]+\n-----END CERTIFICATE-----\n?)*$/,
    {
      error: certificateFault(
        "must be certificates in PEM: -----BEGIN CERTIFICATE----- and what follows, without a private key",
      ),
    },
  );
