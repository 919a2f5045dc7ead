import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describeWithMoto } from "../../helpers/moto";
import { ROOT } from "../../helpers/process";

// Contents of checkpoints that leave a linked Lustre, for which a stand-in of its tool answers. Of all steps at which the agent can be killed
// these try each 53rd: with a stride of 1 `test/fixtures/tiers/released.py` tries all.

const root = mkdtempSync(join(tmpdir(), "railyard-tiers-released-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Case {
  readonly output: readonly string[];
  readonly failed: number;
  readonly released: readonly string[];
}

describeWithMoto("contents of older checkpoints", (moto) => {
  async function python<T>(...args: readonly string[]): Promise<T> {
    const { env } = moto();
    await fetch(`${env["AWS_ENDPOINT_URL"]}/checkpoints`, { method: "PUT" });
    const program = [join(ROOT, "test/fixtures/tiers/released.py"), root, "checkpoints", ...args];
    const { stdout } = await promisify(execFile)("python3", program, {
      env: {
        ...process.env,
        ...env,
        PYTHONPATH: join(ROOT, "constructs/storage/files"),
        PYTHONDONTWRITEBYTECODE: "1",
        RAILYARD_TIER_WORKERS: "1",
        AWS_MAX_ATTEMPTS: "1",
      },
    });
    return JSON.parse(stdout) as T;
  }

  test("killed at a step, and at a call of lfs: none has lost its contents, and the next round ends it", async () => {
    const { steps, calls } = await python<{ readonly steps: number; readonly calls: number }>("kill", "2", "53");
    expect(steps).toBeGreaterThan(1);
    expect(calls).toBeGreaterThan(0);
  });

  test("they stay where the bucket has something else, nothing, or what was written before", async () => {
    const { rotten, gone, unsaved, dirty, held, asked, without } = (await python<Record<string, Case>>(
      "cases",
    )) as Record<string, Case> & Record<"rotten", Case>;
    const [one, two] = ["step-00000100", "step-00000200"];
    expect(rotten).toMatchObject({ failed: 1, released: [two] });
    expect(rotten.output[0]).toContain("is not what was written: it stays on the file system");
    expect(gone).toMatchObject({ failed: 0, released: [one] });
    expect(unsaved).toMatchObject({ failed: 0, released: [two] });
    expect(dirty!.output[0]).toContain("step-00000100 is not released yet: 1 files are not in the bucket as they are");
    expect(held).toMatchObject({ failed: 0, released: [two] });
    // it asks Lustre to export, archives milestones, and then releases both
    expect(asked).toMatchObject({ failed: 0, released: [one, two] });
    expect(without).toMatchObject({ failed: 1, released: [] });
    expect(without!.output[0]).toContain("there is no lfs here");
  });
});
