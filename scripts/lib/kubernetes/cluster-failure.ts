import { record } from "../../../config/kernel/plain";
import { ExpectedError } from "../errors/expected-error";
import type { ClusterQuestion, ClusterReply } from "./question";

/** Why the Kubernetes API gave no answer. */
export type ClusterFailureKind =
  | "unreachable"
  | "untrusted"
  | "no-credentials"
  | "forbidden"
  | "throttled"
  | "not-found"
  | "not-kubernetes"
  | "not-recorded"
  | "refused";

export interface ClusterFailure {
  readonly kind: ClusterFailureKind;
  /** One sentence for a person: what happened. */
  readonly text: string;
  /** What to do about it. */
  readonly fix: string;
}

/** A question that has no answer. */
export class ClusterCallError extends Error {
  constructor(
    readonly failure: ClusterFailure,
    /** HTTP status; null: nothing answered. */
    readonly status: number | null = null,
  ) {
    super(failure.text);
  }
}

/**
 * Throws what the API did not answer as an error for people, and anything else as it is.
 * @param words the whole message
 */
export function rethrowInWords(error: unknown, words: (failure: ClusterFailure) => string): never {
  throw error instanceof ClusterCallError ? new ExpectedError(words(error.failure)) : error;
}

const NETWORK = "Look at the VPN, the firewall, the proxy (HTTPS_PROXY, NO_PROXY) and the DNS of this machine.";

/** Sorts a reply that is no answer. */
export function clusterFailure(question: ClusterQuestion, { status, body }: ClusterReply): ClusterFailure {
  const words = wordsOf(body);
  const call = `${question.method} ${question.path.split("?")[0]}`;
  const failure = (kind: ClusterFailureKind, text: string, fix: string): ClusterFailure => ({ kind, text, fix });
  if (typeof body === "string" && (status === null || status >= 500)) return networkFailure(words);
  switch (status) {
    case 401:
      return failure(
        "no-credentials",
        "The cluster does not know these credentials.",
        "Log in again, and look whether the context is that of this cluster.",
      );
    case 403:
      return failure("forbidden", `${call} is not allowed: ${words}`, "Ask whoever runs the cluster for the right.");
    case 404:
      return failure("not-found", `${call}: there is none.`, "Look at the name, and whether the kind is installed.");
    case 429:
      return failure("throttled", `The cluster is too busy to answer ${call}.`, "Try again in some minutes.");
  }
  if (typeof body === "string")
    return failure(
      "not-kubernetes",
      `${call} was answered by something that is not the Kubernetes API (HTTP ${status}).`,
      "Look at the address of the context, and at the proxy of this machine.",
    );
  return failure("refused", `${call} was refused (HTTP ${status}): ${words}`, "See what the cluster says.");
}

/** Nothing answered. @param words those of kubectl and of Go */
export function networkFailure(words: string): ClusterFailure {
  if (/x509|certificate|tls:/i.test(words))
    return {
      kind: "untrusted",
      text: `The certificate of the Kubernetes API is not trusted: ${words}`,
      fix: "Look at the certificate authority of the context, and whether a proxy or firewall answers in its place.",
    };
  if (/getting credentials|exec plugin|executable .* not found|Unauthorized/i.test(words))
    return {
      kind: "no-credentials",
      text: `The program that gives credentials failed: ${words}`,
      fix: "Run it by hand, and log in.",
    };
  return { kind: "unreachable", text: `The Kubernetes API gave no answer: ${words}`, fix: NETWORK };
}

/** Words of a Status, or the text itself, in one line. */
function wordsOf(body: unknown): string {
  const message = typeof body === "string" ? body : record(body)["message"];
  const text = typeof message === "string" ? message.replace(/\s+/g, " ").trim() : "";
  return text === "" ? "it says no more" : text.slice(0, 300);
}
