declare class Environment {
  constructor();
  setup(): Promise<void>;
  teardown(): Promise<void>;
}
export = Environment;
