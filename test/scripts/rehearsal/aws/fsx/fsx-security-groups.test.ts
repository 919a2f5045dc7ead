import { refuseSecurityGroups } from "../../../../../scripts/rehearsal/aws/fsx/fsx-security-groups";
import type { CloudObject } from "../../../../../scripts/rehearsal/cloud/cloud-api";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { ALL_IN, ALL_OUT, GROUP, PERSISTENT_2, PORTS_1018, PORT_988, WITH_EFA } from "../lustre-objects";

const refused = (object: Attributes, ...objects: CloudObject[]) => {
  const refusals = [...refuseSecurityGroups(object, fakeCloud({ objects }))];
  for (const { code, source } of refusals) {
    expect(code).toBe("InvalidNetworkSettings");
    expect(source).toMatch(/^https:\/\/docs\.aws\.amazon\.com\/fsx\//);
  }
  return refusals.map(({ message }) => message);
};
const changed = (object: CloudObject, attributes: Attributes): CloudObject => ({
  ...object,
  attributes: { ...object.attributes, ...attributes },
});

describe("the ports of Lustre", () => {
  test("must be open among the servers", () => {
    expect(refused(PERSISTENT_2, GROUP, PORT_988, PORTS_1018)).toEqual([]);
    expect(refused(PERSISTENT_2, GROUP)).toEqual([
      expect.stringContaining("988-988"),
      expect.stringContaining("1018-1023"),
    ]);
    expect(refused(PERSISTENT_2, GROUP, PORT_988)).toEqual([expect.stringContaining("1018-1023")]);
    expect(refused(PERSISTENT_2, GROUP, PORTS_1018)).toEqual([expect.stringContaining("988-988")]);
  });

  test.each<[string, CloudObject, boolean]>([
    ["for all traffic", ALL_IN, true],
    ["for a range with all of them", changed(PORT_988, { from_port: 900, to_port: 2000 }), true],
    ["for addresses", changed(ALL_IN, { referenced_security_group_id: null, cidr_ipv4: "10.0.0.0/16" }), true],
    ["for the way out", ALL_OUT, false],
    ["for UDP", changed(PORT_988, { ip_protocol: "udp", from_port: 0, to_port: 65_535 }), false],
    ["for other security groups", changed(ALL_IN, { referenced_security_group_id: "sg-nodes" }), false],
    ["for a part of the range", changed(PORT_988, { from_port: 988, to_port: 1022 }), false],
  ])("may be open by a rule %s: %s", (_, rule, open) => {
    expect(refused(PERSISTENT_2, GROUP, rule).length === 0).toBe(open);
  });

  test("may be open between two security groups of the file system", () => {
    const both = { ...PERSISTENT_2, security_group_ids: ["sg-lustre", "sg-2"] };
    const second = cloudObject("aws_security_group", "sg-2", { name: "second" });
    const across = changed(ALL_IN, { referenced_security_group_id: "sg-2" });
    expect(refused(both, GROUP, second, across)).toEqual([]);
    expect(refused(PERSISTENT_2, GROUP, second, across)).toHaveLength(2);
  });
});

describe("EFA", () => {
  test("needs all traffic within the group, both ways", () => {
    expect(refused(WITH_EFA, GROUP, ALL_IN, ALL_OUT)).toEqual([]);
    expect(refused(WITH_EFA, GROUP, ALL_IN)).toEqual([expect.stringContaining("no egress rule")]);
    expect(refused(WITH_EFA, GROUP, ALL_OUT, PORT_988, PORTS_1018)).toEqual([
      expect.stringContaining("no ingress rule"),
    ]);
  });

  test("is not served by addresses", () => {
    const open = changed(ALL_OUT, { referenced_security_group_id: null, cidr_ipv4: "0.0.0.0/0" });
    expect(refused(WITH_EFA, GROUP, ALL_IN, open)).toEqual([expect.stringContaining("no egress rule")]);
  });
});

describe("nothing is said of", () => {
  test("a file system without security groups, which takes the default one", () => {
    expect(refused({ ...PERSISTENT_2, security_group_ids: [] }, GROUP)).toEqual([]);
    expect(refused({ ...PERSISTENT_2, security_group_ids: null }, GROUP)).toEqual([]);
  });

  test("a security group that is not of this environment", () => {
    expect(refused(PERSISTENT_2)).toEqual([]);
    expect(refused({ ...PERSISTENT_2, security_group_ids: ["sg-lustre", "sg-theirs"] }, GROUP)).toEqual([]);
  });
});
