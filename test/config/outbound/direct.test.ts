import { goesDirect } from "../../../config/outbound/direct";

const DIRECT = [".corp.example.com", "hub", "registry.example.org", "10.1.0.0/16", "192.168.4.9"];

test.each(["a.corp.example.com", "hub", "registry.example.org", "x.registry.example.org", "10.1.255.3", "192.168.4.9"])(
  "%s goes past the proxy",
  (host) => expect(goesDirect(host, DIRECT)).toBe(true),
);

test.each([
  "corp.example.com",
  "acorp.example.com",
  "myhub",
  "example.org",
  "10.2.0.1",
  "192.168.4.10",
  "10.1.evil.com",
])("%s does not", (host) => expect(goesDirect(host, DIRECT)).toBe(false));
