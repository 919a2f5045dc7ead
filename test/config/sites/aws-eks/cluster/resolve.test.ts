import { NOW, sample, type Change } from "../../../../helpers/environment";

const cluster = (change: Change = {}, now: Date = NOW) => sample(change, now).env.cluster;

describe("who may call the private endpoint", () => {
  test("is the network when nobody is named", () => {
    expect(cluster().endpoint).toEqual({ kind: "private", privateCidrs: ["10.20.0.0/16"] });
  });

  test("is the network of the environment, not that of the sample", () => {
    const network = { cidr: "10.64.0.0/16" };
    expect(cluster({ network }).endpoint.privateCidrs).toEqual(["10.64.0.0/16"]);
  });

  test("is an adopted network when nobody is named", () => {
    const subnet = { id: "subnet-0123456789abcdef0", zone: "us-east-1a", cidr: "10.9.0.0/24", tier: "private" };
    const subnets = [subnet, { ...subnet, id: "subnet-0123456789abcdef1", zone: "us-east-1b", cidr: "10.9.1.0/24" }];
    const network = { kind: "existing", vpcId: "vpc-0123456789abcdef0", cidr: "10.9.0.0/16", subnets };
    const { env } = sample({ network: { ...network, zones: null } });
    expect(env.cluster.endpoint.privateCidrs).toEqual(["10.9.0.0/16"]);
  });

  test("is who is named, each once, with a public endpoint too", () => {
    const privateCidrs = ["10.20.0.0/16", "10.200.0.0/16", "10.20.0.0/16"];
    const endpoint = { kind: "public-and-private", allowedCidrs: ["8.8.8.0/24"], privateCidrs };
    expect(cluster({ cluster: { endpoint } }).endpoint).toEqual({
      kind: "public-and-private",
      allowedCidrs: ["8.8.8.0/24"],
      privateCidrs: ["10.20.0.0/16", "10.200.0.0/16"],
    });
  });
});

describe("protection against deletion", () => {
  test.each([
    ["development", false],
    ["production", true],
  ])("%s: %s unless told otherwise", (profile, protection) => {
    expect(cluster({ profile }).deletionProtection).toBe(protection);
    expect(cluster({ profile, cluster: { deletionProtection: !protection } }).deletionProtection).toBe(!protection);
  });
});

test("names of principals do not depend on their order", () => {
  const [a, b] = ["arn:aws:iam::111122223333:role/teams/admin", "arn:aws:iam::111122223333:user/b"];
  expect(cluster({ cluster: { admins: [a, b] } }).adminsByName).toEqual({ "role-teams-admin": a, "user-b": b });
  expect(cluster({ cluster: { viewers: [b] } }).viewersByName).toEqual({ "user-b": b });
});

test("system nodes of another architecture have its image", () => {
  expect(cluster().systemImage.amiType).toBe("AL2023_x86_64_STANDARD");
  const systemNodes = { instanceType: "p6e-gb200.36xlarge" };
  expect(cluster({ cluster: { systemNodes } }).systemImage.amiType).toBe("AL2023_ARM_64_STANDARD");
});

test("support is extended from the day after its end", () => {
  const version = "1.35";
  expect(cluster({ cluster: { version } }, new Date("2025-01-01")).extendedSupport).toBe(false);
  expect(cluster({ cluster: { version } }, new Date("2099-01-01")).extendedSupport).toBe(true);
});
