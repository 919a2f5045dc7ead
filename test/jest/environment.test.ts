import Environment = require("./environment");

const LISTENERS = Symbol.for("EVENT_HANDLERS");
const circus = globalThis as unknown as Record<symbol, unknown[] | undefined>;

test("a file of tests begins without those who listened to the files before it in its worker", async () => {
  const present = circus[LISTENERS];
  try {
    circus[LISTENERS] = [() => {}];
    await new Environment().setup();
    expect(circus[LISTENERS]).toBeUndefined();
  } finally {
    circus[LISTENERS] = present;
  }
});

test("each test is told to the listeners of one file: two of jest-circus itself, and what it adds for a file", () => {
  expect(circus[LISTENERS]!.length).toBeGreaterThanOrEqual(2);
  expect(circus[LISTENERS]!.length).toBeLessThan(10);
});
