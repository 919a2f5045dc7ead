import { secretPlaces } from "../../../config/kernel/secret-values";

const kinds = (value: unknown) => [...secretPlaces({ key: value } as never, ["values"])].map((place) => place.kind);

test.each([
  ["an access key", `AKIA${"A".repeat(16)}`],
  ["a private key", "-----BEGIN RSA PRIVATE KEY-----"],
])("%s is seen", (_, value) => expect(kinds(value)).toHaveLength(1));

test.each([["gp3"], ["https://example.com/path"], ["existing-secret-name"], [7], [true], [null]])(
  "%j is no secret",
  (value) => expect(kinds(value)).toEqual([]),
);

test("places are named down to the key, in lists as well", () => {
  const values = { a: { list: [{ token: `AKIA${"B".repeat(16)}` }] } };
  expect([...secretPlaces(values as never, ["values"])].map((p) => p.path)).toEqual([
    ["values", "a", "list", 0, "token"],
  ]);
});
