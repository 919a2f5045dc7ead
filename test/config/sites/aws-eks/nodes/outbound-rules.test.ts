import { NODE_OUTBOUND_RULES } from "../../../../../config/sites/aws-eks/nodes/outbound-rules";
import { ROOT_CA } from "../../../../helpers/certificates";
import { sample } from "../../../../helpers/environment";
import { group, groupAt, ruleCases } from "../../../../helpers/rule-cases";

const PROXY = { outbound: { proxy: { url: "http://proxy.example.com:3128" } } };
const release = (text: string, more: object = PROXY) => ({
  ...group("h100", { image: { kind: "al2023", release: text } }),
  ...more,
});
const authorities = (count: number) => ({
  outbound: {
    authorities: Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, ROOT_CA])),
  },
});

ruleCases(NODE_OUTBOUND_RULES, {
  "nodes/mirror-of-every-registry": {
    severity: "error",
    trips: [
      {
        change: { outbound: { registryMirrors: { "*": "harbor.example.com/all" } } },
        at: ["outbound", "registryMirrors", "*"],
        message: ["that of EKS"],
        fix: ["nvcr.io"],
      },
    ],
    passes: [{ change: { outbound: { registryMirrors: { "ghcr.io": "harbor.example.com/github" } } } }],
  },
  "nodes/mirror-of-eks": {
    severity: "error",
    trips: [
      "602401143452.dkr.ecr.us-east-1.amazonaws.com",
      "602401143452.dkr.ecr.us-west-2.amazonaws.com",
      "602401143452.dkr-ecr.us-east-1.on.aws",
      "013241004608.dkr.ecr.us-gov-west-1.amazonaws.com",
    ].map((registry) => ({
      when: registry,
      change: { outbound: { registryMirrors: { [registry]: "harbor.example.com/eks" } } },
      at: ["outbound", "registryMirrors", registry],
      message: ["a registry of EKS"],
      fix: ["take the row out"],
    })),
    passes: [
      {
        when: "an account of one's own",
        change: {
          outbound: { registryMirrors: { "111122223333.dkr.ecr.us-east-1.amazonaws.com": "harbor.example.com/own" } },
        },
      },
    ],
  },
  "nodes/outbound-service-address": {
    severity: "error",
    trips: [
      {
        when: "a mirror",
        change: { outbound: { registryMirrors: { "ghcr.io": "172.20.0.10/github" } } },
        at: ["outbound", "registryMirrors", "ghcr.io"],
        message: ["172.20.0.10", "172.20.0.0/16"],
        fix: ["load balancer"],
      },
      {
        when: "the proxy",
        change: { outbound: { proxy: { url: "http://172.20.255.254:3128" } } },
        at: ["outbound", "proxy", "url"],
        message: ["172.20.255.254"],
        fix: ["load balancer"],
      },
    ],
    passes: [
      { when: "the block after it", change: { outbound: { proxy: { url: "http://172.21.0.10:3128" } } } },
      { when: "a name", change: PROXY },
    ],
  },
  "nodes/proxy-release": {
    severity: "error",
    trips: [
      {
        change: release("1.34.1-20251002"),
        at: groupAt("h100", "image", "release"),
        message: ["1.34.1-20251002", "2025-10-02"],
        fix: ["later release"],
      },
    ],
    passes: [
      { when: "a later one", change: release("1.34.2-20251112") },
      { when: "an older one without a proxy", change: release("1.34.1-20251002", {}) },
      { when: "one that EKS chooses", change: PROXY },
    ],
  },
  "nodes/outbound-size": {
    severity: "error",
    trips: [{ change: authorities(12), at: ["outbound"], message: ["bytes"], fix: ["the root alone"] }],
    passes: [{ change: authorities(4) }],
  },
});

describe("what is reached without the proxy", () => {
  const direct = (change: object) => sample({ ...PROXY, ...change }).env.outbound.proxy!.direct;

  test("is the network, services, metadata and names of the cluster, and buckets where S3 has a gateway", () => {
    expect(direct({})).toEqual([
      "localhost",
      "127.0.0.1",
      "169.254.169.254",
      "169.254.170.23",
      ".svc",
      ".cluster.local",
      "10.20.0.0/16",
      "172.20.0.0/16",
      ".eks.amazonaws.com",
      ".internal",
      "s3.us-east-1.amazonaws.com",
      ".s3.us-east-1.amazonaws.com",
    ]);
  });

  test("has services with an endpoint by the names that they have", () => {
    expect(direct({ network: { endpoints: "all" } })).toEqual(
      expect.arrayContaining([
        "api.ecr.us-east-1.amazonaws.com",
        ".dkr.ecr.us-east-1.amazonaws.com",
        "eks-auth.us-east-1.api.aws",
        "sts.us-east-1.amazonaws.com",
      ]),
    );
  });

  test("ends with what config adds, each once", () => {
    const added = { outbound: { proxy: { url: "http://p.example.com:80", direct: [".corp", "10.20.0.0/16"] } } };
    expect(direct(added).slice(-2)).toEqual([".s3.us-east-1.amazonaws.com", ".corp"]);
  });
});
