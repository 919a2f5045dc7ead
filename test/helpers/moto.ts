import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { delimiter, join } from "node:path";

/** An HTTP server that speaks the AWS API: https://docs.getmoto.org */
const PROGRAM = "moto_server";

/** Whether a program is on the PATH. Asking the program itself takes half a second, in every file of tests. */
export const isOnPath = (program: string): boolean =>
  (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));

export const motoIsPresent = isOnPath(PROGRAM);

/** How long the server may take to answer first. */
const START_MS = 240_000;

export interface Moto {
  /** Environment that sends the SDK, and processes that use it, to the server. */
  readonly env: Readonly<Record<string, string>>;
  /** Everything that was made is gone. */
  readonly reset: () => Promise<void>;
}

/**
 * Tests that ask a server which speaks the AWS API. Without one they are skipped and say so; in CI they fail.
 * The server is started once for all of them; what they make in it is gone after each.
 */
export function describeWithMoto(name: string, tests: (moto: () => Moto) => void): void {
  if (!motoIsPresent && process.env["CI"] !== "true") {
    process.stderr.write(`Skipped, since ${PROGRAM} is missing (pip install 'moto[server]'): ${name}\n`);
    describe.skip(name, () => tests(() => ({ env: {}, reset: () => Promise.resolve() })));
    return;
  }
  describe(name, () => {
    let child: ChildProcess | undefined;
    let moto: Moto;
    beforeAll(async () => {
      if (!motoIsPresent) throw new Error(`${PROGRAM} is missing: pip install 'moto[server]'`);
      const port = await freePort();
      child = spawn(PROGRAM, ["-H", "127.0.0.1", "-p", `${port}`], { stdio: "ignore" });
      const url = `http://127.0.0.1:${port}`;
      await answered(url);
      moto = {
        env: {
          AWS_ENDPOINT_URL: url,
          AWS_ACCESS_KEY_ID: "testing",
          AWS_SECRET_ACCESS_KEY: "testing",
          AWS_REGION: "us-east-1",
          AWS_EC2_METADATA_DISABLED: "true",
          AWS_CONFIG_FILE: "/dev/null",
          AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
          NO_PROXY: "127.0.0.1",
        },
        reset: async () => void (await fetch(`${url}/moto-api/reset`, { method: "POST" })),
      };
      Object.assign(process.env, moto.env);
    });
    afterEach(() => moto.reset());
    afterAll(() => void child?.kill("SIGKILL"));
    tests(() => moto);
  });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function answered(url: string): Promise<void> {
  const until = Date.now() + START_MS;
  for (;;) {
    try {
      await fetch(`${url}/moto-api/data.json`);
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
