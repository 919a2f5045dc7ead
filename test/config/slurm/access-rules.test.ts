import { AWS_SLURM_ACCESS_RULES, SLURM_ACCESS_RULES } from "../../../config/slurm/access-rules";
import { ruleOf, violations } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const internet = (...allowedCidrs: string[]) => ({ slurm: { login: { kind: "internet", allowedCidrs } } });
const database = (host: string) => ({ slurm: { accounting: { kind: "external", host, secretName: "db" } } });
const noController = { platform: { loadBalancerController: false } };

ruleCases([...SLURM_ACCESS_RULES, ...AWS_SLURM_ACCESS_RULES], {
  "slurm/login-needs-load-balancer-controller": {
    severity: "error",
    trips: [
      {
        when: "the default login",
        change: noController,
        at: ["platform", "loadBalancerController"],
        message: ["slurm.login is internal"],
        fix: ["loadBalancerController: true"],
      },
      {
        when: "a public login",
        change: { ...noController, ...internet("203.0.113.0/24") },
        at: ["platform", "loadBalancerController"],
        message: ["slurm.login is internet"],
      },
    ],
    passes: [
      { when: "no login", change: { ...noController, slurm: { login: { kind: "none" } } } },
      { when: "no Slurm", change: { ...noController, slurm: null } },
      { when: "the controller", change: {} },
    ],
  },
  "slurm/login-open-to-world": {
    severity: "warning",
    trips: [
      {
        when: "everybody",
        change: internet("203.0.113.0/24", "0.0.0.0/0"),
        at: ["slurm", "login", "allowedCidrs", 1],
        message: ["0.0.0.0/0", "the whole internet"],
        fix: ["internal"],
      },
      {
        when: "half of everybody",
        change: internet("128.0.0.0/1"),
        at: ["slurm", "login", "allowedCidrs", 0],
        message: ["128.0.0.0/1", "a large part"],
      },
    ],
    passes: [
      { when: "a /8", change: internet("16.0.0.0/8") },
      { when: "an internal login", change: {} },
    ],
  },
  "slurm/login-private-only": {
    severity: "error",
    trips: [
      {
        change: internet("10.0.0.0/8", "192.168.7.0/24"),
        at: ["slurm", "login", "allowedCidrs"],
        message: ["private addresses alone", "10.0.0.0/8"],
        fix: ["internal"],
      },
    ],
    passes: [
      { when: "a public block beside them", change: internet("10.0.0.0/8", "203.0.113.0/24") },
      { when: "a block that holds private ones", change: internet("172.0.0.0/8") },
      { when: "an internal login", change: { slurm: { login: { kind: "internal" } } } },
    ],
  },
  "slurm/accounting-host-self": {
    severity: "error",
    trips: ["localhost", "LOCALHOST", "127.0.0.1"].map((host) => ({
      when: host,
      change: database(host),
      at: ["slurm", "accounting", "host"],
      message: [host, "pod of slurmdbd"],
      fix: ["mariadb"],
    })),
    passes: [
      { when: "a name that begins alike", change: database("localhost.example.internal") },
      { when: "a database of our own", change: {} },
    ],
  },
  "slurm/accounting-host": {
    severity: "error",
    trips: [
      ...[
        ["db.example.internal:3306", "db.example.internal"],
        ["mysql://db.example.internal", "db.example.internal"],
        ["db.example.internal/slurm", "db.example.internal"],
        ["mysql://slurm:hunter2@db.example.internal:3306/acct", "db.example.internal"],
      ].map(([host = "", bare]) => ({
        when: host,
        change: database(host),
        at: ["slurm", "accounting", "host"],
        message: ["no host name"],
        fix: [`host: "${bare}"`],
      })),
      {
        when: "nothing that holds a name",
        change: database("my database"),
        at: ["slurm", "accounting", "host"],
        message: ['"my database"'],
        fix: ['"db.example.internal"'],
      },
    ],
    passes: [
      { when: "a name", change: database("acct.cluster-abc1.us-east-1.rds.amazonaws.com") },
      { when: "an address", change: database("10.20.0.9") },
      { when: "a database of our own", change: {} },
    ],
  },
});

test("a password in the host is not told again", () => {
  const found = violations(
    ruleOf(SLURM_ACCESS_RULES, "slurm/accounting-host"),
    database("mysql://slurm:hunter2@db.example.internal"),
  );
  expect(found).toHaveLength(1);
  expect(JSON.stringify(found)).not.toContain("hunter2");
});
