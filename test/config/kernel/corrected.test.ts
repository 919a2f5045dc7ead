import { outboundSchema } from "../../../config/outbound/schema";
import { endpointSchema } from "../../../config/state/schema";
import { nfsSchema } from "../../../config/storage/nfs/schema";
import { pemSchema } from "../../../config/kernel/pem";
import type { z } from "zod";
import { ROOT_CA } from "../../helpers/certificates";

const wordsOf = (schema: z.ZodType, value: unknown): string[] =>
  (schema.safeParse(value).error?.issues ?? []).map(({ message }) => message);

const authority = (pem: string) => wordsOf(outboundSchema, { authorities: { corp: pem } });
const exported = (path: string) => wordsOf(nfsSchema, { kind: "nfs", server: "files.example.com", export: path });

test("a slash at the end is told with the value without it", () => {
  expect(wordsOf(endpointSchema, "https://minio.example.com:9000/")).toEqual([
    expect.stringContaining('write "https://minio.example.com:9000"'),
  ]);
  expect(exported("/export/data/")).toEqual([expect.stringContaining('write "/export/data"')]);
});

test("what is wrong in another way as well gets no value to write", () => {
  expect(wordsOf(endpointSchema, "minio example/")).toEqual([expect.not.stringContaining("write")]);
  expect(exported("/export/../data/")).toEqual([expect.not.stringContaining('write "')]);
  expect(wordsOf(endpointSchema, "https://minio.example.com:9000")).toEqual([]);
  expect(exported("/export/data")).toEqual([]);
});

test("certificates say what keeps them from being read", () => {
  const crlf = ROOT_CA.replaceAll("\n", "\r\n");
  for (const words of [authority(crlf), wordsOf(pemSchema, crlf)])
    expect(words).toEqual([expect.stringContaining("tr -d '\\r' < FILE")]);
  expect(authority(ROOT_CA + ROOT_CA)).toEqual([expect.stringContaining("there are 2: write each under a name")]);
  const key = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";
  expect(authority(ROOT_CA + key)).toEqual([expect.stringContaining("private key in it")]);
  expect(authority(ROOT_CA)).toEqual([]);
  expect(wordsOf(pemSchema, ROOT_CA + ROOT_CA)).toEqual([]);
});
