import { isLoopback } from "../../../config/outbound/loopback";

test.each(["localhost", "localhost:5000", "a.localhost", "127.0.0.1:80", "127.1", "2130706433", "0.0.0.0", "[::1]:80"])(
  "%s is whoever asks",
  (host) => expect(isLoopback(host)).toBe(true),
);

test.each(["localhost.example.com", "10.127.0.1", "127.example.com", "128.0.0.1", "256.1.1.1", "[2001:db8::1]"])(
  "%s is another machine",
  (host) => expect(isLoopback(host)).toBe(false),
);
