import { ciSchema } from "../../../../../config/sites/aws-eks/ci/schema";

const takes = (change: object) => ciSchema.safeParse({ kind: "github", repository: "acme/cluster", ...change }).success;

test.each(["acme/cluster", "acme-corp/gpu.cluster", "acme@1/cluster@22"])("takes the repository %s", (repository) => {
  expect(takes({ repository })).toBe(true);
});

// a blank or a star would be a subject that no token has, or that strangers' tokens have
test.each(["acme", "acme/*", "acme/cluster/more", "acme@1/cluster", "acme/cluster@2", "a b/c", ""])(
  "refuses the repository %j",
  (repository) => {
    expect(takes({ repository })).toBe(false);
  },
);

test.each([
  ["main", true],
  ["release/1.0", true],
  ["*", false],
  ["release/*", false],
  ["-x", false],
  ["a/", false],
  ["", false],
])("branch %j: %s", (defaultBranch, legal) => {
  expect(takes({ defaultBranch })).toBe(legal);
});

test("the provider is made unless it is there", () => {
  expect(ciSchema.parse({ kind: "github", repository: "a/b" })).toMatchObject({
    provider: "create",
    defaultBranch: "main",
  });
  expect(takes({ provider: "existing" })).toBe(true);
  expect(takes({ provider: "other" })).toBe(false);
  expect(takes({ kind: "gitlab" })).toBe(false);
});
