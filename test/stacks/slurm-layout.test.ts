import { startWithin } from "../../stacks/slurm-layout";
import { sample } from "../helpers/environment";

test("what is promised of standard holds for the QOS of each team with a quota of its own", () => {
  const { env } = sample({
    monitoring: { slos: { jobStart: { high: { minutes: 30 }, standard: { minutes: 240 } } } },
    teams: { vision: { gpus: 8 }, "vision-interns": { parent: "vision" } },
  });
  expect(startWithin(env)).toMatchObject({ high: 30, standard: 240, "team-vision": 240 });
  expect(startWithin(env)).not.toHaveProperty("team-vision-interns");
});

test("where nothing is promised of standard teams have no promise", () => {
  const { env } = sample({ monitoring: { slos: { jobStart: { high: { minutes: 30 } } } } });
  expect(startWithin(env)).toEqual({ high: 30 });
  expect(startWithin(sample().env)).toEqual({});
});
