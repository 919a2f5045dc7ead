import { plannedResources, type Places } from "../../../../scripts/commands/adopt/planned";
import { readCluster } from "../../../../scripts/commands/adopt/read-cluster";
import { awsAccess } from "../../../../scripts/lib/aws/access";
import { sample, type Change } from "../../../helpers/environment";
import { describeWithMoto } from "../../../helpers/moto";
import { awsError, canned, type Canned } from "./canned";
import { makeCluster, makeVpc } from "./hand-made";

const ADMIN = "arn:aws:iam::111122223333:role/admin";
const POLICY = "arn:aws:eks::aws:cluster-access-policy/AmazonEKSClusterAdminPolicy";
/** What moto does not know. */
const UNKNOWN: Canned = {
  ListAddons: { addons: ["vpc-cni", "coredns", "somebody-elses"] },
  ListAccessEntries: { accessEntries: [ADMIN] },
  ListAssociatedAccessPolicies: { associatedAccessPolicies: [{ policyArn: POLICY }] },
};
const CLUSTER = {
  name: "training",
  version: "1.36",
  roleArn: "arn:aws:iam::111122223333:role/by-hand",
  resourcesVpcConfig: {
    vpcId: "vpc-0123456789abcdef0",
    clusterSecurityGroupId: "sg-1",
    endpointPublicAccess: true,
    publicAccessCidrs: ["0.0.0.0/0"],
  },
  accessConfig: { authenticationMode: "API_AND_CONFIG_MAP" },
  logging: {
    clusterLogging: [
      { enabled: true, types: ["api"] },
      { enabled: false, types: ["audit"] },
    ],
  },
};
const ANSWERS: Canned = {
  ...UNKNOWN,
  DescribeCluster: { cluster: CLUSTER },
  ListNodegroups: { nodegroups: ["old-gpus"] },
  DescribeLogGroups: {
    logGroups: [
      { logGroupName: "/aws/eks/training/cluster", retentionInDays: 7 },
      { logGroupName: "/aws/eks/training/cluster2" },
    ],
  },
  DescribeSecurityGroupRules: {
    SecurityGroupRules: [
      {
        SecurityGroupRuleId: "sgr-1",
        GroupId: "sg-1",
        IpProtocol: "tcp",
        FromPort: 443,
        ToPort: 443,
        CidrIpv4: "10.20.0.0/16",
      },
      {
        SecurityGroupRuleId: "sgr-2",
        GroupId: "sg-1",
        IsEgress: true,
        IpProtocol: "-1",
        FromPort: -1,
        ToPort: -1,
        CidrIpv4: "0.0.0.0/0",
      },
    ],
  },
};

const ADOPTED = { adopt: { vpc: { id: "vpc-0123456789abcdef0" }, cluster: { name: "training" } } };

const known = new Map<string, Places>();

/** Synthesized once for each config. */
function placesOf(change: Change): Places {
  const key = JSON.stringify(change);
  const places = known.get(key) ?? plannedResources({ ...sample(change).env, adopt: null }).get("cluster")!;
  known.set(key, places);
  return places;
}

async function read(answers: Canned, change: Change = ADOPTED, name = "training") {
  const environment = sample(change).env;
  const places = placesOf(change);
  const aws = awsAccess({ region: "us-east-1", env: process.env, answers: canned(answers) });
  return readCluster({ aws, environment, places, name });
}

test("a cluster is told with all that the stack has of it, too", async () => {
  const { parts, obstacles, notes } = await read(ANSWERS);
  expect(obstacles).toEqual([]);
  expect(notes).toEqual(["node groups of training stay as they are, outside of the environment: old-gpus"]);
  const [cluster, ...rest] = parts;
  expect(cluster).toMatchObject({
    place: "cluster/cluster",
    id: "training",
    actual: {
      role_arn: "arn:aws:iam::111122223333:role/by-hand",
      "encryption_config.provider.key_arn": null,
      enabled_cluster_log_types: ["api"],
      "vpc_config.public_access_cidrs": ["0.0.0.0/0"],
      "access_config.authentication_mode": "API_AND_CONFIG_MAP",
    },
  });
  expect(rest.map(({ place, id }) => [place, id])).toEqual([
    ["addons-after-nodes/coredns/addon", "training:coredns"],
    ["addons-before-nodes/vpc-cni/addon", "training:vpc-cni"],
    ["cluster/admin-role-admin/entry", `training:${ADMIN}`],
    ["cluster/admin-role-admin/policy", `training#${ADMIN}#${POLICY}`],
    ["cluster/logs", "/aws/eks/training/cluster"],
    ["cluster/api-from-10.20.0.0-16", "sgr-1"],
  ]);
});

test("a cluster that another environment or another tool has is told", async () => {
  const tags = { "railyard:environment": "other", "alpha.eksctl.io/cluster-name": "training", terraform: "true" };
  const { obstacles, notes } = await read({ ...ANSWERS, DescribeCluster: { cluster: { ...CLUSTER, tags } } });
  expect(obstacles.map(({ text }) => text)).toEqual([expect.stringContaining("training is of the environment other")]);
  expect(notes[0]).toContain("training has the tag terraform=true");
});

test("a cluster in another VPC can never be part of the environment's network", async () => {
  const { obstacles } = await read(ANSWERS, { adopt: { cluster: { name: "training" } } });
  expect(obstacles).toEqual([
    {
      text: "cluster training stands in vpc-0123456789abcdef0, and the network of the environment would be new; a cluster never changes its VPC",
      fix: 'write network: { kind: "existing", vpcId: "vpc-0123456789abcdef0", … }, or adopt the VPC as well: --vpc vpc-0123456789abcdef0',
    },
  ]);
});

test.each([
  ["1.36", "1.36", null],
  ["1.35", "1.36", null],
  ["1.34", "1.36", "goes up one minor version at a time"],
  ["1.36", "1.35", "a cluster never goes back"],
])("a cluster of %s under a config of %s", async (there, version, why) => {
  const { obstacles } = await read(
    { ...ANSWERS, DescribeCluster: { cluster: { ...CLUSTER, version: there } } },
    { ...ADOPTED, cluster: { version } },
  );
  expect(obstacles.map(({ text }) => text)).toEqual(why === null ? [] : [expect.stringContaining(why)]);
  for (const { fix } of obstacles) expect(fix).toBe(`write cluster.version: "${there}"`);
});

test("a cluster that has no access entries yet gets them first, by hand", async () => {
  const { accessConfig: _, ...old } = CLUSTER;
  const { obstacles, parts } = await read({ ...ANSWERS, DescribeCluster: { cluster: old } });
  expect(obstacles[0]!.fix).toContain("authenticationMode=API_AND_CONFIG_MAP");
  expect(parts.some(({ place }) => place.endsWith("/entry"))).toBe(false);
});

test("a cluster that is not there is told, with the nearest one", () =>
  expect(
    read(
      {
        DescribeCluster: awsError("ResourceNotFoundException", "No cluster found"),
        ListClusters: { clusters: ["training", "dev"] },
      },
      ADOPTED,
      "trainin",
    ),
  ).rejects.toThrow("There is no cluster trainin in us-east-1; there are training, dev.\ndid you mean training?"));

describeWithMoto("an existing cluster, asked of a server that speaks the AWS API", () => {
  test("is told as AWS would tell it", async () => {
    const { vpcId, subnetIds } = await makeVpc("10.20.0.0/16", {
      "private-a": ["us-east-1a", "10.20.0.0/19"],
      "private-b": ["us-east-1b", "10.20.32.0/19"],
    });
    await makeCluster("training", "1.36", Object.values(subnetIds));
    const { parts } = await read(UNKNOWN, { adopt: { vpc: { id: vpcId }, cluster: { name: "training" } } });
    expect(parts[0]).toMatchObject({
      id: "training",
      actual: {
        name: "training",
        version: "1.36",
        role_arn: expect.stringMatching(/:role\/by-hand$/),
        "kubernetes_network_config.service_ipv4_cidr": expect.any(String),
      },
    });
  });
});
