import { propsOf } from "../../../../scripts/commands/size/props";
import { sample } from "../../../helpers/environment";

const env = sample({
  workloads: {
    pretrain: { params: "70B", tokens: "2T", nodes: 2, mfu: 0.4, checkpoint: { stallSeconds: 5, keep: 7 } },
    tune: { params: "8B" },
  },
}).env;

test("a workload says what options do not, and options come first", () => {
  expect(propsOf(env, "pretrain", {})).toMatchObject({
    params: 70e9,
    tokens: 2e12,
    nodes: 2,
    mfu: 0.4,
    stallSeconds: 5,
    keep: 7,
    restartMinutes: 10,
  });
  expect(propsOf(env, "pretrain", { params: "8B", nodes: "4", stall: "9", restart: "3" })).toMatchObject({
    params: 8e9,
    tokens: 2e12,
    nodes: 4,
    stallSeconds: 9,
    restartMinutes: 3,
  });
});

test("the only workload needs no name, and options without a name are a training of their own", () => {
  const one = sample({ workloads: { tune: { params: "8B" } } }).env;
  expect(propsOf(one, undefined, {}).params).toBe(8e9);
  expect(propsOf(env, undefined, { params: "1B" })).toMatchObject({ params: 1e9, tokens: null, nodes: 4 });
});

test.each([
  [env, undefined, {}, /several workloads: name pretrain or tune/],
  [env, "pretain", {}, /"pretain" is no workload of sample: it has pretrain or tune/],
  [sample().env, "pretrain", {}, /has no workloads/],
  [sample().env, undefined, {}, /--params is needed/],
] as const)("%#: what is not clear is refused in words", (given, name, values, message) =>
  expect(() => propsOf(given, name, values)).toThrow(message),
);
