import fc from "fast-check";
import { loadEnvironments } from "../../config";
import { leakedToken } from "../../constructs/core/guards";
import { wrongArguments } from "../helpers/argument-check";
import { NOW } from "../helpers/environment";
import { missingInCatalog } from "../helpers/missing-in-catalog";
import { oddEnvironment } from "../helpers/odd-environment";
import { synthStacks } from "../helpers/stacks";

describe("what the pinned providers say against arguments", () => {
  const stack = (type: string, given: object) => ({ resource: { [type]: { it: given } } });

  test.each<[string, object, string[]]>([
    ["an argument that there is not", stack("aws_vpc", { cidr: "10.0.0.0/16" }), ["aws_vpc.it.cidr: no such argument"]],
    [
      "one that is missing",
      stack("aws_sns_topic_policy", { policy: "{}" }),
      ["aws_sns_topic_policy.it.arn: is required"],
    ],
    ["a list for a text", stack("aws_sns_topic", { name: ["a"] }), ['aws_sns_topic.it.name: ["a"] is no "string"']],
    [
      "what only AWS says",
      stack("aws_sns_topic", { name: "a", owner: "111122223333" }),
      ["aws_sns_topic.it.owner: is computed, and cannot be given"],
    ],
    ["nothing", stack("aws_sns_topic", { name: "a", lifecycle: { prevent_destroy: true } }), []],
  ])("%s", (_, json, wrong) => expect(wrongArguments(json)).toEqual(wrong));
});

test("whatever the rules let through, with existing networks, buckets, images, schedules and all, fits the providers, and is of types that the catalogue knows", () => {
  fc.assert(
    fc.property(oddEnvironment, (input) => {
      const { resolved } = loadEnvironments({ [input.name]: () => input }, [], NOW)[0]!;
      const stacks = synthStacks(resolved);
      expect(leakedToken(JSON.stringify(stacks))).toBeNull();
      expect(Object.values(stacks).flatMap((stack) => wrongArguments(stack))).toEqual([]);
      const types = Object.values(stacks).flatMap((stack) => Object.keys(stack.resource ?? {}));
      expect(types.flatMap(missingInCatalog)).toEqual([]);
    }),
    // each is made legal step by step: to shrink one takes longer than to read it
    { numRuns: 4, endOnFailure: true },
  );
});
