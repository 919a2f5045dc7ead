import {
  AllocateAddressCommand,
  AssociateRouteTableCommand,
  AttachInternetGatewayCommand,
  AuthorizeSecurityGroupIngressCommand,
  CreateInternetGatewayCommand,
  CreateNatGatewayCommand,
  CreateRouteCommand,
  CreateRouteTableCommand,
  CreateSecurityGroupCommand,
  CreateSubnetCommand,
  CreateVpcCommand,
  CreateVpcEndpointCommand,
  EC2Client,
} from "@aws-sdk/client-ec2";
import { CreateClusterCommand, EKSClient } from "@aws-sdk/client-eks";
import { CreateRoleCommand, IAMClient } from "@aws-sdk/client-iam";
import {
  CreateBucketCommand,
  PutBucketEncryptionCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketVersioningCommand,
  PutPublicAccessBlockCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { awsAccess } from "../../../../scripts/lib/aws/access";

const access = () => awsAccess({ region: "us-east-1", env: process.env });

export interface HandMadeVpc {
  readonly vpcId: string;
  readonly subnetIds: Readonly<Record<string, string>>;
}

/** A VPC as a person makes it: one table for all private subnets, a NAT gateway, an endpoint for S3. */
export async function makeVpc(
  cidr: string,
  subnets: Readonly<Record<string, readonly [zone: string, cidr: string]>>,
): Promise<HandMadeVpc> {
  const ec2 = access().client(EC2Client);
  const { Vpc } = await ec2.send(new CreateVpcCommand({ CidrBlock: cidr }));
  const VpcId = Vpc!.VpcId!;
  const subnetIds: Record<string, string> = {};
  for (const [name, [AvailabilityZone, CidrBlock]] of Object.entries(subnets)) {
    const { Subnet } = await ec2.send(new CreateSubnetCommand({ VpcId, AvailabilityZone, CidrBlock }));
    subnetIds[name] = Subnet!.SubnetId!;
  }
  const { InternetGateway } = await ec2.send(new CreateInternetGatewayCommand({}));
  const InternetGatewayId = InternetGateway!.InternetGatewayId!;
  await ec2.send(new AttachInternetGatewayCommand({ VpcId, InternetGatewayId }));
  const tables = await Promise.all([0, 1].map(() => ec2.send(new CreateRouteTableCommand({ VpcId }))));
  const [shared, open] = tables.map(({ RouteTable }) => RouteTable!.RouteTableId!) as [string, string];
  for (const [name, SubnetId] of Object.entries(subnetIds))
    await ec2.send(
      new AssociateRouteTableCommand({ SubnetId, RouteTableId: name.startsWith("public") ? open : shared }),
    );
  await ec2.send(
    new CreateRouteCommand({ RouteTableId: open, DestinationCidrBlock: "0.0.0.0/0", GatewayId: InternetGatewayId }),
  );
  const place = Object.entries(subnetIds).find(([name]) => name.startsWith("public"));
  if (place) {
    const { AllocationId } = await ec2.send(new AllocateAddressCommand({ Domain: "vpc" }));
    await ec2.send(new CreateNatGatewayCommand({ SubnetId: place[1], AllocationId }));
  }
  await ec2.send(
    new CreateVpcEndpointCommand({
      VpcId,
      ServiceName: "com.amazonaws.us-east-1.s3",
      VpcEndpointType: "Gateway",
      RouteTableIds: [shared],
    }),
  );
  return { vpcId: VpcId, subnetIds };
}

export async function makeGroup(vpcId: string): Promise<string> {
  const ec2 = access().client(EC2Client);
  const { GroupId } = await ec2.send(
    new CreateSecurityGroupCommand({ VpcId: vpcId, GroupName: "lustre-by-hand", Description: "by hand" }),
  );
  const UserIdGroupPairs = [{ GroupId: GroupId! }];
  await ec2.send(
    new AuthorizeSecurityGroupIngressCommand({
      GroupId: GroupId!,
      IpPermissions: [{ IpProtocol: "tcp", FromPort: 988, ToPort: 988, UserIdGroupPairs }],
    }),
  );
  return GroupId!;
}

export async function makeBucket(name: string): Promise<void> {
  const s3 = access().client(S3Client);
  await s3.send(new CreateBucketCommand({ Bucket: name }));
  await s3.send(new PutBucketVersioningCommand({ Bucket: name, VersioningConfiguration: { Status: "Suspended" } }));
  await s3.send(
    new PutBucketEncryptionCommand({
      Bucket: name,
      ServerSideEncryptionConfiguration: {
        Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: "AES256" } }],
      },
    }),
  );
  const all = { BlockPublicAcls: true, BlockPublicPolicy: true, IgnorePublicAcls: true, RestrictPublicBuckets: true };
  await s3.send(new PutPublicAccessBlockCommand({ Bucket: name, PublicAccessBlockConfiguration: all }));
  await s3.send(
    new PutBucketLifecycleConfigurationCommand({
      Bucket: name,
      LifecycleConfiguration: {
        Rules: [{ ID: "by-hand", Status: "Enabled", Filter: { Prefix: "tmp/" }, Expiration: { Days: 3 } }],
      },
    }),
  );
}

export async function makeCluster(name: string, version: string, subnetIds: readonly string[]): Promise<void> {
  const { Role } = await access()
    .client(IAMClient)
    .send(new CreateRoleCommand({ RoleName: "by-hand", AssumeRolePolicyDocument: "{}" }));
  await access()
    .client(EKSClient)
    .send(
      new CreateClusterCommand({
        name,
        version,
        roleArn: Role!.Arn!,
        resourcesVpcConfig: { subnetIds: [...subnetIds] },
        kubernetesNetworkConfig: { serviceIpv4Cidr: "10.100.0.0/16" },
      }),
    );
}
