import { canAsk, confirm } from "../../../../scripts/lib/terminal/confirm";
import { ExpectedError } from "../../../../scripts/lib/errors/expected-error";

function terminal(answer: string | Error) {
  const seen = { asked: [] as string[], closed: 0 };
  const open = () => ({
    ask: (question: string) => {
      seen.asked.push(question);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    tell: () => {},
    close: () => void (seen.closed += 1),
  });
  return { open, seen };
}

test.each([
  ["yes", true],
  ["y", false],
  ["Yes", false],
  ["", false],
])("%j is agreement: %p", async (answer, agreed) => {
  const { open, seen } = terminal(answer);
  expect(await confirm(open, "Apply?", "yes")).toBe(agreed);
  expect(seen).toEqual({ asked: ["Apply?"], closed: 1 });
});

test("the end of the input is no agreement, and the terminal is closed", async () => {
  const { open, seen } = terminal(new ExpectedError("Stopped"));
  expect(await confirm(open, "Apply?", "yes")).toBe(false);
  expect(seen.closed).toBe(1);
});

test("a bug is not taken for an answer", async () => {
  await expect(confirm(terminal(new TypeError("x")).open, "Apply?", "yes")).rejects.toThrow(TypeError);
});

test("without a terminal nobody can be asked", async () => {
  expect(canAsk(() => null)).toBe(false);
  const { open, seen } = terminal("yes");
  expect(canAsk(open)).toBe(true);
  expect(seen.closed).toBe(1);
  await expect(confirm(() => null, "Apply?", "yes")).rejects.toThrow("Nobody can answer");
});
