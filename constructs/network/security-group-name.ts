import { Token } from "cdktf";

const LEGAL = /^(?!sg-)[a-zA-Z0-9 ._\-:/()#,@[\]+=&;{}!$*]{1,255}$/;

/**
 * Throws unless EC2 takes the name for a security group. The name cannot be changed later.
 * @see https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateSecurityGroup.html
 */
export function assertSecurityGroupName(name: string): void {
  if (Token.isUnresolved(name) || LEGAL.test(name)) return;
  throw new Error(
    `security group name "${name}" is not legal: 1 to 255 letters, digits, spaces and ._-:/()#,@[]+=&;{}!$*, ` +
      'not starting with "sg-". Choose another name.',
  );
}
