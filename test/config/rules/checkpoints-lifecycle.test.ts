import { CHECKPOINTS_LIFECYCLE_RULES } from "../../../config/rules/checkpoints-lifecycle";
import { ruleOf, violations } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

type Step = readonly [afterDays: number, to: string];
const steps = (list: readonly Step[]) => list.map(([afterDays, to]) => ({ afterDays, to }));
const cold = (list: readonly Step[], more: object = {}) => ({
  checkpoints: { cold: { transitions: steps(list), ...more } },
});
const archive = (list: readonly Step[], more: object = {}) => ({
  checkpoints: { archive: { transitions: steps(list), ...more } },
});
const theirs = { bucket: { kind: "existing", name: "theirs" } };
const stepPath = (tier: string, index: number, key: string) => ["checkpoints", tier, "transitions", index, key];

ruleCases(
  CHECKPOINTS_LIFECYCLE_RULES,
  [
    {
      id: "checkpoints/ladder-age",
      when: "Standard-IA a day early",
      change: cold([[29, "STANDARD_IA"]]),
      path: stepPath("cold", 0, "afterDays"),
      words: ["STANDARD_IA after 29 days", "30 days or more", "afterDays: 30"],
    },
    {
      id: "checkpoints/ladder-age",
      when: "One Zone-IA in the archive",
      change: archive([[0, "ONEZONE_IA"]]),
      path: stepPath("archive", 0, "afterDays"),
      words: ["ONEZONE_IA after 0 days"],
    },
    {
      id: "checkpoints/ladder-order",
      when: "upwards",
      change: cold([
        [0, "GLACIER_IR"],
        [90, "STANDARD_IA"],
      ]),
      path: stepPath("cold", 1, "to"),
      words: ["from GLACIER_IR to STANDARD_IA", "GLACIER or DEEP_ARCHIVE"],
    },
    {
      id: "checkpoints/ladder-order",
      when: "downwards where there is no way",
      change: archive([
        [30, "ONEZONE_IA"],
        [60, "GLACIER_IR"],
      ]),
      path: stepPath("archive", 1, "to"),
      words: ["from ONEZONE_IA to GLACIER_IR"],
    },
    {
      id: "checkpoints/ladder-order",
      when: "on from the last class",
      change: archive([
        [1, "DEEP_ARCHIVE"],
        [200, "GLACIER"],
      ]),
      path: stepPath("archive", 1, "to"),
      words: ["they go nowhere"],
    },
    {
      id: "checkpoints/ladder-gap",
      when: "AWS's own example: Glacier Instant Retrieval on day 4, Deep Archive on day 20",
      change: archive([
        [4, "GLACIER_IR"],
        [20, "DEEP_ARCHIVE"],
      ]),
      path: stepPath("archive", 1, "afterDays"),
      words: ["DEEP_ARCHIVE after 20 days", "day 4", "day 94", "afterDays: 94"],
    },
    {
      id: "checkpoints/ladder-gap",
      when: "two steps on one day",
      change: cold([
        [5, "INTELLIGENT_TIERING"],
        [5, "GLACIER_IR"],
      ]),
      path: stepPath("cold", 1, "afterDays"),
      words: ["afterDays: 6"],
    },
    {
      id: "checkpoints/restore-class-under-link",
      when: "Glacier under Lustre",
      change: cold([[10, "GLACIER"]]),
      path: stepPath("cold", 0, "to"),
      words: ["GLACIER needs a restore of up to 5 hours", "checkpoints/", "GLACIER_IR", "archive"],
    },
    {
      id: "checkpoints/expire-before-transition",
      when: "the end on the day of a move",
      change: cold([[30, "STANDARD_IA"]], { expireAfterDays: 30 }),
      path: ["checkpoints", "cold", "expireAfterDays"],
      words: ["expire after 30 days", "move after 30", "expireAfterDays: 31"],
    },
    {
      id: "checkpoints/expire-before-transition",
      when: "the archive",
      change: archive([[90, "GLACIER"]], { expireAfterDays: 7 }),
      path: ["checkpoints", "archive", "expireAfterDays"],
      words: ["expire after 7 days", "expireAfterDays: 91"],
    },
    {
      id: "checkpoints/expiry-in-minimum-charge",
      when: "Deep Archive for three months",
      change: archive([[1, "DEEP_ARCHIVE"]], { expireAfterDays: 90 }),
      path: ["checkpoints", "archive", "expireAfterDays"],
      words: ["expire after 90 days", "180 days", "expireAfterDays: 181"],
    },
    {
      id: "checkpoints/expiry-under-link",
      when: "an end under Lustre",
      change: { checkpoints: { cold: { expireAfterDays: 180 } } },
      path: ["checkpoints", "cold", "expireAfterDays"],
      words: ["checkpoints/ expire after 180 days", "keepLast"],
    },
    {
      id: "checkpoints/one-zone",
      when: "One Zone-IA",
      change: cold([[30, "ONEZONE_IA"]]),
      path: stepPath("cold", 0, "to"),
      words: ["ONEZONE_IA", "STANDARD_IA"],
    },
  ],
  [
    { id: "checkpoints/ladder-age", when: "Standard-IA after 30 days", change: cold([[30, "STANDARD_IA"]]) },
    { id: "checkpoints/ladder-age", when: "Glacier on day 0", change: archive([[0, "GLACIER"]]) },
    {
      id: "checkpoints/ladder-age",
      when: "a bucket whose lifecycle is not ours",
      change: { checkpoints: { ...theirs, cold: { transitions: steps([[1, "STANDARD_IA"]]) } } },
    },
    {
      id: "checkpoints/ladder-order",
      when: "the whole waterfall",
      change: archive([
        [30, "STANDARD_IA"],
        [60, "INTELLIGENT_TIERING"],
        [61, "GLACIER_IR"],
        [151, "GLACIER"],
        [241, "DEEP_ARCHIVE"],
      ]),
    },
    {
      id: "checkpoints/ladder-gap",
      when: "the first day possible",
      change: archive([
        [4, "GLACIER_IR"],
        [94, "DEEP_ARCHIVE"],
      ]),
    },
    {
      id: "checkpoints/ladder-gap",
      when: "a step that is too young anyway, told elsewhere",
      change: cold([
        [5, "INTELLIGENT_TIERING"],
        [5, "ONEZONE_IA"],
      ]),
    },
    { id: "checkpoints/restore-class-under-link", when: "instant Glacier", change: cold([[10, "GLACIER_IR"]]) },
    { id: "checkpoints/restore-class-under-link", when: "the archive", change: archive([[10, "GLACIER"]]) },
    {
      id: "checkpoints/restore-class-under-link",
      when: "no Lustre",
      change: { lustre: null, ...cold([[10, "GLACIER"]]) },
    },
    {
      id: "checkpoints/expire-before-transition",
      when: "the day after",
      change: cold([[30, "STANDARD_IA"]], { expireAfterDays: 31 }),
    },
    { id: "checkpoints/expire-before-transition", when: "no moves", change: cold([], { expireAfterDays: 1 }) },
    {
      id: "checkpoints/expiry-in-minimum-charge",
      when: "the day on which it is paid",
      change: archive([[1, "DEEP_ARCHIVE"]], { expireAfterDays: 181 }),
    },
    {
      id: "checkpoints/expiry-in-minimum-charge",
      when: "an end before the move, told elsewhere",
      change: archive([[90, "GLACIER"]], { expireAfterDays: 7 }),
    },
    { id: "checkpoints/expiry-under-link", when: "no end", change: {} },
    {
      id: "checkpoints/expiry-under-link",
      when: "no Lustre",
      change: { lustre: null, checkpoints: { cold: { expireAfterDays: 180 } } },
    },
    {
      id: "checkpoints/expiry-under-link",
      when: "the archive",
      change: archive([[1, "GLACIER_IR"]], { expireAfterDays: 400 }),
    },
    { id: "checkpoints/one-zone", when: "three zones", change: cold([[30, "STANDARD_IA"]]) },
  ],
);

test("every step that is wrong is told", () => {
  const change = cold([
    [1, "STANDARD_IA"],
    [2, "ONEZONE_IA"],
  ]);
  const found = violations(ruleOf(CHECKPOINTS_LIFECYCLE_RULES, "checkpoints/ladder-age"), change);
  expect(found.map((v) => v.path[3])).toEqual([0, 1]);
});
