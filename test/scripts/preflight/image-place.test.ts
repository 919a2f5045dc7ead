import { imagePlace } from "../../../scripts/preflight/image-place";

test.each([
  ["AL2023_x86_64_NVIDIA", "amazon-linux-2023/x86_64/nvidia", "amazon-eks-node-al2023-x86_64-nvidia-1.36-v20261003"],
  ["AL2023_ARM_64_NVIDIA", "amazon-linux-2023/arm64/nvidia", "amazon-eks-node-al2023-arm64-nvidia-1.36-v20261003"],
  [
    "AL2023_x86_64_STANDARD",
    "amazon-linux-2023/x86_64/standard",
    "amazon-eks-node-al2023-x86_64-standard-1.36-v20261003",
  ],
  ["AL2023_x86_64_NEURON", "amazon-linux-2023/x86_64/neuron", "amazon-eks-node-al2023-x86_64-neuron-1.36-v20261003"],
])("%s", (amiType, path, name) => {
  const place = imagePlace(amiType, "1.36");
  const base = `/aws/service/eks/optimized-ami/1.36/${path}`;
  expect(place?.recommended).toBe(`${base}/recommended/release_version`);
  expect(place?.pinned("1.36.4-20261003")).toBe(`${base}/${name}/release_version`);
  expect(place?.imageName("1.36.4-20261003")).toBe(name);
});

test.each([
  ["BOTTLEROCKET_x86_64", "aws-k8s-1.36/x86_64", "bottlerocket-aws-k8s-1.36-x86_64-v1.53.0-55d04a85"],
  [
    "BOTTLEROCKET_x86_64_NVIDIA",
    "aws-k8s-1.36-nvidia/x86_64",
    "bottlerocket-aws-k8s-1.36-nvidia-x86_64-v1.53.0-55d04a85",
  ],
  ["BOTTLEROCKET_ARM_64", "aws-k8s-1.36/arm64", "bottlerocket-aws-k8s-1.36-aarch64-v1.53.0-55d04a85"],
])("%s", (amiType, path, name) => {
  const place = imagePlace(amiType, "1.36");
  const base = `/aws/service/bottlerocket/${path}`;
  expect(place?.recommended).toBe(`${base}/latest/image_version`);
  expect(place?.pinned("1.53.0-55d04a85")).toBe(`${base}/1.53.0-55d04a85/image_version`);
  expect(place?.imageName("1.53.0-55d04a85")).toBe(name);
});

test.each(["CUSTOM", "AL2_x86_64_GPU", "WINDOWS_CORE_2022_x86_64", ""])("%s is made in another way", (amiType) => {
  expect(imagePlace(amiType, "1.36")).toBeNull();
});
