// Jest gives every test file modules of its own: 800 files would load cdktf, the providers' bindings and all of the program 800
// times, which was most of what the tests took. Here the files of a worker share what they load, as programs do.
// A test therefore mocks no module, and what it changes in one it changes back.
const hooks = require("node:async_hooks");
const program = require("../../bin/program");
const { TESTS, SHIPPED } = require("./program");

program.take(TESTS);
program.replace(SHIPPED);

const { AsyncLocalStorage } = hooks;

exports.__esModule = true;

exports.default = class Runtime {
  #environment;
  #testPath;
  /** Those of jest-circus: every promise of the process carries what each of them holds until it is disabled. */
  #storages = [];

  constructor(_config, environment, _resolver, _transformer, _files, { collectCoverage }, testPath) {
    if (collectCoverage) throw new Error("Coverage is not collected: files of a worker share what they load.");
    this.#environment = environment;
    this.#testPath = testPath;
    const { moduleMocker } = environment;
    environment.global.jest = {
      fn: moduleMocker.fn.bind(moduleMocker),
      spyOn: moduleMocker.spyOn.bind(moduleMocker),
      mock: () => {
        throw new Error(
          'jest.mock would last for all files of the worker: import x = require("…"); jest.spyOn(x, "name")',
        );
      },
      mocked: (of) => of,
    };
  }

  requireModule(path) {
    if (path === this.#testPath) delete require.cache[path];
    return require(path);
  }

  /** Jest's own runner of one file keeps what it is about in its module. */
  requireInternalModule(path) {
    delete require.cache[path];
    const storages = this.#storages;
    hooks.AsyncLocalStorage = class extends AsyncLocalStorage {
      constructor(...options) {
        super(...options);
        storages.push(this);
      }
    };
    try {
      return require(path);
    } finally {
      hooks.AsyncLocalStorage = AsyncLocalStorage;
    }
  }

  teardown() {
    for (const storage of this.#storages) storage.disable();
    delete require.cache[this.#testPath];
    delete this.#environment.global.jest;
  }

  getSourceMaps() {
    return new Map();
  }

  unstable_shouldLoadAsEsm() {
    return false;
  }

  setGlobalsForRuntime() {}
  enterTestCode() {}
  leaveTestCode() {}
  getAllCoverageInfoCopy() {}
};
