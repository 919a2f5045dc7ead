import { vpcCniConfiguration } from "../../../constructs/cluster/vpc-cni-settings";

describe("vpcCniConfiguration", () => {
  test("hands out prefixes and enforces network policies by default", () => {
    expect(vpcCniConfiguration({})).toEqual({
      enableNetworkPolicy: "true",
      env: { ENABLE_PREFIX_DELEGATION: "true", WARM_PREFIX_TARGET: "1" },
    });
  });

  test("keeps as many prefixes free as asked", () => {
    expect(vpcCniConfiguration({ podAddresses: { kind: "prefixes", warmPrefixes: 2 } }).env).toEqual({
      ENABLE_PREFIX_DELEGATION: "true",
      WARM_PREFIX_TARGET: "2",
    });
  });

  test("hands out single addresses when asked", () => {
    const podAddresses = { kind: "addresses", warmAddresses: 2, minimumAddresses: 12 } as const;
    expect(vpcCniConfiguration({ podAddresses }).env).toEqual({
      ENABLE_PREFIX_DELEGATION: "false",
      WARM_IP_TARGET: "2",
      MINIMUM_IP_TARGET: "12",
    });
  });

  test.each([
    ["off", "false", undefined],
    ["standard", "true", undefined],
    ["strict", "true", "strict"],
  ] as const)("writes the network policy mode %s", (networkPolicy, enabled, mode) => {
    const configuration = vpcCniConfiguration({ networkPolicy });
    expect(configuration.enableNetworkPolicy).toBe(enabled);
    expect(configuration.env["NETWORK_POLICY_ENFORCING_MODE"]).toBe(mode);
  });

  test("manages other network cards only when asked", () => {
    expect(vpcCniConfiguration({ multiNic: true }).env["ENABLE_MULTI_NIC"]).toBe("true");
    expect(vpcCniConfiguration({ multiNic: false }).env).not.toHaveProperty("ENABLE_MULTI_NIC");
  });

  test.each([
    ["warmPrefixes", { kind: "prefixes", warmPrefixes: 0 }],
    ["warmPrefixes", { kind: "prefixes", warmPrefixes: 1.5 }],
    ["warmAddresses", { kind: "addresses", warmAddresses: 0, minimumAddresses: 5 }],
    ["minimumAddresses", { kind: "addresses", warmAddresses: 1, minimumAddresses: -1 }],
  ] as const)("fails on a %s that the CNI would ignore", (name, podAddresses) => {
    expect(() => vpcCniConfiguration({ podAddresses })).toThrow(new RegExp(`${name} is -?[\\d.]+.*at least 1`));
  });
});
