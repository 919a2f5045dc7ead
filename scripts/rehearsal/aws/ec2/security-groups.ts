import type { CloudApi, CloudObject } from "../../cloud/cloud-api";
import type { Refusal, KindRow } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { ec2Id, nameAndPrefix } from "./ec2-ids";
import { ec2Api, EC2_ERRORS, ec2Provider } from "./ec2-sources";
import { refuseTags } from "./ec2-tags";
import { text } from "./ec2-arguments";

/** Types of which a security group may be. */
export const SECURITY_GROUPS = ["aws_security_group", "aws_default_security_group"];

/** What names of groups and descriptions of groups and rules may have. */
export const SECURITY_GROUP_TEXT = /^[a-zA-Z0-9 ._\-:/()#,@[\]+=&;{}!$*]{0,255}$/;

const SECURITY_GROUP: KindRow = {
  source: [ec2Provider("vpc_security_group"), ec2Api("CreateSecurityGroup"), ec2Api("DeleteSecurityGroup")],
  defaults: { description: "Managed by Terraform", revoke_rules_on_delete: false },
  references: [{ path: "vpc_id", to: ["aws_vpc"], missing: "InvalidVpcID.NotFound", holds: "DependencyViolation" }],
  refuse: (object, api) => [...refuseTags(object["tags_all"]), ...refuseTexts(object), ...refuseSameName(object, api)],
  create: (object, api) => {
    const id = ec2Id("sg", api);
    return {
      id,
      arn: api.arn("ec2", `security-group/${id}`),
      owner_id: api.account,
      ...nameAndPrefix({ name: text(object, "name"), prefix: text(object, "name_prefix") }, api),
      // the provider takes away the rule that lets everything out
      egress: [],
      ingress: [],
    };
  },
};

function refuseTexts(object: Attributes): Refusal[] {
  const name = text(object, "name");
  const refusals: Refusal[] = [];
  if (name === "default")
    refusals.push({ code: "InvalidGroup.Reserved", message: `the name "default" is reserved`, source: EC2_ERRORS });
  if (name?.startsWith("sg-") === true)
    refusals.push(malformed(`name ${JSON.stringify(name)} starts with sg-, which is for ids`));
  for (const argument of ["name", "description"]) {
    const value = text(object, argument);
    if (value === null || SECURITY_GROUP_TEXT.test(value)) continue;
    refusals.push(
      malformed(
        `${argument} ${JSON.stringify(value)}; up to 255 letters, digits, spaces and ._-:/()#,@[]+=&;{}!$* are allowed`,
      ),
    );
  }
  return refusals;
}

const malformed = (message: string): Refusal => ({
  code: "InvalidParameterValue",
  message,
  source: ec2Api("CreateSecurityGroup"),
});

/** Names of one VPC must differ, and not only in capitals. */
function refuseSameName(object: Attributes, api: CloudApi): Refusal[] {
  const name = text(object, "name")?.toLowerCase();
  return api
    .all("aws_security_group")
    .filter(({ id, attributes }) => id !== object["id"] && attributes["vpc_id"] === object["vpc_id"])
    .filter(({ attributes }) => name !== undefined && text(attributes, "name")?.toLowerCase() === name)
    .map(({ id }) => ({
      code: "InvalidGroup.Duplicate",
      message: `name ${JSON.stringify(text(object, "name"))} is that of ${id} in the same VPC`,
      source: EC2_ERRORS,
    }));
}

/** Nothing is made or deleted: Terraform takes over the group that came with the VPC, and takes away its rules. */
const DEFAULT_SECURITY_GROUP: KindRow = {
  source: [ec2Provider("vpc_default_security_group")],
  defaults: { revoke_rules_on_delete: false },
  references: [{ path: "vpc_id", to: ["aws_vpc"], missing: "InvalidVpcID.NotFound" }],
  refuse: (object, api) => [
    ...refuseTags(object["tags_all"]),
    ...(object["id"] || groupOf(object, api)
      ? []
      : [
          {
            code: "InvalidGroup.NotFound",
            message: `there is no default security group in ${text(object, "vpc_id")}`,
            source: ec2Provider("vpc_default_security_group"),
          },
        ]),
  ],
  create: (object, api) => {
    const group = groupOf(object, api);
    const { id = null, arn = null, name = "default", description = null } = group?.attributes ?? {};
    return { id, arn, name, description, name_prefix: "", owner_id: api.account, egress: [], ingress: [] };
  },
};

function groupOf(object: Attributes, api: CloudApi): CloudObject | undefined {
  return api
    .all("aws_security_group")
    .find(({ attributes }) => attributes["name"] === "default" && attributes["vpc_id"] === object["vpc_id"]);
}

/** VPC of a security group; null when the group is not of this environment. */
export function vpcOfGroup(id: string, api: CloudApi): string | null {
  const group = SECURITY_GROUPS.map((type) => api.get(type, id)).find((each) => each !== undefined);
  return group ? text(group.attributes, "vpc_id") : null;
}

export const SECURITY_GROUP_KINDS = knownKinds({
  aws_security_group: SECURITY_GROUP,
  aws_default_security_group: DEFAULT_SECURITY_GROUP,
});
