import { mistakesOf } from "../../../scripts/review/plan-form";
import type { Verdict } from "../../../scripts/review/model";
import { created, deleted, unchanged, updated, type Planned } from "../../helpers/plan";
import {
  check,
  type Json,
  ARN,
  LUSTRE_VALUES,
  LUSTRE,
  plan,
  output,
  drifted,
  review,
} from "../../helpers/hostile-plan";

const without = (key: string): Json =>
  Object.fromEntries(Object.entries(plan([unchanged(LUSTRE, LUSTRE_VALUES)])).filter(([name]) => name !== key));

const acting = (...actions: string[]): Planned => ({
  ...unchanged(LUSTRE, LUSTRE_VALUES),
  change: { actions, before: LUSTRE_VALUES, after: LUSTRE_VALUES },
});

const provider = (expressions: Json): Json => ({
  configuration: { provider_config: { aws: { name: "aws", expressions } }, root_module: {} },
});

const constant = (constant_value: unknown) => ({ constant_value });

type Case = readonly [name: string, plan: unknown, verdict: Verdict, words: RegExp];

/** As Terraform writes the plan of a stack without any resource. */
const empty = (more: Json = {}): Json => ({
  ...without("resource_changes"),
  planned_values: { root_module: {} },
  ...more,
});
const managed = { root_module: { resources: [{ address: "a.b", mode: "managed" }] } };

test("a stack that had no resource and gets none has no list of changes", () => {
  const data = { root_module: { resources: [{ address: "data.a.b", mode: "data" }] } };
  for (const fine of [empty(), empty({ prior_state: { values: data } })]) expect(mistakesOf(fine)).toEqual([]);
  for (const wrong of [
    empty({ planned_values: managed }),
    empty({ prior_state: { values: managed } }),
    empty({ planned_values: { root_module: { child_modules: [{}] } } }),
    empty({ planned_values: {} }),
    empty({ resource_changes: null }),
  ])
    expect(mistakesOf(wrong)).toContain("its resource_changes are no list");
});

const BROKEN: readonly Case[] = [
  ["nothing", null, "broken", /no plan/],
  ["a list", [], "broken", /no plan/],
  ["a number", 3, "broken", /no plan/],
  ["an empty object", {}, "broken", /format is not said/],
  ["a format and nothing else", { format_version: "1.2" }, "broken", /which Terraform made it/],
  [
    "a state",
    { format_version: "1.0", terraform_version: "1.11.4", values: {} },
    "broken",
    /resource_changes are no list/,
  ],
  ["format 2.0", { ...plan([]), format_version: "2.0" }, "broken", /format is 2\.0/],
  ["format 0.2", { ...plan([]), format_version: "0.2" }, "broken", /format is 0\.2/],
  ["format 1", { ...plan([]), format_version: 1 }, "broken", /format is not said/],
  ["format 1.x", { ...plan([]), format_version: "1.2; 9" }, "broken", /this reads 1\.x/],
  ["errored", plan([], { errored: true }), "broken", /planning failed/],
  ["errored, as a text", plan([], { errored: "false" }), "broken", /whether planning went well/],
  ["not complete", plan([], { complete: false }), "broken", /not the whole plan/],
  ["complete, as a text", plan([], { complete: "true" }), "broken", /not the whole plan/],
  ["not applyable", plan([deleted(LUSTRE, LUSTRE_VALUES)], { applyable: false }), "broken", /cannot be applied/],
  [
    "not applyable, with outputs alone",
    { ...output({ actions: ["create"], after: 1 }), applyable: false },
    "broken",
    /cannot be applied/,
  ],
  ["deferred changes", plan([], { deferred_changes: [{ reason: "unknown" }] }), "broken", /1 changes are deferred/],
  ["deferred changes of no form", plan([], { deferred_changes: {} }), "broken", /deferred/],
  ...["terraform_version", "configuration", "complete", "applyable", "errored", "resource_changes"].map((key): Case => [
    `without ${key}`,
    without(key),
    "broken",
    /The plan of sample-storage/,
  ]),
  [
    "a part that is not known",
    plan([], { action_invocations: [{ address: "action.aws_lambda_invoke.x" }] }),
    "broken",
    /action_invocations, which this does not know/,
  ],
  [
    "an action that is not known",
    plan([acting("explode")]),
    "broken",
    /what happens to .*lustre is not known here: explode/,
  ],
  ["two actions that do not go together", plan([acting("create", "update")]), "broken", /create, update/],
  ["no action", plan([acting()]), "broken", /nothing said/],
  [
    "actions that are a text",
    plan([{ ...unchanged(LUSTRE, LUSTRE_VALUES), change: { actions: "delete", before: LUSTRE_VALUES } }]),
    "broken",
    /not known here/,
  ],
  ["an unknown action of drift", drifted(acting("melt")), "broken", /melt/],
  ["drift that is no list", plan([], { resource_drift: {} }), "broken", /resource_drift are no list/],
  [
    "a mode that is not known",
    plan([{ ...unchanged(LUSTRE, LUSTRE_VALUES), mode: "ephemeral" }]),
    "broken",
    /neither a resource nor data/,
  ],
  ["a resource without an address", plan([{ mode: "managed", type: "a" }]), "broken", /no address/],
  ["a resource that is a text", plan(["aws_vpc.a"]), "broken", /no form/],
  [
    "a deletion of nothing",
    plan([{ ...deleted(LUSTRE, LUSTRE_VALUES), change: { actions: ["delete"], before: null, after: null } }]),
    "broken",
    /values that it has are not said/,
  ],
  [
    "an update to nothing",
    plan([
      { ...unchanged(LUSTRE, LUSTRE_VALUES), change: { actions: ["update"], before: LUSTRE_VALUES, after: null } },
    ]),
    "broken",
    /without any value/,
  ],
  ["an unknown action of an output", output({ actions: ["vanish"] }), "broken", /output bucket/],
  ["outputs that are a list", plan([], { output_changes: [] }), "broken", /output_changes are no object/],
  ["a check that fails", check("fail"), "broken", /check\.health fails: It is down\./],
  ["a check with an error", check("error"), "broken", /no result that is known/],
  ["a check with another result", check("maybe"), "broken", /no result that is known/],
  ["checks of no form", plan([], { checks: { a: 1 } }), "broken", /checks are no list/],
  [
    "another account",
    plan([], provider({ allowed_account_ids: constant(["999988887777"]), region: constant("us-east-1") })),
    "broken",
    /is of account 999988887777/,
  ],
  ["any account", plan([], provider({ region: constant("us-east-1") })), "broken", /account that it does not name/],
  [
    "two accounts",
    plan(
      [],
      provider({ allowed_account_ids: constant(["111122223333", "999988887777"]), region: constant("us-east-1") }),
    ),
    "broken",
    /account that it does not name/,
  ],
  [
    "an account from elsewhere",
    plan([], provider({ allowed_account_ids: { references: ["var.a"] }, region: constant("us-east-1") })),
    "broken",
    /account that it does not name/,
  ],
  [
    "another Region",
    plan([], provider({ allowed_account_ids: constant(["111122223333"]), region: constant("eu-west-1") })),
    "broken",
    /is of Region eu-west-1/,
  ],
  ["no provider", plan([], { configuration: {} }), "broken", /account that it does not name/],
  [
    "a resource of another account",
    plan([
      updated(
        LUSTRE,
        { ...LUSTRE_VALUES, arn: ARN.replace("111122223333", "999988887777") },
        { storage_capacity: 100_000 },
      ),
    ]),
    "broken",
    /account 999988887777/,
  ],
  [
    "a resource of another environment",
    plan([created("aws_vpc.a", { tags_all: { "railyard:environment": "other" } })]),
    "broken",
    /environment other/,
  ],
];

test.each(BROKEN)("%s", (_, given, verdict, words) => {
  const found = review(given);
  expect(found.verdict).toBe(verdict);
  expect(found.text).toMatch(words);
});
