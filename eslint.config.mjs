import js from "@eslint/js";
import tseslint from "typescript-eslint";

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
  "@typescript-eslint/no-restricted-imports": [
    "error",
    { paths: [providerBarrel], patterns: [providerRoots, ...patterns] },
  ],
});

const noAmbient = {
  "no-restricted-globals": ["error", { name: "process", message: "Only main.ts and scripts read the environment." }],
  "no-restricted-properties": [
    "error",
    { object: "Date", property: "now", message: "Only main.ts and scripts read the clock." },
    { object: "Math", property: "random", message: "Output must be the same every time." },
  ],
  "no-restricted-syntax": [
    "error",
    {
      selector: "NewExpression[callee.name='Date'][arguments.length=0]",
      message: "Only main.ts and scripts read the clock.",
    },
  ],
};
const noFiles = layer("^(node:)?(fs|child_process|os|http|https|net)(/.*)?$", "Only main.ts and scripts read files.");
const fromConstructs = layer("(^|/)constructs/", "config stands below constructs.");
const fromStacks = layer("(^|/)stacks/", "constructs and config stand below stacks.");
const fromScripts = layer("(^|/)scripts/|(^|/)main$", "Nothing imports scripts or main.ts.");
const cdktfInConfig = layer("^(cdktf|constructs|@cdktf/.*)$", "config knows nothing of Terraform.");
const configValues = layer(
  "(^|/)config/(?!facts/)",
  "constructs import types from config, and values from its facts alone.",
  {
    allowTypeImports: true,
  },
);

export default tseslint.config(
  { ignores: ["node_modules", "cdktf.out", ".cache"] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    rules: {
      ...restrict(),
      "@typescript-eslint/consistent-type-imports": [
        "error",
        // `typeof import()` gives a lazy `require` its type
        { fixStyle: "inline-type-imports", disallowTypeAnnotations: false },
      ],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "max-lines": ["error", { max: 300 }],
    },
  },
  {
    files: ["config/**/*.ts"],
    rules: { ...noAmbient, ...restrict(noFiles, fromConstructs, fromStacks, fromScripts, cdktfInConfig) },
  },
  {
    files: ["constructs/**/*.ts"],
    rules: { ...noAmbient, ...restrict(noFiles, configValues, fromStacks, fromScripts) },
  },
  {
    files: ["stacks/**/*.ts"],
    rules: { ...noAmbient, ...restrict(noFiles, fromScripts) },
  },
  { files: ["test/**/*.ts", "config/schema/environment-input.ts"], rules: { "max-lines": "off" } },
  {
    files: ["*.js", "bin/*.js", "test/*.js"],
    languageOptions: {
      globals: {
        module: "writable",
        require: "readonly",
        process: "readonly",
        console: "readonly",
        __dirname: "readonly",
      },
      sourceType: "commonjs",
    },
    rules: { "@typescript-eslint/no-require-imports": "off" },
  },
);
