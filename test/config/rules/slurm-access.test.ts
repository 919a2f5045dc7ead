import { SLURM_ACCESS_RULES } from "../../../config/rules/slurm-access";
import { ruleOf, violations } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const internet = (...allowedCidrs: string[]) => ({ slurm: { login: { kind: "internet", allowedCidrs } } });
const database = (host: string) => ({ slurm: { accounting: { kind: "external", host, secretName: "db" } } });
const noController = { platform: { loadBalancerController: false } };

ruleCases(
  SLURM_ACCESS_RULES,
  [
    {
      id: "slurm/login-needs-load-balancer-controller",
      when: "the default login",
      change: noController,
      path: ["platform", "loadBalancerController"],
      words: ["slurm.login is internal", "loadBalancerController: true"],
    },
    {
      id: "slurm/login-needs-load-balancer-controller",
      when: "a public login",
      change: { ...noController, ...internet("203.0.113.0/24") },
      path: ["platform", "loadBalancerController"],
      words: ["slurm.login is internet"],
    },
    {
      id: "slurm/login-open-to-world",
      when: "everybody",
      change: internet("203.0.113.0/24", "0.0.0.0/0"),
      path: ["slurm", "login", "allowedCidrs", 1],
      words: ["0.0.0.0/0", "the whole internet", "internal"],
    },
    {
      id: "slurm/login-open-to-world",
      when: "half of everybody",
      change: internet("128.0.0.0/1"),
      path: ["slurm", "login", "allowedCidrs", 0],
      words: ["128.0.0.0/1", "a large part"],
    },
    ...[
      ["db.example.internal:3306", "db.example.internal"],
      ["mysql://db.example.internal", "db.example.internal"],
      ["db.example.internal/slurm", "db.example.internal"],
      ["mysql://slurm:hunter2@db.example.internal:3306/acct", "db.example.internal"],
    ].map(([host = "", bare]) => ({
      id: "slurm/accounting-host",
      when: host,
      change: database(host),
      path: ["slurm", "accounting", "host"],
      words: [`host: "${bare}"`, "no host name"],
    })),
    {
      id: "slurm/accounting-host",
      when: "nothing that holds a name",
      change: database("my database"),
      path: ["slurm", "accounting", "host"],
      words: ['"my database"', '"db.example.internal"'],
    },
  ],
  [
    {
      id: "slurm/login-needs-load-balancer-controller",
      when: "no login",
      change: { ...noController, slurm: { login: { kind: "none" } } },
    },
    { id: "slurm/login-needs-load-balancer-controller", when: "no Slurm", change: { ...noController, slurm: null } },
    { id: "slurm/login-needs-load-balancer-controller", when: "the controller", change: {} },
    { id: "slurm/login-open-to-world", when: "a /8", change: internet("16.0.0.0/8") },
    { id: "slurm/login-open-to-world", when: "an internal login", change: {} },
    { id: "slurm/accounting-host", when: "a name", change: database("acct.cluster-abc1.us-east-1.rds.amazonaws.com") },
    { id: "slurm/accounting-host", when: "an address", change: database("10.20.0.9") },
    { id: "slurm/accounting-host", when: "a database of our own", change: {} },
  ],
);

test("a password in the host is not told again", () => {
  const found = violations(
    ruleOf(SLURM_ACCESS_RULES, "slurm/accounting-host"),
    database("mysql://slurm:hunter2@db.example.internal"),
  );
  expect(found).toHaveLength(1);
  expect(JSON.stringify(found)).not.toContain("hunter2");
});
