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
  "no-restricted-syntax": ["error", noClock, ...noSpreads, asksFabricKind],
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

/** What a file gives to others says in a docstring what it is for. Overloads have one together. */
const docstrings = {
  rules: {
    exported: {
      create: (context) => ({
        "Program > ExportNamedDeclaration > :matches(FunctionDeclaration, ClassDeclaration)"({ id, parent }) {
          const siblings = parent.parent.body;
          const before = siblings[siblings.indexOf(parent) - 1]?.declaration;
          if (before?.type === "TSDeclareFunction" && before.id?.name === id?.name) return;
          const comment = context.sourceCode.getCommentsBefore(parent).at(-1);
          if (comment?.type === "Block" && comment.value.startsWith("*")) return;
          context.report({ node: parent, message: `Say in a docstring (/** … */) what ${id?.name ?? "this"} is for.` });
        },
      }),
    },
  },
};

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
      // findings, messages, actual and desired values have names of their own
      "id-denylist": ["error", "told", "said", "says", "thing", "things", "theirs", "doomed", "scene"],
      "no-restricted-syntax": ["error", ...noSpreads, asksFabricKind],
    },
  },
  {
    files: ["{config,constructs,stacks,scripts}/**/*.ts"],
    plugins: { docstrings },
    rules: { "docstrings/exported": "error" },
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
  { files: ["config/fabrics/**/*.ts"], rules: { "no-restricted-syntax": ["error", noClock, ...noSpreads] } },
  { files: ["test/**/*.ts"], rules: { "no-restricted-syntax": ["error", ...noSpreads] } },
  { files: ["test/**/*.ts", "config/environment-input.ts"], rules: { "max-lines": "off" } },
  // `import x = require()` is the module itself, in which a test may put a function in the place of another
  { files: ["test/**/*.ts"], rules: { "@typescript-eslint/no-require-imports": ["error", { allowAsImport: true }] } },
  {
    files: ["*.js", "bin/**/*.js", "test/**/*.js"],
    languageOptions: {
      globals: {
        Buffer: "readonly",
        exports: "writable",
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
