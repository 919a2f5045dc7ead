import { bootstrapCommand } from "../../../../scripts/commands/bootstrap/command";
import { NOW } from "../../../helpers/environment";
import { ROOT } from "../../../helpers/process";

async function refused(name: string): Promise<string> {
  const errors: string[] = [];
  const context = {
    root: ROOT,
    clock: () => NOW,
    print: () => undefined,
    printError: (text: string) => void errors.push(text),
  };
  expect(await bootstrapCommand([name, "--yes"], context, {})).toBe(1);
  return errors.join("\n");
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
