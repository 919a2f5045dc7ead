/** For networks of one's own, though the list has it. @see https://www.rfc-editor.org/rfc/rfc8375 */
const ONES_OWN = "home.arpa";

/**
 * Whether anybody may register names directly under a domain: `com`, `co.uk`, and no domain of which nobody in the internet
 * knows, such as `corp` or `internal`.
 * @param domain without a dot before it
 * @see https://publicsuffix.org/list/
 */
export function isPublicSuffix(domain: string): boolean {
  // loaded only when somebody lists domains: the list takes 5 ms
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { parse } = require("tldts") as typeof import("tldts");
  const { publicSuffix, isIcann } = parse(domain, { extractHostname: false });
  return isIcann === true && publicSuffix === domain && domain !== ONES_OWN;
}
