import { NotRecordedError } from "./answers";
import { unreachedFix } from "./proxy";

/** Why a call to AWS gave no answer. */
export type AwsFailureKind =
  | "no-credentials"
  | "expired"
  | "denied"
  | "throttled"
  | "unreachable"
  | "not-found"
  | "not-aws"
  | "not-recorded"
  | "refused";

export interface AwsFailure {
  readonly kind: AwsFailureKind;
  /** One sentence for a person: what happened. */
  readonly text: string;
  /** What to do about it. */
  readonly fix: string;
}

const NO_CREDENTIALS = ["CredentialsProviderError", "InvalidClientTokenId", "UnrecognizedClientException"];
const NO_CREDENTIALS_MORE = ["AuthFailure", "SignatureDoesNotMatch", "InvalidAccessKeyId", "InvalidSignatureException"];
const EXPIRED = ["ExpiredToken", "ExpiredTokenException", "RequestExpired", "TokenRefreshRequired"];
const DENIED = ["AccessDenied", "AccessDeniedException", "UnauthorizedOperation", "UnauthorizedException", "Forbidden"];
const THROTTLED = ["Throttling", "ThrottlingException", "ThrottledException", "RequestLimitExceeded"];
const THROTTLED_MORE = ["TooManyRequestsException", "SlowDown", "RequestThrottled", "RequestThrottledException"];
const UNREACHABLE =
  /^(ENOTFOUND|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EAI_AGAIN|EPIPE|ERR_TLS.*|CERT_.*|.*CERT.*|UNABLE_TO_VERIFY.*)$/;
const NOT_FOUND = /NotFound|NoSuch|NonExistent|ResourceNotFound/;

/** Sorts what the SDK threw. Errors that are no answer of AWS (a bug of ours) are thrown on. */
export function awsFailure(error: unknown, call: string): AwsFailure {
  if (!(error instanceof Error)) throw error;
  const { name, code = "", $metadata } = error as Error & { code?: string; $metadata?: { httpStatusCode?: number } };
  const message = error.message.replace(/\s+/g, " ").trim().slice(0, 300);
  const failure = (kind: AwsFailureKind, text: string, fix: string): AwsFailure => ({ kind, text, fix });
  if (error instanceof NotRecordedError)
    return failure(
      "not-recorded",
      message,
      "Record again with --record: the config has changed since, or the recording is of another environment.",
    );
  if (EXPIRED.includes(name) || /token (included in the request )?(is|has) expired|SSO session.*expired/i.test(message))
    return failure("expired", "The AWS credentials have expired.", "Log in again, such as with `aws sso login`.");
  if ([...NO_CREDENTIALS, ...NO_CREDENTIALS_MORE].includes(name))
    return failure(
      "no-credentials",
      `There are no usable AWS credentials: ${message}`,
      "Log in, such as with `aws sso login`, or set AWS_PROFILE.",
    );
  if (DENIED.includes(name))
    return failure(
      "denied",
      `${call} is not permitted for these credentials.`,
      `Give the caller the permission ${call}.`,
    );
  if ([...THROTTLED, ...THROTTLED_MORE].includes(name))
    return failure("throttled", `AWS throttled ${call}, in every try.`, "Try again in some minutes.");
  if (UNREACHABLE.test(code) || name === "TimeoutError")
    return failure("unreachable", `${call} got no answer: ${code || name}.`, unreachedFix(code));
  // a page of a proxy or of a captive network, where AWS would have spoken
  if (/Deserialization error/.test(error.message))
    return failure(
      "not-aws",
      `${call} was answered by something that is not AWS${$metadata?.httpStatusCode ? ` (HTTP ${$metadata.httpStatusCode})` : ""}.`,
      "Look at the proxy of this machine (HTTPS_PROXY) and at AWS_ENDPOINT_URL.",
    );
  if (NOT_FOUND.test(name) || $metadata?.httpStatusCode === 404)
    return failure("not-found", `${call}: ${message || name}`, "Look at the id and the Region.");
  if ($metadata !== undefined) return failure("refused", `${call} failed: ${name}: ${message}`, "See what AWS says.");
  throw error;
}
