import { quantity } from "../../../config/kernel/quantity";

test.each([
  ["224", 224],
  ["223500m", 223.5],
  ["2113474860Ki", 2113474860 * 1024],
  ["32Gi", 32 * 2 ** 30],
  ["1.5G", 1.5e9],
  ["", null],
  ["lots", null],
  ["12Xi", null],
])("%s is %p", (written, amount) => expect(quantity(written)).toBe(amount));
