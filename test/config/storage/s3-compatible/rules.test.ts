import { S3_COMPATIBLE_RULES } from "../../../../config/storage/s3-compatible/rules";
import { CLUSTER_SAMPLE } from "../../../helpers/cluster";
import type { Change } from "../../../helpers/environment";
import { ruleCases } from "../../../helpers/rule-cases";

const store = (change: object = {}): Change => ({
  storage: {
    store: {
      kind: "s3-compatible",
      endpoint: "https://minio.example.com:9000",
      bucket: "checkpoints",
      secretName: "checkpoints-store",
      ...change,
    },
  },
});
const at = (key: string) => ["storage", "store", key];

ruleCases(
  S3_COMPATIBLE_RULES,
  {
    "s3-compatible/state-bucket": {
      severity: "error",
      trips: [
        {
          when: "the bucket of the state",
          change: store({ bucket: "railyard-state" }),
          at: at("bucket"),
          message: ["railyard-state", "the state of the environment"],
        },
        {
          when: "the same one with a dot at its end, in capitals",
          change: store({ bucket: "railyard-state", endpoint: "https://MINIO.example.com.:9000" }),
          at: at("bucket"),
          message: ["railyard-state"],
        },
        {
          when: "the bucket of a state at AWS, by an address of AWS",
          change: {
            ...store({ bucket: "ours", endpoint: "https://s3.us-east-1.amazonaws.com" }),
            state: { kind: "s3", bucket: "ours", region: "us-east-1" },
          },
          at: at("bucket"),
          message: ["ours", "the state of the environment"],
        },
        {
          when: "the same one at another port",
          change: store({ bucket: "railyard-state", endpoint: "http://minio.example.com" }),
          at: at("bucket"),
          message: ["railyard-state"],
        },
      ],
      passes: [
        { when: "a bucket beside it", change: store() },
        {
          when: "one of the same name that AWS does not keep",
          change: { ...store({ bucket: "ours" }), state: { kind: "s3", bucket: "ours", region: "us-east-1" } },
        },
        {
          when: "one of the same name elsewhere",
          change: store({ bucket: "railyard-state", endpoint: "https://ceph.example.com" }),
        },
      ],
    },
    "s3-compatible/plain-http": {
      severity: "warning",
      trips: [
        { when: "http", change: store({ endpoint: "http://10.0.0.9:9000" }), at: at("endpoint"), fix: ["https:"] },
      ],
      passes: [{ when: "https", change: store() }],
    },
    "s3-compatible/endpoint-here": {
      severity: "error",
      trips: ["https://localhost:9000", "https://127.0.0.1:9000", "http://localhost.:9000"].map((endpoint) => ({
        when: endpoint,
        change: store({ endpoint }),
        at: at("endpoint"),
        message: ["is the pod itself"],
      })),
      passes: [{ when: "another machine", change: store() }],
    },
    "s3-compatible/secret-as-name": {
      severity: "error",
      trips: [
        {
          when: "a key that could be a name",
          change: store({ secretName: "k3j8f0a9d2c7b1e6k3j8f0a9d2c7b1e6x9q4" }),
          at: at("secretName"),
          message: ["looks like a key"],
        },
      ],
      passes: [
        { when: "a name", change: store() },
        { when: "a long name", change: store({ secretName: "ml-platform.checkpoints-store-credentials" }) },
      ],
    },
  },
  CLUSTER_SAMPLE,
);
