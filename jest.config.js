/** @type {import("jest").Config} */
module.exports = {
  runtime: "<rootDir>/test/jest/runtime.js",
  testEnvironment: "<rootDir>/test/jest/environment.js",
  // for what hangs: Terraform, Chromium and others take long on a machine that is busy, and no test says a limit of its own
  testTimeout: 900_000,
  // many tests wait for Terraform, git or a browser: a core left free for jest itself would idle
  maxWorkers: "100%",
  // cdktf keeps what every app of a worker was made of: beyond this, a worker gives way to a new one
  workerIdleMemoryLimit: "700MB",
  roots: ["<rootDir>/test"],
  testMatch: ["**/*.test.ts"],
  setupFiles: ["<rootDir>/test/setup.ts"],
  globalSetup: "<rootDir>/test/global-setup.js",
  globalTeardown: "<rootDir>/test/global-teardown.js",
  // bin/program compiles
  transform: {},
  modulePathIgnorePatterns: ["<rootDir>/cdktf.out"],
  cacheDirectory: "<rootDir>/.cache/jest",
};
