/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "node",
  // many tests wait for Terraform, git or a browser: a core left free for jest itself would idle
  maxWorkers: "100%",
  roots: ["<rootDir>/test"],
  testMatch: ["**/*.test.ts"],
  setupFiles: ["<rootDir>/test/setup.ts"],
  globalSetup: "<rootDir>/test/global-setup.js",
  globalTeardown: "<rootDir>/test/global-teardown.js",
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      { jsc: { parser: { syntax: "typescript" }, target: "es2022" }, module: { type: "commonjs" } },
    ],
  },
  modulePathIgnorePatterns: ["<rootDir>/cdktf.out"],
  cacheDirectory: "<rootDir>/.cache/jest",
};
