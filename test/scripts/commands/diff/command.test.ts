import { railyard } from "../../../helpers/in-process";

const diff = (...args: string[]) => railyard("diff", ...args);

test("tells keys, resources, speed and money apart", async () => {
  const { code, stdout } = await diff("dev", "research");
  expect(code).toBe(0);
  expect(stdout).toMatch(/network\.cidr\n {2}- "10\.10\.0\.0\/16"\n {2}\+ "10\.20\.0\.0\/16"/);
  expect(stdout).toMatch(/nodes {2}aws_eks_node_group +1 +2/);
  expect(stdout).toMatch(/EFA of all nodes +– +51,200 Gbps/);
  expect(stdout).toMatch(/Sum of what is known +\$\d/);
});

test("is JSON on demand", async () => {
  const { stdout } = await diff("dev", "frontier", "--json");
  const parsed = JSON.parse(stdout) as { first: string; tables: { section: string }[] };
  expect(parsed.first).toBe("dev");
  expect(parsed.tables.map(({ section }) => section)).toEqual(["capacity", "money", "money"]);
});

test("finds no difference between an environment and itself", async () => {
  const { stdout } = await diff("dev", "dev");
  expect(stdout).toContain("Keys: - dev, + dev\nthe same");
  expect(stdout).toContain("Resources: the same");
  expect(stdout).toContain("USD an hour: the same\n\nUSD a month: the same");
});

test.each([
  [["dev"], /name two environments, not 1/],
  [["dev", "reserch"], /"?reserch"?/],
  [["dev", "research", "--jsn"], /--jsn/],
])("fails on %j in words", async (args, message) => {
  const { code, stderr } = await diff(...args);
  expect(code).toBe(1);
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/\n\s+at /);
});
