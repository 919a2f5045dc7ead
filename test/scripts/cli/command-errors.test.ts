import { ConfigError } from "../../../config/kernel/issues";
import { reportError } from "../../../scripts/cli/command-errors";
import { ExpectedError } from "../../../scripts/lib/errors/expected-error";
import { RefusedError } from "../../../scripts/lib/errors/refused-error";
import { UsageError } from "../../../scripts/lib/errors/usage";

function report(error: unknown, untouched?: string) {
  const errors: string[] = [];
  const context = {
    root: "/none",
    clock: () => new Date(),
    print: () => {},
    printError: (text: string) => errors.push(text),
  };
  const code = reportError(error, context, {
    help: "railyard x --help",
    ...(untouched !== undefined && { untouched }),
  });
  return { code, text: errors.join("\n") };
}

const config = new ConfigError([{ environment: "a", issues: [{ path: [], message: "bad" }] }]);

test.each([
  ["problems of environments", config, "a: 1 problem\n  bad"],
  ["a wrong command line, with its help", new UsageError("no such option"), "no such option\nSee railyard x --help"],
  ["what a person can mend, as it is", new ExpectedError("no helm"), "no helm"],
])("prints %s", (_, error, text) => expect(report(error)).toEqual({ code: 1, text }));

test("what was refused is an answer", () =>
  expect(report(new RefusedError("it would be lost"))).toEqual({ code: 2, text: "it would be lost" }));

test("says that nothing was written where that is so", () =>
  expect(report(config, "Nothing was written.").text).toBe("a: 1 problem\n  bad\n\nNothing was written."));

test("hands bugs on", () => expect(() => report(new TypeError("bug"))).toThrow("bug"));
