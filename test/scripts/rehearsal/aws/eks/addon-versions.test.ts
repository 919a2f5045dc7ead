import { defaultAddonVersion } from "../../../../../scripts/rehearsal/aws/eks/addon-versions";
import { addonVersion } from "../../../../../config/facts/versions";

test("knows the versions that Railyard knows", () => {
  expect(defaultAddonVersion("vpc-cni", "1.36")).toBe(addonVersion("vpc-cni", "1.36"));
  expect(defaultAddonVersion("coredns", "1.34")).toBe(addonVersion("coredns", "1.34"));
});

test("makes up versions of other add-ons, and that of kube-proxy to fit", () => {
  expect(defaultAddonVersion("adot", "1.36")).toMatch(/^v\d+\.\d+\.\d+-eksbuild\.\d+$/);
  expect(defaultAddonVersion("kube-proxy", "1.37")).toBe("v1.37.0-eksbuild.1");
});
