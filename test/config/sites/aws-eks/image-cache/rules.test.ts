import { IMAGE_CACHE_RULES } from "../../../../../config/sites/aws-eks/image-cache/rules";
import { hasShape, sample } from "../../../../helpers/environment";
import { ruleCases } from "../../../../helpers/rule-cases";

const SECRET = "arn:aws:secretsmanager:us-east-1:111122223333:secret:ecr-pullthroughcache/hub-AbCdEf";
const cache = (pullThroughCache: object, more: object = {}) => ({
  platform: { images: { pullThroughCache, ...more } },
});
const OWN = "111122223333.dkr.ecr.us-east-1.amazonaws.com";
const at = (...keys: string[]) => ["platform", "images", "pullThroughCache", ...keys];

ruleCases(IMAGE_CACHE_RULES, {
  "platform/cache-secret": {
    severity: "error",
    trips: [
      { change: cache({ "docker.io": {} }), at: at("docker.io"), message: ["without a user"], fix: ["secretArn"] },
      {
        change: cache({ "quay.io": { secretArn: SECRET } }),
        at: at("quay.io", "secretArn"),
        message: ["asks nobody"],
        fix: ["take secretArn out"],
      },
    ],
    passes: [
      { change: cache({ "docker.io": { secretArn: SECRET } }) },
      { change: cache({ "quay.io": {}, "registry.k8s.io": {} }) },
    ],
  },
  "platform/cache-secret-place": {
    severity: "error",
    trips: [
      {
        when: "a secret elsewhere",
        change: cache({ "ghcr.io": { secretArn: SECRET.replace("us-east-1", "us-west-2") } }),
        at: at("ghcr.io", "secretArn"),
        message: ["us-west-2", "us-east-1"],
      },
      {
        when: "a secret of others",
        change: cache({ "ghcr.io": { secretArn: SECRET.replace("111122223333", "444455556666") } }),
        at: at("ghcr.io", "secretArn"),
        message: ["444455556666"],
      },
    ],
    passes: [{ change: cache({ "ghcr.io": { secretArn: SECRET } }) }],
  },
  "platform/cache-and-mirror": {
    severity: "error",
    trips: [
      {
        change: cache({ "quay.io": {} }, { mirrors: { "quay.io": "registry.example.com/quay" } }),
        at: at("quay.io"),
        message: ["as well"],
      },
    ],
    passes: [{ change: cache({ "quay.io": {} }, { mirrors: { "nvcr.io": "registry.example.com/ngc" } }) }],
  },
  "platform/cache-behind-mirror": {
    severity: "error",
    trips: [
      {
        when: "a mirror of the registry that caches",
        change: { ...cache({ "quay.io": {} }), outbound: { registryMirrors: { [OWN]: "harbor.example.com/own" } } },
        at: ["outbound", "registryMirrors", OWN],
        message: ["has the caches of quay.io"],
        fix: ["take the row out", "network.endpoints"],
      },
    ],
    passes: [
      {
        when: "a mirror of it where nothing is cached",
        change: { outbound: { registryMirrors: { [OWN]: "harbor.example.com/own" } } },
      },
      {
        when: "a mirror of another registry",
        change: { ...cache({ "quay.io": {} }), outbound: { registryMirrors: { "nvcr.io": "harbor.example.com/ngc" } } },
      },
    ],
  },
});

test("images of a cached registry are taken from there, and others from their mirrors", () => {
  const { env } = sample(
    cache({ "quay.io": {}, "docker.io": { secretArn: SECRET } }, { mirrors: { "nvcr.io": "r.example.com/ngc" } }),
  );
  expect(env.platform.images.mirrors).toEqual({
    "quay.io": "111122223333.dkr.ecr.us-east-1.amazonaws.com/sample-quay",
    "docker.io": "111122223333.dkr.ecr.us-east-1.amazonaws.com/sample-hub",
    "nvcr.io": "r.example.com/ngc",
  });
});

test.each([
  ["a registry of which ECR has no cache", cache({ "nvcr.io": {} })],
  ["a token in the place of a secret", cache({ "docker.io": { token: "x" } })],
  ["a secret of another name", cache({ "docker.io": { secretArn: SECRET.replace("ecr-pullthroughcache/", "") } })],
])("%s is refused", (_, change) => expect(hasShape(change)).toBe(false));
