import * as fc from "fast-check";
import { SLURM_HOME_RULES } from "../../../config/slurm/home-rules";
import { ruleOf, sample, violations } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const users = { jane: { uid: 20001 } };
const homes = (warm: object, more: object = {}) => ({ slurm: { users }, checkpoints: { warm }, ...more });
const AT = ["checkpoints", "warm", "path"];
const squash = (more: object = {}) => ({ lustre: { rootSquash: { uid: 65534, gid: 65533, ...more } } });

ruleCases(SLURM_HOME_RULES, {
  "checkpoints/warm-homes": {
    severity: "error",
    trips: [
      {
        when: "the homes, pruned",
        change: homes({ path: "/home", keepLast: 2 }),
        at: AT,
        message: ["/fsx/home", "the last 2"],
        fix: ['"/checkpoints"'],
      },
      { when: "the homes, linked", change: homes({ path: "/home" }), at: AT, message: ["copied to the bucket"] },
      { when: "the whole file system", change: homes({ path: "/" }), at: AT, message: ["/fsx/home"] },
      { when: "a home", change: homes({ path: "/home/jane/ckpt", keepLast: 2 }), at: AT, message: ["/home/jane/ckpt"] },
      { when: "slashes too many", change: homes({ path: "//home/", keepLast: 2 }), at: AT, message: ["//home/"] },
    ],
    passes: [
      { when: "a folder of its own", change: homes({ path: "/checkpoints", keepLast: 2 }) },
      { when: "a name with a dot", change: homes({ path: "/ckpt.v2", keepLast: 2 }) },
      { when: "a name that begins alike", change: homes({ path: "/home2", keepLast: 2 }) },
      { when: "a folder called home elsewhere", change: homes({ path: "/data/home", keepLast: 2 }) },
      { when: "nobody with a home", change: { checkpoints: { warm: { path: "/home", keepLast: 2 } } } },
      { when: "no Slurm", change: { slurm: null, checkpoints: { warm: { path: "/home", keepLast: 2 } } } },
      {
        when: "homes elsewhere",
        change: homes({ path: "/home", keepLast: 2 }, { storage: { homes: { kind: "efs" } } }),
      },
    ],
  },
  "slurm/homes-squashed": {
    severity: "error",
    trips: [
      {
        when: "root squash",
        change: { slurm: { users }, ...squash() },
        at: ["lustre", "rootSquash"],
        message: ["65534:65533", "homes of slurm.users"],
        fix: ["leave rootSquash out"],
      },
    ],
    passes: [
      { when: "root squash that is off", change: { slurm: { users }, ...squash({ uid: 0, gid: 0 }) } },
      { when: "nobody with a home", change: squash() },
      { when: "homes elsewhere", change: { slurm: { users }, storage: { homes: { kind: "efs" } }, ...squash() } },
      { when: "no Slurm", change: { slurm: null, ...squash() } },
    ],
  },
});

test("any path over, at or below the homes is found, and no other", () => {
  const rule = ruleOf(SLURM_HOME_RULES, "checkpoints/warm-homes");
  const name = fc.constantFrom("home", "jane", "ckpt.v2", "Home", "home-1");
  fc.assert(
    fc.property(fc.array(name, { maxLength: 3 }), fc.constantFrom("/", "//"), (names, slash) => {
      const path = `${slash}${names.join(slash)}`;
      const found = violations(rule, homes({ path, keepLast: 2 })).length;
      expect(found).toBe(names.length === 0 || names[0] === "home" ? 1 : 0);
    }),
    { numRuns: 60 },
  );
});

test.each(["/checkpoints/../home", "/..", "/./home", "/."])("%s leads nowhere: the schema refuses it", (path) => {
  expect(() => sample({ checkpoints: { warm: { path } } })).toThrow(/no folder \. or \.\./);
});
