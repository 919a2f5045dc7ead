import { updated } from "../../../helpers/plan";
import { only, type Reviewed } from "../../../helpers/reviewed";

const cluster = (...resources: ReturnType<typeof updated>[]): Reviewed => ({ plans: { cluster: resources } });

test("a cluster that gets other subnets may be refused", () => {
  const subnets = (...ids: string[]) => ({ name: "sample", vpc_config: [{ subnet_ids: ids }] });
  const finding = only("stops", cluster(updated("aws_eks_cluster.a", subnets("a", "b"), subnets("a", "b", "c"))));
  expect(finding).toMatchObject({ severity: "warning", title: expect.stringContaining("AWS refuses") as unknown });
});

test.each([
  ["1.35", "1.36", "is upgraded"],
  ["1.36", "1.35", "is upgraded"],
  ["1.34", "1.36", "EKS refuses this version"],
  ["1.36", "1.34", "EKS refuses this version"],
])("a version from %s to %s", (version, to, title) => {
  const finding = only("stops", cluster(updated("aws_eks_cluster.a", { name: "sample", version }, { version: to })));
  expect(finding).toMatchObject({ severity: "danger", title: expect.stringContaining(title) as unknown });
});

describe("an add-on", () => {
  const coredns = { addon_name: "coredns", addon_version: "v1" };
  const change = (unknown: object, to = "v2") =>
    only("stops", cluster(updated("aws_eks_addon.a", coredns, { addon_version: to }, { unknown })));

  test("of another version restarts its pods", () => {
    expect(change({})).toMatchObject({ severity: "warning", title: expect.stringContaining("changes:") as unknown });
  });

  test("of a version that is known after apply only may stay as it is", () => {
    const finding = change({ addon_version: true });
    expect(finding).toMatchObject({ severity: "info", title: expect.stringContaining("may change") as unknown });
  });
});
