import fc from "fast-check";
import { parsePolicy, type Policy } from "../../../../scripts/lib/aws/policies";
import { grants } from "../../../../scripts/review/sections/policy-grants";

const ACTIONS = ["s3:Get", "s3:GetA", "s3:GetAb", "s3:Put", "iam:Get", "iam:Pass"];
const RESOURCES = ["arn:aws:s3:::a", "arn:aws:s3:::ab", "arn:aws:s3:::a/x", "arn:aws:iam::1:role/a"];
const REQUESTS = ACTIONS.flatMap((action) =>
  RESOURCES.flatMap((resource) => ["p", "q", undefined].map((key) => ({ action, resource, key }))),
);
type Request = (typeof REQUESTS)[number];

const some = <T>(...values: T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
const action = some(
  "*",
  "s3:*",
  "s3:Get*",
  "s3:Get?",
  "s3:GetA?",
  "s3:*b",
  "S3:GET",
  "s3:Put",
  "iam:*",
  "iam:Pass*",
  "i*:G*",
);
const resource = some(
  "*",
  "arn:aws:s3:::*",
  "arn:aws:s3:::a",
  "arn:aws:s3:::a?",
  "arn:aws:s3:::a/*",
  "arn:aws:*:*:*",
  "arn:aws:iam::1:role/*",
);
const condition = fc.option(
  fc
    .tuple(fc.constantFrom("StringEquals", "StringNotEquals", "StringEqualsIfExists"), some("p", "q", "r"))
    .map(([operator, values]) => ({
      [operator]: { k: values },
    })),
  { nil: undefined },
);

const statement = fc
  .record({
    effect: fc.constantFrom("Allow", "Allow", "Deny"),
    action,
    resource,
    condition,
    not: fc.constantFrom("", "", "", "a", "r"),
  })
  .map((given) => ({
    Effect: given.effect,
    [given.not === "a" ? "NotAction" : "Action"]: given.action,
    [given.not === "r" ? "NotResource" : "Resource"]: given.resource,
    ...(given.condition && { Condition: given.condition }),
  }));

const policy = fc.array(statement, { minLength: 1, maxLength: 3 });

/** What AWS says to a request, written down from its documents, and with nothing of the review. */
function isAllowed(statements: readonly object[], request: Request): boolean {
  const meant = (statements as Record<string, unknown>[]).filter((one) => applies(one, request));
  return meant.some((one) => one["Effect"] === "Allow") && !meant.some((one) => one["Effect"] === "Deny");
}

function applies(one: Record<string, unknown>, { action: asked, resource: on, key }: Request): boolean {
  const any = (patterns: unknown, text: string, flags = "") =>
    (patterns as string[]).some((pattern) =>
      new RegExp(
        `^${pattern
          .replace(/[.+^${}()|[\]\\]/g, "\\$&")
          .replace(/\*/g, ".*")
          .replace(/\?/g, ".")}$`,
        flags,
      ).test(text),
    );
  const isAction = one["Action"] ? any(one["Action"], asked, "i") : !any(one["NotAction"], asked, "i");
  const isResource = one["Resource"] ? any(one["Resource"], on) : !any(one["NotResource"], on);
  const [operator, keys] = Object.entries((one["Condition"] ?? {}) as Record<string, { k: string[] }>)[0] ?? [];
  const isMet =
    operator === undefined ||
    (operator === "StringNotEquals"
      ? key === undefined || !keys!.k.includes(key)
      : key === undefined
        ? operator.endsWith("IfExists")
        : keys!.k.includes(key));
  return isAction && isResource && isMet;
}

const parsed = (statements: readonly object[]): Policy =>
  parsePolicy(JSON.stringify({ Version: "2012-10-17", Statement: statements }))!;

const OWN = { account: "111122223333", repository: null };

test("whatever can be done after a change and not before it is told as more than before", () => {
  let widened = 0;
  fc.assert(
    fc.property(policy, policy, (before, after) => {
      const isWider = REQUESTS.some((request) => isAllowed(after, request) && !isAllowed(before, request));
      widened += Number(isWider);
      const { come, undenied } = grants(parsed(before), parsed(after), OWN);
      return !isWider || come.length + undenied.length > 0;
    }),
    { numRuns: 2000 },
  );
  // the property is about something
  expect(widened).toBeGreaterThan(500);
});

test("the same policy, in another order and with nothing but denials more, is not more", () => {
  const deny = statement.map((one) => ({ ...one, Effect: "Deny" }));
  fc.assert(
    fc.property(policy, fc.array(deny, { maxLength: 2 }), (before: readonly object[], denials: readonly object[]) => {
      const { come, undenied } = grants(parsed(before), parsed([...[...before].reverse(), ...denials]), OWN);
      return come.length + undenied.length === 0;
    }),
    { numRuns: 500 },
  );
});
