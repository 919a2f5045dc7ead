import { hostAndPort, mailbox } from "../../../config/monitoring/mail-address";

// what net/mail of Go, with which Alertmanager reads them, takes and refuses
test.each([
  "a@example.com",
  "a@localhost",
  "a+b@c_d",
  "o'neil@example.com",
  "a@[127.0.0.1]",
  "<a@example.com>",
  "GPUs <a@example.com>",
  "GPU.alerts <a@example.com>",
  "Größe <a@example.com>",
  '"GPUs, dev" <a@example.com>',
])("%s is an address of mail", (text) => {
  expect(mailbox.safeParse(text).success).toBe(true);
});

test.each([
  "",
  "oncall",
  "a b@c",
  "a@b..c",
  "a@b.c.",
  ".a@b",
  "GPUs: <a@example.com>",
  "GPUs [dev] <a@example.com>",
  "a@example.com, b@example.com",
  "a@example.com\nBcc: b@example.com",
  '"a\nb" <a@example.com>',
  "{{.Status}}@example.com",
])("%j is none", (text) => {
  expect(mailbox.safeParse(text).error?.issues[0]?.message).toContain("GPU alerts <alerts@example.com>");
});

test.each(["smtp.example.com:587", "smtp:25", "smtp_1.local.:465", "10.0.0.1:25", "[::1]:25", "[2001:db8::25]:65535"])(
  "%s is a host and its port",
  (text) => {
    expect(hostAndPort.safeParse(text).success).toBe(true);
  },
);

test.each([
  ["::1:25", "[2001:db8::25]:587"],
  ["[::1]", "[2001:db8::25]:587"],
  ["[10.0.0.1]:25", "[2001:db8::25]:587"],
  ["smtp", "smtp.example.com:587"],
  [":25", "smtp.example.com:587"],
  ["smtp.example.com:smtp", "smtp.example.com:587"],
  ["smtp.example.com:0", "between 1 and 65535"],
  ["smtp.example.com:70000", "between 1 and 65535"],
])("%s is not", (text, words) => {
  expect(hostAndPort.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
    expect.stringContaining(words),
  ]);
});
