import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describeWithMoto, freePort } from "../../helpers/moto";
import { ROOT } from "../../helpers/process";

const root = mkdtempSync(join(tmpdir(), "railyard-tiers-served-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Served {
  readonly code: number;
  readonly there: Readonly<Record<string, readonly string[]>>;
  readonly served: readonly string[];
}

const steps = (...numbers: readonly number[]) => numbers.map((number) => `step-${String(number).padStart(8, "0")}`);

describeWithMoto("the agent of tiers as the pod of a cluster runs it", (moto) => {
  test("nothing is written beside what it reads, its metrics are served, and it ends when it is told to", async () => {
    const { env } = moto();
    await fetch(`${env["AWS_ENDPOINT_URL"]}/checkpoints`, { method: "PUT" });
    const program = [join(ROOT, "test/fixtures/tiers/served.py"), root, "checkpoints", String(await freePort())];
    const { stdout } = await promisify(execFile)("python3", program, {
      env: {
        ...process.env,
        ...env,
        PYTHONPATH: join(ROOT, "constructs/storage/files"),
        PYTHONDONTWRITEBYTECODE: "1",
      },
    });
    const { code, there, served } = JSON.parse(stdout) as Served;
    expect(code).toBe(143);
    expect(there).toEqual({
      hot: [],
      warm: steps(100, 200, 300, 400),
      cold: steps(200, 300, 400),
      archive: steps(200, 400),
    });
    expect(served).toEqual(
      expect.arrayContaining([
        'railyard_checkpoint_waiting_bytes{run="run",tier="cold"} 0',
        "railyard_checkpoint_round_success 1",
      ]),
    );
  });
});
