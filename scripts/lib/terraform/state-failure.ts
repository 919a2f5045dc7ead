import type { SiteEnvironment } from "../../../config/sites/environment";
import { awsFailure, type AwsFailure } from "../aws/failure";

/** What a store that is not AWS's wants. */
export const STORE_KEY =
  "Give Terraform a key of the store: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile with AWS_PROFILE.";

/** Errors of OpenSSL and Node about a certificate. */
const CERTIFICATE = /CERT|SIGNATURE|SELF_SIGNED|ISSUER/;

/**
 * Why the place of the states gave no answer, and what to do: of a store that is not AWS's nobody logs in to AWS, and its
 * certificate may be of an authority that only its owners know.
 * @param call as a permission of AWS is called: `s3:GetObject`
 */
export function stateFailure(error: unknown, call: string, { state }: Pick<SiteEnvironment, "state">): AwsFailure {
  const failure = awsFailure(error, call);
  if (state.kind !== "s3-compatible") return failure;
  const { kind } = failure;
  const { code = "", message } = error as Error & { code?: string };
  const at = `the store at ${state.endpoint}`;
  if (kind === "no-credentials" || kind === "expired" || kind === "denied")
    return {
      kind,
      text: `${at} does not take this key: ${message.replace(/\s+/g, " ").trim().slice(0, 300)}`,
      fix: STORE_KEY,
    };
  if (kind === "unreachable" && CERTIFICATE.test(code))
    return {
      kind,
      text: `the certificate of ${at} is of no authority that this machine knows (${code})`,
      fix: "Name the file with the certificate of its authority in AWS_CA_BUNDLE: Terraform, the AWS CLI and Railyard read it.",
    };
  if (kind === "unreachable")
    return {
      kind,
      text: `${at} does not answer: ${code || (error as Error).name}`,
      fix: "Look whether it runs, at state.endpoint, and at the network of this machine.",
    };
  if (kind === "not-found" || kind === "throttled") return failure;
  return {
    kind,
    text: `${at} gave an answer that is none of S3: ${(error as Error).name}`,
    fix: "Look at state.endpoint: http and https have ports of their own, and a console or a proxy may answer there.",
  };
}
