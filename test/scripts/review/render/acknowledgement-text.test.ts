import { parse, stringify } from "yaml";
import { acknowledgementText } from "../../../../scripts/review/render/acknowledgement-text";

test.each([
  "prod-storage.aws_fsx_lustre_file_system.lustre",
  'prod-x.aws_y.z["a: b #c"]',
  "prod-x.aws_y.z (deposed 1a2b)",
])("the file for %s says exactly this address and danger, and leaves reason and day to a person", (address) => {
  const { path, yaml, line } = acknowledgementText({ address, danger: "12345678e901" });
  expect(path).toBe("acknowledgements/12345678e901.yaml");
  expect(parse(yaml)).toEqual({
    address,
    danger: "12345678e901",
    reason: "<why this is meant>",
    expires: "<YYYY-MM-DD>",
  });
  expect(line).toContain(`${address} danger 12345678e901 until`);
  expect(line).not.toContain("\n");
});

test.each(["1e5", "123456789012", "12345678e901", "3f0c9a51b7e2", "e12345678901", "00000000000e", "0x1234567890"])(
  "danger %s is written as the library writes it",
  (danger) => {
    for (const address of ["a-b.aws_y.z", "a.b", "true", "a.b ", "a.b#c", "- a.b", "a.b: c", "a.b\nc", "1.5", ""])
      expect(acknowledgementText({ address, danger }).yaml).toBe(
        stringify({ address, danger, reason: "<why this is meant>", expires: "<YYYY-MM-DD>" }, { lineWidth: 0 }),
      );
  },
);
