import { EksPodIdentityAssociation } from "@cdktf/provider-aws/lib/eks-pod-identity-association";
import {
  LoadBalancerController,
  loadBalancerControllerValues,
} from "../../../constructs/platform/load-balancer-controller";
import { chart, onlyRelease } from "../../helpers/release";
import { only, resources } from "../../helpers/synth";

const PROPS = {
  clusterName: "research",
  region: "us-east-1",
  vpcId: "vpc-1",
  tags: { team: "ml" },
  placement: { nodeSelector: { "railyard.dev/role": "system" }, tolerations: [] },
  serviceMonitor: false,
};

test("is told cluster, Region and network, which it could not find out", () => {
  expect(loadBalancerControllerValues(PROPS)).toMatchObject({
    clusterName: "research",
    region: "us-east-1",
    vpcId: "vpc-1",
    defaultTags: { team: "ml" },
    nodeSelector: { "railyard.dev/role": "system" },
    serviceMonitor: { enabled: false },
  });
});

test("does not stand in the way of every Service of the cluster", () => {
  expect(loadBalancerControllerValues(PROPS)["enableServiceMutatorWebhook"]).toBe(false);
});

test("has no features for which its role has no rights", () => {
  expect(loadBalancerControllerValues(PROPS)).toMatchObject({
    enableShield: false,
    enableWaf: false,
    enableWafv2: false,
  });
});

test("its pods get the role before they start", () => {
  const { json, release, values } = onlyRelease((stack) => {
    const controller = new LoadBalancerController(stack, "lb", {
      ...chart("aws-load-balancer-controller"),
      ...PROPS,
      partition: "aws",
      accountId: "111122223333",
      roleName: "research-lb",
    });
    expect(controller.loadBalancerClass).toBe("service.k8s.aws/nlb");
  });
  const association = only(json, EksPodIdentityAssociation);
  expect(association).toMatchObject({
    cluster_name: "research",
    namespace: "platform",
    service_account: values.serviceAccount.name,
  });
  const [id] = Object.keys(resources(json, EksPodIdentityAssociation));
  expect(release.depends_on).toContain(`aws_eks_pod_identity_association.${id}`);
});
