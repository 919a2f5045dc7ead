import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { awsAccess } from "../../../../scripts/lib/aws/access";
import { Recorder, Replayer } from "../../../../scripts/lib/aws/answers";
import { awsFailure } from "../../../../scripts/lib/aws/failure";
import { DescribeCertificateAuthorityCommand, PrivateCaClient } from "../../../../scripts/lib/aws/private-ca";
import { RolesAnywhereClient, trustAnchors } from "../../../../scripts/lib/aws/roles-anywhere";

const ARN = "arn:aws:acm-pca:us-east-1:111122223333:certificate-authority/a";

let server: Server;
let asked: { request: IncomingMessage; body: string }[];
let answers: { status: number; body: string }[];

beforeEach(async () => {
  [asked, answers] = [[], []];
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => void (body += String(part)));
    request.on("end", () => {
      asked.push({ request, body });
      const next = answers.length > 1 ? answers.shift()! : answers[0]!;
      response.writeHead(next.status).end(next.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  process.env["AWS_ENDPOINT_URL"] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env["AWS_ACCESS_KEY_ID"] = "AKIDEXAMPLE";
  process.env["AWS_SECRET_ACCESS_KEY"] = "secret";
});
afterEach(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

const access = () => awsAccess({ region: "us-east-1", env: {} });
const describeAuthority = () =>
  access()
    .client(PrivateCaClient)
    .send(new DescribeCertificateAuthorityCommand({ CertificateAuthorityArn: ARN }));

test("a call is signed for its service, and its moments are dates", async () => {
  answers = [{ status: 200, body: JSON.stringify({ CertificateAuthority: { Status: "ACTIVE", NotAfter: 2e9 } }) }];
  expect(await describeAuthority()).toEqual({ CertificateAuthority: { Status: "ACTIVE", NotAfter: new Date(2e12) } });
  const [{ request, body } = { request: null, body: "" }] = asked;
  expect(request).toMatchObject({ method: "POST", url: "/" });
  expect(request?.headers).toMatchObject({
    "x-amz-target": "ACMPrivateCA.DescribeCertificateAuthority",
    authorization: expect.stringMatching(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/us-east-1\/acm-pca\/aws4_request/,
    ),
  });
  expect(JSON.parse(body)).toEqual({ CertificateAuthorityArn: ARN });
});

test("pages are asked one after another, by a token in the address", async () => {
  answers = [
    { status: 200, body: JSON.stringify({ trustAnchors: [{ name: "a" }], nextToken: "a/b=" }) },
    { status: 200, body: JSON.stringify({ trustAnchors: [{ name: "b" }] }) },
  ];
  expect(await trustAnchors(access().client(RolesAnywhereClient))).toEqual([{ name: "a" }, { name: "b" }]);
  expect(asked.map(({ request }) => request.url)).toEqual(["/trustanchors", "/trustanchors?nextToken=a%2Fb%3D"]);
});

test("an answer that passes is asked for again", async () => {
  answers = [
    { status: 503, body: "{}" },
    { status: 400, body: JSON.stringify({ __type: "ThrottlingException" }) },
    { status: 200, body: "{}" },
  ];
  expect(await describeAuthority()).toEqual({});
  expect(asked).toHaveLength(3);
});

test.each([
  [400, JSON.stringify({ __type: "com.amazonaws#ResourceNotFoundException", message: "no" }), "not-found"],
  [403, JSON.stringify({ message: "User is not authorized" }), "denied"],
  [200, "<html>", "not-aws"],
  [400, JSON.stringify({ __type: "InvalidArnException", message: "bad" }), "refused"],
])("an error of AWS is sorted as those of the SDK are: %i %s", async (status, body, kind) => {
  answers = [{ status, body }];
  const error = await describeAuthority().catch((thrown: unknown) => thrown);
  expect(awsFailure(error, "acm-pca:DescribeCertificateAuthority").kind).toBe(kind);
});

test("an address where nobody listens is one that cannot be reached", async () => {
  process.env["AWS_ENDPOINT_URL"] = "http://127.0.0.1:1";
  const error = await describeAuthority().catch((thrown: unknown) => thrown);
  expect(awsFailure(error, "acm-pca:DescribeCertificateAuthority").kind).toBe("unreachable");
});

test("what was recorded is replayed without a connection, dates among it", async () => {
  answers = [{ status: 200, body: JSON.stringify({ CertificateAuthority: { NotAfter: 2e9 } }) }];
  const recorder = new Recorder();
  const command = () => new DescribeCertificateAuthorityCommand({ CertificateAuthorityArn: ARN });
  const live = awsAccess({ region: "us-east-1", answers: recorder, env: {} });
  const answer = await live.client(PrivateCaClient).send(command());
  const recording = JSON.stringify(recorder.recording("2026-11-21T00:00:00Z"));
  const replayed = awsAccess({ region: "us-east-1", answers: new Replayer(recording, "file"), env: {} });
  expect(await replayed.client(PrivateCaClient).send(command())).toMatchObject(answer);
  expect(asked).toHaveLength(1);
});
