import { Token } from "cdktf";

const ROLE_NAME_LIMIT = 64;

/** Throws where IAM would refuse the name of a role, which it does only at apply. */
export function checkRoleName(name: string): void {
  if (Token.isUnresolved(name)) return;
  if (/^[\w+=,.@-]{1,64}$/.test(name)) return;
  throw new Error(
    `role name "${name}" (${name.length} characters) is not legal: 1 to ${ROLE_NAME_LIMIT} letters, digits and ` +
      "_+=,.@-. Choose another name.",
  );
}
