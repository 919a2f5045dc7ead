import { clusterFailure } from "../../../../scripts/lib/kubernetes/cluster-failure";

const QUESTION = { method: "GET", path: "/api/v1/nodes?limit=500" } as const;

test.each<[string, number | null, unknown, string, RegExp]>([
  [
    "a refused connection",
    502,
    "dial tcp 127.0.0.1:1: connect: connection refused",
    "unreachable",
    /gave no answer: dial tcp/,
  ],
  [
    "a proxy that is away",
    500,
    "proxyconnect tcp: dial tcp 127.0.0.1:9: connect: connection refused",
    "unreachable",
    /proxyconnect/,
  ],
  ["no answer in time", null, "no answer in 30 s", "unreachable", /no answer in 30 s/],
  [
    "another's certificate",
    502,
    "tls: failed to verify certificate: x509: certificate signed by unknown authority",
    "untrusted",
    /unknown authority/,
  ],
  ["a missing plugin", 502, "getting credentials: exec: executable kubelogin not found", "no-credentials", /kubelogin/],
  [
    "a token that has expired",
    401,
    { kind: "Status", message: "Unauthorized" },
    "no-credentials",
    /does not know these/,
  ],
  [
    "a right that is missing",
    403,
    { message: "nodes is forbidden" },
    "forbidden",
    /^GET \/api\/v1\/nodes is not allowed: nodes is forbidden$/,
  ],
  ["a kind that is not there", 404, "404 page not found", "not-found", /there is none/],
  ["a cluster that is busy", 429, {}, "throttled", /too busy/],
  ["a page of a portal", 200, "<html>", "not-kubernetes", /something that is not the Kubernetes API \(HTTP 200\)/],
  [
    "an object that is not let in",
    422,
    { message: "spec.x:\n must be set" },
    "refused",
    /refused \(HTTP 422\): spec\.x: must be set/,
  ],
  ["an error without words", 500, { kind: "Status" }, "refused", /it says no more/],
])("%s is told in words", (_, status, body, kind, text) => {
  const failure = clusterFailure(QUESTION, { status, body });
  expect(failure.kind).toBe(kind);
  expect(failure.text).toMatch(text);
  expect(failure.fix).toMatch(/^[A-Z].*\.$/);
});
