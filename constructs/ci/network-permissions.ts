import { serviceActions } from "../../config/facts/iam/actions";
import { TAGGING_CALLS } from "../../config/facts/iam/network";
import { type PolicyStatement } from "../security/policy";
import { claiming, inRegion, regionalArn, tagged, type ServicePermissions } from "./scope";
import { readsOf } from "./reads";

/** What EKS, FSx and EFS do with the rights of who asks. */
const PASSED = serviceActions("ec2", "passes").filter((action) => !action.startsWith("ec2:Describe"));

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonec2.html */
export const NETWORK_PERMISSIONS: ServicePermissions = {
  reads: readsOf("ec2", "Describe"),
  changes: (scope): PolicyStatement[] => [
    {
      sid: "MakeNetwork",
      // what is made is put into a resource of the same call, which may be an adopted VPC without our tag
      actions: [...serviceActions("ec2", "opens"), ...PASSED],
      resources: ["*"],
      conditions: inRegion(scope),
    },
    {
      sid: "ChangeNetwork",
      actions: serviceActions("ec2", "changes"),
      resources: [regionalArn(scope, "ec2", "*")],
      conditions: tagged(scope),
    },
    {
      sid: "TagNewNetwork",
      actions: ["ec2:CreateTags"],
      resources: [regionalArn(scope, "ec2", "*")],
      conditions: { StringEquals: { "ec2:CreateAction": TAGGING_CALLS } },
    },
    {
      // the VPC's own security group is not made, and gets its tags afterwards
      sid: "TagDefaultSecurityGroup",
      actions: ["ec2:CreateTags"],
      resources: [regionalArn(scope, "ec2", "security-group/*")],
      conditions: claiming(scope),
    },
  ],
};
