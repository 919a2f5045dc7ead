import { releaseOf } from "../../../../../scripts/rehearsal/aws/eks/node-release";

test("gives images of Amazon Linux the version of Kubernetes and a date", () => {
  expect(releaseOf("AL2023_x86_64_NVIDIA", "1.36")).toMatch(/^1\.36\.\d+-\d{8}$/);
  expect(releaseOf("AL2023_x86_64_NVIDIA", "1.35")).toMatch(/^1\.35\.\d+-\d{8}$/);
  expect(releaseOf("AL2023_x86_64_NVIDIA", "1.99")).toBe("1.99.0-20260101");
});

test("gives images of Bottlerocket their own version", () => {
  expect(releaseOf("BOTTLEROCKET_x86_64", "1.36")).toMatch(/^1\.\d+\.\d+-0{8}$/);
});
