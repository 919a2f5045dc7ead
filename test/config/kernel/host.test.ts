import { endpointHost, isOneMachine, isThisHost, normalHost } from "../../../config/kernel/host";

test.each([
  ["Minio.Example.com.", "minio.example.com"],
  ["127.1", "127.0.0.1"],
  ["0x7f.0.0.1", "127.0.0.1"],
  ["0:0:0:0:0:0:0:1", "::1"],
  ["FD00:0::0009", "fd00::9"],
  ["::ffff:7f00:1", "127.0.0.1"],
  ["10.0.0.999", "10.0.0.999"],
])("%s is the host %s", (given, host) => expect(normalHost(given)).toBe(host));

test.each(["localhost", "LOCALHOST.", "a.localhost", "127.0.0.1", "127.1", "0.0.0.0", "::", "::1", "0:0:0:0:0:0:0:1"])(
  "%s is whoever asks",
  (host) => expect(isThisHost(host)).toBe(true),
);

test.each(["files.example.com", "localhosts", "10.127.0.1", "fd00::1", "128.0.0.1"])("%s is another host", (host) =>
  expect(isThisHost(host)).toBe(false),
);

test.each([
  "files",
  "10.0.0.9",
  "10.example.com",
  "minio.example.com.",
  "fd00::9",
  "feed::1",
  "ffee.example.com",
  "::1",
])("%s may be one machine", (host) => expect(isOneMachine(host)).toBe(true));

test.each([
  "10.0.0.256",
  "10.0.9",
  "1.2.3.4.5",
  "010.0.0.9",
  "2130706433",
  "224.0.0.1",
  "239.1.2.3",
  "255.255.255.255",
  "169.254.169.254",
  "::ffff:a9fe:a9fe",
  "fe80::1",
  "ff02::1",
  "1::2::3",
])("%s is no machine that others reach", (host) => expect(isOneMachine(host)).toBe(false));

test("a host is found in an endpoint", () => {
  expect(endpointHost("https://minio.example.com:9000")).toBe("minio.example.com");
  expect(endpointHost("http://minio")).toBe("minio");
});
