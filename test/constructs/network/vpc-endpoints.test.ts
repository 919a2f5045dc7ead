import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { VpcEndpoint } from "@cdktf/provider-aws/lib/vpc-endpoint";
import { VpcSecurityGroupEgressRule } from "@cdktf/provider-aws/lib/vpc-security-group-egress-rule";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import { VpcEndpoints, type VpcEndpointsProps } from "../../../constructs/network/vpc-endpoints";
import { only, resources, synthStack, type Json } from "../../helpers/synth";

const base: VpcEndpointsProps = {
  name: "research",
  region: "us-east-1",
  partition: "aws",
  vpcId: "vpc-1",
  vpcCidrs: ["10.0.0.0/16"],
  privateRouteTableIds: ["rtb-1", "rtb-2", "rtb-3"],
  services: ["ecr.api", "eks-auth"],
  subnetIdByZone: { "us-east-1a": "subnet-a", "us-east-1b": "subnet-b" },
};

function build(props: Partial<VpcEndpointsProps> = {}): { json: Json; endpoints: VpcEndpoints } {
  let endpoints: VpcEndpoints;
  const json = synthStack((stack) => (endpoints = new VpcEndpoints(stack, "endpoints", { ...base, ...props })));
  return { json, endpoints: endpoints! };
}
const synth = (props: Partial<VpcEndpointsProps> = {}): Json => build(props).json;

const byName = (json: Json): Record<string, Json> =>
  Object.fromEntries(Object.values(resources(json, VpcEndpoint)).map((endpoint) => [endpoint.tags.Name, endpoint]));

describe("VpcEndpoints", () => {
  test("puts the S3 gateway into every private route table", () => {
    expect(byName(synth())["research-s3"]).toMatchObject({
      vpc_id: "vpc-1",
      vpc_endpoint_type: "Gateway",
      service_name: "com.amazonaws.us-east-1.s3",
      route_table_ids: ["rtb-1", "rtb-2", "rtb-3"],
    });
  });

  test("leaves the S3 gateway out where the VPC has one", () => {
    const { json, endpoints } = build({ s3Gateway: false, privateRouteTableIds: [] });
    expect(Object.keys(byName(json)).sort()).toEqual(["research-ecr.api", "research-eks-auth"]);
    expect(endpoints.s3EndpointId).toBeUndefined();
  });

  test("gives each service an interface with private DNS in one subnet of each zone", () => {
    const json = synth();
    const group = `\${aws_security_group.${Object.keys(resources(json, SecurityGroup))[0]}.id}`;
    const endpoints = byName(json);
    expect(Object.keys(endpoints)).toHaveLength(3);
    for (const service of ["ecr.api", "eks-auth"]) {
      expect(endpoints[`research-${service}`]).toMatchObject({
        vpc_id: "vpc-1",
        vpc_endpoint_type: "Interface",
        service_name: `com.amazonaws.us-east-1.${service}`,
        private_dns_enabled: true,
        subnet_ids: ["subnet-a", "subnet-b"],
        security_group_ids: [group],
      });
    }
  });

  test("names services as China does: some with a prefix, the S3 gateway without", () => {
    const endpoints = byName(synth({ region: "cn-north-1", partition: "aws-cn", services: ["ecr.api", "logs"] }));
    expect(endpoints["research-ecr.api"].service_name).toBe("cn.com.amazonaws.cn-north-1.ecr.api");
    expect(endpoints["research-logs"].service_name).toBe("com.amazonaws.cn-north-1.logs");
    expect(endpoints["research-s3"].service_name).toBe("com.amazonaws.cn-north-1.s3");
  });

  test("lets in HTTPS from each CIDR of the VPC, and nothing out", () => {
    const json = synth({ vpcCidrs: ["10.0.0.0/16", "100.64.0.0/16"] });
    const group = Object.keys(resources(json, SecurityGroup))[0];
    const rules = Object.values(resources(json, VpcSecurityGroupIngressRule));
    expect(rules.map((rule) => rule.cidr_ipv4).sort()).toEqual(["10.0.0.0/16", "100.64.0.0/16"]);
    for (const rule of rules) {
      expect(rule).toMatchObject({
        security_group_id: `\${aws_security_group.${group}.id}`,
        ip_protocol: "tcp",
        from_port: 443,
        to_port: 443,
      });
    }
    expect(resources(json, VpcSecurityGroupEgressRule)).toEqual({});
    expect(only(json, SecurityGroup)).toMatchObject({ name: "research-endpoints", vpc_id: "vpc-1" });
    expect(only(json, SecurityGroup)).not.toHaveProperty("egress");
    expect(only(json, SecurityGroup)).not.toHaveProperty("ingress");
  });

  test("rewrites no rule when a CIDR goes or the order changes", () => {
    const rules = (vpcCidrs: string[]) => resources(synth({ vpcCidrs }), VpcSecurityGroupIngressRule);
    expect(rules(["100.64.0.0/16", "10.1.0.0/16", "10.0.0.0/16"])).toMatchObject(
      rules(["10.0.0.0/16", "100.64.0.0/16"]),
    );
  });

  test("rewrites no endpoint when another service is added", () => {
    const before = resources(synth(), VpcEndpoint);
    const after = resources(synth({ services: ["sts", ...base.services!] }), VpcEndpoint);
    expect(after).toMatchObject(before);
    expect(Object.keys(after)).toHaveLength(4);
  });

  test("needs no security group and no subnets without services", () => {
    const { json, endpoints } = build({ services: undefined, subnetIdByZone: {}, vpcCidrs: [] });
    expect(only(json, VpcEndpoint).vpc_endpoint_type).toBe("Gateway");
    expect(resources(json, SecurityGroup)).toEqual({});
    expect(endpoints.securityGroupId).toBeUndefined();
    expect(endpoints.interfaceEndpointIds).toEqual({});
  });

  test("exposes the ids of what it created", () => {
    const { endpoints } = build();
    expect(Object.keys(endpoints.interfaceEndpointIds)).toEqual(["ecr.api", "eks-auth"]);
    expect(new Set(Object.values(endpoints.interfaceEndpointIds)).size).toBe(2);
    expect(endpoints.s3EndpointId).toEqual(expect.any(String));
    expect(endpoints.securityGroupId).toEqual(expect.any(String));
  });

  test("describes group and rules in characters that EC2 takes", () => {
    const json = synth();
    for (const { description } of [only(json, SecurityGroup), only(json, VpcSecurityGroupIngressRule)])
      expect(description).toMatch(/^[a-zA-Z0-9 ._\-:/()#,@[\]+=&;{}!$*]{1,255}$/);
  });

  test("fails when the S3 gateway has no route table: S3 would go through NAT unnoticed", () => {
    expect(() => synth({ privateRouteTableIds: [] })).toThrow(/privateRouteTableIds is empty.*s3Gateway to false/);
  });

  test("fails on an interface endpoint for S3, which would take traffic from the free gateway", () => {
    expect(() => synth({ services: ["sts", "s3"] })).toThrow(/services contains "s3".*Remove it/);
  });

  test("fails when services have no subnets or nobody may reach them", () => {
    expect(() => synth({ subnetIdByZone: {} })).toThrow(/ecr\.api, eks-auth need .* subnetIdByZone is empty/);
    expect(() => synth({ vpcCidrs: [] })).toThrow(/vpcCidrs is empty/);
  });

  test("fails on a name that makes no legal security group name", () => {
    expect(() => synth({ name: "sg-research" })).toThrow(/security group name "sg-research-endpoints" is not legal/);
  });
});
