// After npm has installed: removes what packages bring for other languages than JavaScript, a fifth of all that they are.
const { readdirSync, rmSync, statSync } = require("node:fs");
const { join } = require("node:path");

const packages = join(__dirname, "../node_modules");

/** What jsii makes Java, Python, Go and C# of. Nothing of it is read here. */
const OF_JSII = ["cdktf", "constructs", ...within("@cdktf")].map((name) => join(packages, name, ".jsii"));

function within(scope) {
  try {
    return readdirSync(join(packages, scope)).map((name) => join(scope, name));
  } catch {
    return [];
  }
}

let bytes = 0;
for (const file of OF_JSII)
  try {
    bytes += statSync(file).size;
    rmSync(file);
  } catch {
    // it is gone, or cannot go: it takes room, and no more
  }
if (bytes > 0) console.log(`Removed ${Math.round(bytes / 1e6)} MB that only other languages need.`);
