/** Where environment files are, from the repository root. */
export const ENVIRONMENTS_FOLDER = "config/environments";

/** File of an environment, from the repository root: `config/environments/research.ts`. */
export const environmentPath = (name: string): string => `${ENVIRONMENTS_FOLDER}/${name}.ts`;
