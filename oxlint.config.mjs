import { defineConfig } from "oxlint";

const providerRoots = {
  regex: "^@cdktf/provider-(aws|kubernetes|helm)(/lib)?(/lazy-index)?$",
  message: "Import a binding by its deep path (…/lib/eks-node-group): the root costs 1.7 s and 500 MiB.",
};
const providerBarrel = {
  name: "cdktf/lib",
  message: "Import from cdktf itself.",
};
const layer = (regex, message, extra = {}) => ({ regex, message, ...extra });

/** `no-restricted-imports` for one layer: what it may not import, beside the provider roots. */
const restrict = (...patterns) => ({
  "no-restricted-imports": ["error", { paths: [providerBarrel], patterns: [providerRoots, ...patterns] }],
});

/** What a fabric is, is asked in its own folder: all others read what `ResolvedFabric` says of it. */
const fabricKind =
  ":matches([property.name='kind'][object.name='fabric'], [property.name='kind'][object.property.name='fabric'])";
const asksFabricKind = {
  selector: `MemberExpression${fabricKind}`,
  message: "Only config/fabrics asks which fabric it is. Read title, devices, gbps, topology … of ResolvedFabric.",
};
const noSpreadList = {
  selector: "ArrayExpression > SpreadElement > ArrayExpression.argument",
  message: "Write the items themselves: a list that is spread into a list is one list.",
};
const noSpreadObject = {
  selector: "ObjectExpression > SpreadElement > ObjectExpression.argument",
  message: "Write the keys themselves: an object that is spread into an object is one object.",
};
const noSpreads = [noSpreadList, noSpreadObject];
const noClock = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0]",
  message: "Only main.ts and scripts read the clock.",
};

const noAmbient = {
  "no-restricted-globals": ["error", { name: "process", message: "Only main.ts and scripts read the environment." }],
  "no-restricted-properties": [
    "error",
    { object: "Date", property: "now", message: "Only main.ts and scripts read the clock." },
    { object: "Math", property: "random", message: "Output must be the same every time." },
  ],
  "railyard/no-restricted-syntax": ["error", noClock, ...noSpreads, asksFabricKind],
};
const noFiles = layer("^(node:)?(fs|child_process|os|http|https|net)(/.*)?$", "Only main.ts and scripts read files.");
const fromConstructs = layer("(^|/)constructs/", "config stands below constructs.");
const fromStacks = layer("(^|/)stacks/", "constructs and config stand below stacks.");
const fromScripts = layer("(^|/)scripts/|(^|/)main$", "Nothing imports scripts or main.ts.");
const cdktfInConfig = layer("^(cdktf|constructs|@cdktf/.*)$", "config knows nothing of Terraform.");
const kernelValues = layer(
  "^\\.\\./(?!facts/)",
  "The kernel stands below all concerns: of config it imports facts, and types alone from elsewhere.",
  { allowTypeImports: true },
);
const configValues = layer(
  "(^|/)config/(?!facts/)",
  "constructs import types from config, and values from its facts alone.",
  {
    allowTypeImports: true,
  },
);

// Floors of scripts; ARCHITECTURE.md draws them, and test/architecture.test.ts looks at all of it.
const ENGINES = ["rehearsal", "review", "preflight", "orphans"];
const anyOf = (...folders) => `^(\\.\\./)+(${folders.join("|")})(/|$)`;
const noRooms = layer(
  anyOf("commands", "dev"),
  "Nothing imports the room of a command: what two need goes to lib or an engine.",
);
const noEngines = layer(anyOf(...ENGINES), "The frame of commands knows no engine.");
const noCommandFrame = layer(anyOf("cli"), "Engines know nothing of command lines.");
const belowEngines = layer(anyOf("review", "preflight", "orphans"), "The rehearsal stands below the other engines.");
const belowAll = layer(
  anyOf("commands", "dev", "cli", ...ENGINES),
  "lib and catalog stand below commands, their frame and engines.",
);
/** @param up from a file of the room to the folder of all rooms */
const otherRoom = (up) =>
  layer(
    `^${up}([^./]|\\.\\./(commands|dev)(/|$))`,
    "No room of a command imports another, nor the table of commands: what two need goes to lib or an engine.",
  );

/** Of those that oxlint finds correct, each is asked for; beside them these. */
const BESIDE = [
  "no-array-constructor",
  "no-case-declarations",
  "no-empty",
  "no-fallthrough",
  "no-prototype-builtins",
  "no-regex-spaces",
  "no-unexpected-multiline",
  "no-var",
  "prefer-const",
  "prefer-rest-params",
  "prefer-spread",
  "preserve-caught-error",
  "typescript/ban-ts-comment",
  "typescript/no-empty-object-type",
  "typescript/no-explicit-any",
  "typescript/no-namespace",
  "typescript/no-require-imports",
  "typescript/no-unnecessary-type-constraint",
  "typescript/no-unsafe-function-type",
];

export default defineConfig({
  plugins: ["eslint", "typescript"],
  jsPlugins: ["./lint-rules.mjs"],
  categories: { correctness: "error" },
  ignorePatterns: ["cdktf.out", ".cache"],
  rules: {
    ...Object.fromEntries(BESIDE.map((rule) => [rule, "error"])),
    ...restrict(),
    "typescript/consistent-type-imports": [
      "error",
      // `typeof import()` gives a lazy `require` its type
      { fixStyle: "inline-type-imports", disallowTypeAnnotations: false },
    ],
    "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    "max-lines": ["error", { max: 300 }],
    // findings, messages, actual and desired values have names of their own
    "id-denylist": ["error", "told", "said", "says", "thing", "things", "theirs", "doomed", "scene"],
    "railyard/no-restricted-syntax": ["error", ...noSpreads, asksFabricKind],
  },
  overrides: [
    {
      files: ["{config,constructs,stacks,scripts}/**/*.ts"],
      rules: { "railyard/docstring": "error" },
    },
    {
      files: ["config/**/*.ts"],
      rules: { ...noAmbient, ...restrict(noFiles, fromConstructs, fromStacks, fromScripts, cdktfInConfig) },
    },
    {
      files: ["config/kernel/**/*.ts"],
      rules: restrict(noFiles, fromConstructs, fromStacks, fromScripts, cdktfInConfig, kernelValues),
    },
    {
      files: ["constructs/**/*.ts"],
      rules: { ...noAmbient, ...restrict(noFiles, configValues, fromStacks, fromScripts) },
    },
    {
      // its scripts lie beside it as files: parts of the program, not something that a user gives
      files: ["constructs/core/script-file.ts"],
      rules: { ...noAmbient, ...restrict(configValues, fromStacks, fromScripts) },
    },
    {
      files: ["stacks/**/*.ts"],
      rules: { ...noAmbient, ...restrict(noFiles, fromScripts) },
    },
    { files: ["scripts/{lib,catalog}/**/*.ts"], rules: restrict(belowAll) },
    { files: ["scripts/cli/**/*.ts"], rules: restrict(noRooms, noEngines) },
    { files: [`scripts/{${ENGINES.join(",")}}/**/*.ts`], rules: restrict(noRooms, noCommandFrame) },
    { files: ["scripts/rehearsal/**/*.ts"], rules: restrict(noRooms, noCommandFrame, belowEngines) },
    { files: ["scripts/{commands,dev}/*/*.ts"], rules: restrict(otherRoom("\\.\\./")) },
    { files: ["scripts/{commands,dev}/*/*/*.ts"], rules: restrict(otherRoom("\\.\\./\\.\\./")) },
    { files: ["config/fabrics/**/*.ts"], rules: { "railyard/no-restricted-syntax": ["error", noClock, ...noSpreads] } },
    { files: ["test/**/*.ts"], rules: { "railyard/no-restricted-syntax": ["error", ...noSpreads] } },
    { files: ["test/**/*.ts", "config/environment-input.ts"], rules: { "max-lines": "off" } },
    // `import x = require()` is the module itself, in which a test may put a function in the place of another
    { files: ["test/**/*.ts"], rules: { "typescript/no-require-imports": ["error", { allowAsImport: true }] } },
    {
      files: ["*.js", "bin/**/*.js", "test/**/*.js"],
      env: { node: true, es2024: true },
      rules: { "typescript/no-require-imports": "off", "no-undef": "error" },
    },
  ],
});
