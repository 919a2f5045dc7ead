import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describeWithMoto } from "../../helpers/moto";
import { ROOT } from "../../helpers/process";

// The agent of checkpoints against a server that speaks S3. Of all steps at which it can be killed these try each 23rd or so: with a
// stride of 1, against MinIO, `test/fixtures/tiers/trial.py` tries all.

const root = mkdtempSync(join(tmpdir(), "railyard-tiers-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Case {
  readonly output: readonly string[];
  readonly failed: number;
  readonly warm: readonly string[];
  readonly cold: readonly string[];
  readonly latest: string | null;
}

async function python<T>(env: Readonly<Record<string, string>>, program: string, ...args: string[]): Promise<T> {
  const { stdout } = await promisify(execFile)(
    "python3",
    [join(ROOT, "test/fixtures/tiers", program), root, "checkpoints", ...args],
    {
      env: {
        ...process.env,
        ...env,
        PYTHONPATH: join(ROOT, "constructs/storage/files"),
        PYTHONDONTWRITEBYTECODE: "1",
        RAILYARD_TIER_WORKERS: "1",
        AWS_MAX_ATTEMPTS: "1",
      },
    },
  );
  return JSON.parse(stdout) as T;
}

const steps = (...numbers: readonly number[]) => numbers.map((number) => `step-${String(number).padStart(8, "0")}`);

describeWithMoto("checkpoints from tier to tier", (moto) => {
  beforeEach(async () => {
    await fetch(`${moto().env["AWS_ENDPOINT_URL"]}/checkpoints`, { method: "PUT" });
  });

  test("killed at a step, cut off at it, and with two nodes that have a half each: nothing is lost, and nothing is half there", async () => {
    const { env } = moto();
    for (const [what, stride] of [
      ["kill", 23],
      ["cut", 71],
      ["kill-nodes", 83],
    ] as const) {
      const { trials, steps: all } = await python<{ trials: number; steps: number }>(
        env,
        "trial.py",
        what,
        "3",
        `${stride}`,
      );
      expect(all).toBeGreaterThan(150);
      expect(trials).toBe(Math.ceil((all - 2) / stride));
    }
  });

  test("four at once, one of them killed", async () => {
    expect(await python(moto().env, "trial.py", "two", "3")).toEqual({ rounds: 3, killed: 3 });
  });

  test("what is torn, changed, held or somebody else's", async () => {
    const found = await python<Record<string, Case>>(moto().env, "cases.py");
    const { torn, rotten, again, clocks, gone, linked, held, fetched, full } = found as Record<string, Case> &
      Record<"torn", Case>;
    // what is not whole is said, takes nobody's place, and stays where it is
    expect(torn).toMatchObject({ failed: 1, warm: steps(100, 200, 300, 400), cold: steps(100), latest: steps(100)[0] });
    expect(torn.output[1]).toBe("run/step-00000300 is not copied: __1_0.distcp has 3 bytes, and 64 were written");
    expect(rotten).toMatchObject({ failed: 3, warm: steps(60, 100, 200, 300, 400), cold: steps(50, 60, 100) });
    // another training of that name: both stay
    expect(again).toMatchObject({ failed: 1, warm: steps(400, 500, 600), cold: steps(400, 500, 600) });
    expect(again!.output[0]).toContain("Nothing is overwritten: give the run another name");
    // times of files and of the clock decide nothing
    expect(clocks).toMatchObject({ failed: 0, warm: steps(300, 400), cold: steps(200, 300, 400) });
    // its copy was overwritten: it is not deleted
    expect(gone).toMatchObject({ warm: steps(200, 300, 400) });
    expect(gone!.output).toContain("kept /warm/run/step-00000200: __0_0.distcp is another object");
    // the agent puts nothing beside what the file system puts there, and archives what is there as a whole
    expect(linked).toMatchObject({
      failed: 0,
      warm: steps(100, 200, 300, 400),
      cold: [],
      output: ["run/step-00000400 is not archived yet: not all of it is in the bucket"],
    });
    expect(held).toMatchObject({ warm: steps(100, 300, 400), cold: steps(100, 200, 300, 400) });
    // of three that were asked for two came back, and the third was overwritten
    expect(fetched).toMatchObject({ warm: steps(200, 400), output: ["__0_0.distcp is not what the manifest says"] });
    expect(full).toMatchObject({ failed: 4, warm: steps(300, 400), cold: steps(200, 300, 400) });
  });
});
