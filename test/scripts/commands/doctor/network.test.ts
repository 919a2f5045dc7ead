import { createServer, type AddressInfo, type Server } from "node:net";
import { NETWORK_CHECKS } from "../../../../scripts/commands/doctor/network";
import { look } from "./context";

let server: Server;
const was = process.env["AWS_ENDPOINT_URL"];
const point = (url: string) => (process.env["AWS_ENDPOINT_URL"] = url);

beforeAll(() => new Promise<void>((done) => void (server = createServer().listen(0, "127.0.0.1", done))));
afterAll(() => void server.close());
afterEach(() => {
  if (was === undefined) delete process.env["AWS_ENDPOINT_URL"];
  else process.env["AWS_ENDPOINT_URL"] = was;
});

const aws = (env: Record<string, string> = {}) => look(NETWORK_CHECKS, "network/aws", { env });

test("endpoints of the environment's Region that answer are ok", async () => {
  point(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(await aws()).toEqual({
    verdict: "ok",
    found: ["ec2", "eks", "s3", "sts"].map((service) => `${service}.us-east-1.amazonaws.com`).join(", "),
  });
});

test("those that do not answer are named, with why", async () => {
  // a port on which nothing listens
  point("http://127.0.0.1:1");
  const seen = await aws();
  expect(seen.verdict).toBe("missing");
  expect(seen.found).toContain("sts.us-east-1.amazonaws.com: ECONNREFUSED");
  expect(seen.fix).toBe("Look at network, firewall and DNS of this machine.");
});

test("what is not reached through a proxy names the proxy's variable", async () => {
  point("https://nowhere.test");
  const before = process.env["HTTPS_PROXY"];
  try {
    // a port on which nothing listens
    process.env["HTTPS_PROXY"] = "http://ann:secret@127.0.0.1:1";
    const seen = await aws({ HTTPS_PROXY: process.env["HTTPS_PROXY"] });
    expect(seen).toMatchObject({
      verdict: "missing",
      found: expect.stringContaining("not through the proxy of HTTPS_PROXY: ") as unknown,
      fix: expect.stringContaining("Look at the proxy of HTTPS_PROXY") as unknown,
    });
    expect(JSON.stringify(seen)).not.toContain("secret");
  } finally {
    if (before === undefined) delete process.env["HTTPS_PROXY"];
    else process.env["HTTPS_PROXY"] = before;
  }
});

test("without an environment no Region is asked", async () => {
  expect(await look(NETWORK_CHECKS, "network/aws", { environment: null })).toEqual({
    verdict: "unknown",
    found: "no environment in an account of AWS was named",
  });
});
