import { errorsOf, rehearsedStack } from "../../../helpers/rehearsed-stack";
import { testWithTerraform } from "../../../helpers/terraform";

const ENDPOINT = "https://0123456789ABCDEF0123456789ABCDEF.gr7.us-east-1.eks.amazonaws.com";

testWithTerraform("objects of Kubernetes come about in a cluster that is there, and go again", async () => {
  const stack = rehearsedStack({ resources: ["kubernetes_namespace_v1", "kubernetes_config_map_v1"] });
  try {
    stack.cloud.adopt([{ type: "aws_eks_cluster", id: "c", attributes: { id: "c", endpoint: ENDPOINT } }]);
    const configuration = (data: object) => ({
      terraform: {
        required_providers: { kubernetes: { source: "kubernetes", version: "2.38.0" } },
        backend: { s3: { bucket: "b", key: "stack.tfstate" } },
      },
      provider: { kubernetes: [{ host: ENDPOINT }] },
      resource: {
        kubernetes_namespace_v1: { n: { metadata: { name: "jobs" } } },
        kubernetes_config_map_v1: {
          m: {
            metadata: { name: "m", namespace: "${kubernetes_namespace_v1.n.metadata[0].name}" },
            data,
          },
        },
      },
    });
    expect(errorsOf(await stack.run(configuration({ a: "1" })))).toEqual([]);
    const changed = await stack.run(configuration({ a: "2" }));
    expect(errorsOf(changed)).toEqual([]);
    expect(changed.find(({ phase }) => phase === "plan")?.changes).toMatchObject({ update: 1, replace: 0 });
    expect(errorsOf(await stack.run(configuration({ a: "2" }), ["destroy"]))).toEqual([]);
    expect(stack.cloud.owned()).toEqual([]);
  } finally {
    await stack.close();
  }
});
