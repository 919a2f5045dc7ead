import type { CheckAnswer } from "../../../../../scripts/commands/fork/ask-until";
import {
  checkAccount,
  checkBlock,
  checkRegion,
  checkZones,
  zoneList,
} from "../../../../../scripts/commands/fork/aws/check-answer";

test.each<[string, CheckAnswer, string]>([
  ["an account", checkAccount, "222233334444"],
  ["a Region that the facts have", checkRegion, "us-west-2"],
  ["a Region that they do not have, and that is like none of theirs", checkRegion, "antarctica-central-1"],
  ["zones", checkZones("us-west-2"), "us-west-2a, us-west-2b"],
  ["a Local Zone beside them", checkZones("us-west-2"), "us-west-2-lax-1a,us-west-2b"],
  ["a block", checkBlock, "10.0.0.0/16"],
])("takes %s", (_what, check, text) => expect(check(text)).toBeNull());

test.each<[CheckAnswer, string, string]>([
  [checkAccount, "2222333344445", "12 digits"],
  [checkAccount, "", "12 digits"],
  [checkRegion, "us-wst-2", "did you mean us-west-2?"],
  [checkRegion, "222233334444", "is no Region"],
  [checkZones("us-west-2"), "us-west-2a,us-east-1b", '"us-east-1b" is no zone of us-west-2'],
  [checkZones("us-west-2"), "a,b", '"a" is no zone'],
  [checkZones("us-west-2"), "us-west-2a,us-west-2a", "two zones"],
  [checkZones("us-west-2"), "", "two zones"],
  [checkBlock, "10.0.0.0", "is no IPv4 block"],
])("%p fails on %j", (check, text, problem) => expect(check(text)).toContain(problem));

test("splits at commas and spaces", () => expect(zoneList(" a, b  c,")).toEqual(["a", "b", "c"]));
