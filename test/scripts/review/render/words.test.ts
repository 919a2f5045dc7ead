import { nothingText } from "../../../../scripts/review/render/words";
import { reviewed } from "../../../helpers/reviewed";

test("an environment that was there says that no key differs", () =>
  expect(nothingText("config", reviewed({}))).toBe("No key of the environment file differs."));

test("a new environment does not say so: all of its keys are new", () =>
  expect(nothingText("config", reviewed({ before: null, after: {} }))).toBe(
    "The environment is new, with all of its keys.",
  ));

test("the other sections say the same of both", () =>
  expect(nothingText("lost", reviewed({ before: null, after: {} }))).toBe("No loss found."));
