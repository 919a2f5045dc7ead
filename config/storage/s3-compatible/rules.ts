import { endpointHost, isThisHost } from "../../kernel/host";
import type { Rule } from "../../kernel/rule";
import { bucketStore } from "../../state/bucket-store";
import { rulesOver, secretAsName } from "../volume-rules";
import type { ResolvedS3Compatible } from "./resolve";

const perStore = rulesOver<ResolvedS3Compatible>("s3-compatible");

const stateBucket = perStore(
  {
    id: "s3-compatible/state-bucket",
    title: "Jobs do not write where Terraform keeps its state.",
    severity: "error",
    why: "Whoever runs a job has the credentials of the bucket, and could read, change and delete the state of the environment.",
    source: "https://developer.hashicorp.com/terraform/language/manage-sensitive-data",
  },
  function* ({ config: { endpoint, bucket } }, { state }) {
    if (state.kind === "local" || state.bucket !== bucket) return;
    if (bucketStore(state.kind === "s3" ? null : state.endpoint) !== bucketStore(endpoint)) return;
    yield {
      at: ["bucket"],
      message: `${bucket} at ${endpoint} has the state of the environment`,
      fix: "name a bucket of its own for what jobs write",
    };
  },
);

const plainHttp = perStore(
  {
    id: "s3-compatible/plain-http",
    title: "Objects go over TLS.",
    severity: "warning",
    why: "Over http whoever is on the way reads every object, and requests that are signed but not yet used can be sent again.",
    source: "https://docs.aws.amazon.com/AmazonS3/latest/userguide/security-best-practices.html",
  },
  function* ({ config: { endpoint, certificateAuthority } }) {
    if (!endpoint.startsWith("http:")) return;
    yield {
      at: ["endpoint"],
      message: `${endpoint} is not encrypted${certificateAuthority === undefined ? "" : ", and no certificate is looked at"}`,
      fix: `write endpoint: "${endpoint.replace(/^http:/, "https:")}" where the store has a certificate; certificateAuthority is for one of your own`,
    };
  },
);

const endpointHere = perStore(
  {
    id: "s3-compatible/endpoint-here",
    title: "The store is another machine.",
    severity: "error",
    why: "Clients ask from inside their pods, where nobody answers at this address.",
    source: "https://kubernetes.io/docs/concepts/workloads/pods/#pod-networking",
  },
  function* ({ config: { endpoint } }) {
    if (!isThisHost(endpointHost(endpoint))) return;
    yield {
      at: ["endpoint"],
      message: `${endpoint} is the pod itself`,
      fix: 'name the store as pods reach it, such as endpoint: "https://minio.example.com:9000"',
    };
  },
);

/** What a store is reached with. */
export const S3_COMPATIBLE_RULES: readonly Rule[] = [
  stateBucket,
  plainHttp,
  endpointHere,
  secretAsName<ResolvedS3Compatible>("s3-compatible", "s3-compatible"),
];
