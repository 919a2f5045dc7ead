import { bootstrapCommand } from "../../../../scripts/commands/bootstrap/command";
import { captured } from "../../../helpers/captured";

async function refused(name: string): Promise<string> {
  const { context, texts } = captured();
  expect(await bootstrapCommand([name, "--yes"], context, {})).toBe(1);
  return texts().errors;
}

test.each([
  [
    "iron",
    "in the store at https://minio.example.com:9000",
    "--endpoint-url https://minio.example.com:9000 create-bucket",
  ],
  ["ethernet", "in S3, in the account of your credentials", "aws s3api create-bucket --bucket railyard-state-ethernet"],
])("of %s it makes nothing, and says by which commands its bucket is made", async (name, whose, command) => {
  const text = await refused(name);
  expect(text).toContain(`${name} stands in none. Nothing was done.`);
  expect(text).toContain(whose);
  expect(text).toContain(command);
  expect(text).toContain("put-bucket-versioning");
});
