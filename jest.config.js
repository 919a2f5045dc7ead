const { join } = require("node:path");

/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "<rootDir>/test/jest-environment.js",
  // for what hangs: Terraform, Chromium and others take long on a machine that is busy, and no test says a limit of its own
  testTimeout: 300_000,
  // many tests wait for Terraform, git or a browser: a core left free for jest itself would idle
  maxWorkers: "100%",
  roots: ["<rootDir>/test"],
  testMatch: ["**/*.test.ts"],
  moduleNameMapper: {
    // what a user adds is no matter of the tests: they have the environments that are shipped
    "^(?:\\.\\.?/)+(?:.*/)?config/environments$": "<rootDir>/test/helpers/shipped-table.ts",
    [`^${join(__dirname, "config/environments").replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`]:
      "<rootDir>/test/helpers/shipped-table.ts",
  },
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
