import { Lazy } from "cdktf";
import { assertSecurityGroupName } from "../../../constructs/network/security-group-name";

describe("assertSecurityGroupName", () => {
  test.each(["research-efa", "a", "x".repeat(255), "Team A (GPU) v1.2_b:c/d#,@[e]+=&;{}!$*", "my-sg-1"])(
    "takes %j",
    (name) => {
      expect(() => assertSecurityGroupName(name)).not.toThrow();
    },
  );

  test.each(["", "x".repeat(256), "sg-efa", "café", "team's", "a|b", "a\nb", 'a"b', "a<b", "a\\b", "trailing\n"])(
    "fails on %j",
    (name) => {
      expect(() => assertSecurityGroupName(name)).toThrow(/is not legal: 1 to 255/);
    },
  );

  test("leaves a name alone that is known only later", () => {
    expect(() => assertSecurityGroupName(Lazy.stringValue({ produce: () => "sg-efa" }))).not.toThrow();
  });
});
