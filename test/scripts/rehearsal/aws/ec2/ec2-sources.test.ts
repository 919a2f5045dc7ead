import {
  ec2Api,
  EC2_ERRORS,
  ec2Guide,
  ec2Provider,
  privateLinkGuide,
  vpcGuide,
} from "../../../../../scripts/rehearsal/aws/ec2/ec2-sources";

test("documents have addresses that a browser finds", () => {
  const guides = "https://docs.aws.amazon.com/vpc/latest";
  const api = "https://docs.aws.amazon.com/AWSEC2/latest/APIReference";
  expect(EC2_ERRORS).toBe(`${api}/errors-overview.html`);
  expect(ec2Api("CreateVpc")).toBe(`${api}/API_CreateVpc.html`);
  expect(ec2Guide("efa")).toBe("https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa.html");
  expect(vpcGuide("vpc-nat-gateway")).toBe(`${guides}/userguide/vpc-nat-gateway.html`);
  expect(privateLinkGuide("gateway-endpoints")).toBe(`${guides}/privatelink/gateway-endpoints.html`);
  expect(ec2Provider("vpc_route")).toMatch(
    /^https:\/\/github\.com\/hashicorp\/terraform-provider-aws\/blob\/v6\.25\.0\/.+\/vpc_route\.go$/,
  );
});
