import { NCCL_TESTS_EFA } from "../../../../config/facts/nccl";
import { checksOf } from "../../../../scripts/verify/checks";
import { sample } from "../../../helpers/environment";

const PROPS = { image: null, on: "slurm" } as const;
const MIRRORS = { "*": "registry.example.com/mirror" };
const DIGEST = `sha256:${"7".repeat(64)}`;
const PLACES = { mirrors: MIRRORS, digests: { [NCCL_TESTS_EFA.name]: DIGEST } };
const { env } = sample();

/** Jobs of every check on every pool, as far as it has one there. */
const jobsWith = (props: Parameters<ReturnType<typeof checksOf>[number]["plan"]>[1]) =>
  checksOf(env).flatMap((check) =>
    env.nodeGroups.flatMap((pool) => {
      const plan = check.plan(pool, props);
      return typeof plan === "string" ? [] : [{ check: check.id, image: plan.job(["a", "b"]).image }];
    }),
  );

test("what nobody names comes from the mirrors of the environment by its digest, in every check", () => {
  const found = jobsWith({ ...PROPS, places: PLACES }).flatMap(({ image }) => image ?? []);
  expect(new Set(found)).toEqual(new Set([`${MIRRORS["*"]}/${NCCL_TESTS_EFA.name}@${DIGEST}`]));
  const own = jobsWith(PROPS).flatMap(({ image }) => image ?? []);
  expect(new Set(own)).toEqual(new Set([NCCL_TESTS_EFA.name]));
});

test("an image that somebody names is taken as it is", () => {
  const found = jobsWith({ ...PROPS, image: "own:1", places: PLACES }).flatMap(({ image }) => image ?? []);
  expect(new Set(found)).toEqual(new Set(["own:1"]));
});
