import { appendFileSync } from "node:fs";
import { ExpectedError } from "../../lib/errors/expected-error";
import { GitHub } from "./github";

type Environment = Readonly<Record<string, string | undefined>>;

/** What a step of a GitHub workflow knows of its run. */
export class Workflow {
  readonly #env: Environment;

  constructor(env: Environment) {
    this.#env = env;
  }

  /** Address of the run. */
  get runUrl(): string {
    return `${this.#need("GITHUB_SERVER_URL")}/${this.#need("GITHUB_REPOSITORY")}/actions/runs/${this.#need("GITHUB_RUN_ID")}`;
  }

  /** GitHub with the token that the step was given. */
  github(): GitHub {
    return new GitHub({
      env: this.#env,
      token: this.#need("GITHUB_TOKEN"),
      repository: this.#need("GITHUB_REPOSITORY"),
      apiUrl: this.#env["GITHUB_API_URL"],
      graphqlUrl: this.#env["GITHUB_GRAPHQL_URL"],
    });
  }

  /** Sets an output of the step; outside of a workflow, prints it. */
  output(name: string, value: string, print: (text: string) => void): void {
    // a second line would be another output
    if (/[\r\n]/.test(value)) throw new Error(`output ${name} has more than one line`);
    const file = this.#env["GITHUB_OUTPUT"];
    if (file) appendFileSync(file, `${name}=${value}\n`);
    else print(`${name}=${value}`);
  }

  #need(name: string): string {
    const value = this.#env[name];
    if (value) return value;
    throw new ExpectedError(`${name} is not set: this step runs in a GitHub workflow, and gets it in its env.`);
  }
}
