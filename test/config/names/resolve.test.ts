import fc from "fast-check";
import { boundedName, bucketName, namesOf, STACKS } from "../../../config/names/resolve";

const part = fc.stringMatching(/^[a-z][a-z0-9]{0,40}$/);

test("a name is never longer than its service allows, and legal wherever dashes are", () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), fc.integer({ min: 20, max: 100 }), (parts, limit) => {
      const name = boundedName(limit, ...parts);
      expect(name.length).toBeLessThanOrEqual(limit);
      expect(name).toMatch(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/);
    }),
  );
});

test("two long names that begin alike stay apart", () => {
  const long = "a".repeat(70);
  expect(boundedName(63, long, "one")).not.toBe(boundedName(63, long, "two"));
});

test("short names are left as they are", () => expect(boundedName(63, "research", "vpc")).toBe("research-vpc"));

test("a cut never leaves a dash before the hash's dash", () => {
  expect(boundedName(20, "abcdefghijk", "lmnopqrstuvwxyz")).toMatch(/^abcdefghijk-[0-9a-f]{8}$/);
});

test("names of an environment begin with it", () => {
  const names = namesOf("research");
  expect([names.cluster, names.vpc, names.role("node"), names.resource("h100"), names.keyAlias("state")]).toEqual([
    "research",
    "research-vpc",
    "research-node",
    "research-h100",
    "research-state",
  ]);
  expect(STACKS.map((role) => names.stack(role))[0]).toBe("research-bootstrap");
});

test("bucket names carry account and region, and fit into 63 characters", () => {
  expect(bucketName("research", "tfstate", "111122223333", "us-east-1")).toBe(
    "research-tfstate-111122223333-us-east-1",
  );
  expect(bucketName("a-name-of-20-letters", "checkpoints", "111122223333", "ap-southeast-7")).toHaveLength(60);
  expect(bucketName("a-name-of-20-letters", "checkpoints-and-more", "111122223333", "ap-southeast-7")).toHaveLength(63);
});
