import { terraformText } from "../../../constructs/core/terraform-text";

test.each([
  ["${#names[@]} and ${1:-}", "$${#names[@]} and $${1:-}"],
  ["%{http_code}", "%%{http_code}"],
  ["$x $(y) $$ 100% {z}", "$x $(y) $$ 100% {z}"],
])("hands %j on as it is", (text, escaped) => {
  expect(terraformText(text)).toBe(escaped);
});
