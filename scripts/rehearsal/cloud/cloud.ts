import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { ExpectedError } from "../../lib/errors/expected-error";
import type { Attributes } from "../value";
import type { CloudObject } from "./cloud-api";

/** An object, with what stands behind it. */
interface Entry extends CloudObject {
  /** Key of the object that brought this one with it, or `OUTSIDE`: it is in no state. */
  readonly owner?: string;
}

/** Name of the journal in the folder of a rehearsal's states. */
export const CLOUD_FILE = "cloud.jsonl";

/** One line of the journal. */
type Event =
  | { readonly put: Entry }
  | { readonly remove: { readonly type: string; readonly id: string } }
  | { readonly made: string };

/**
 * The pretended cloud: everything that was made and not deleted. Every change is appended to a journal at once, so a
 * rehearsal that is killed has lost nothing and the next one finds what is there.
 */
export class Cloud {
  private readonly objects = new Map<string, Entry>();
  private readonly byType = new Map<string, Map<string, Entry>>();
  private readonly made = new Map<string, number>();

  /** @param journal file that is read first, and made when it is missing @throws ExpectedError when it cannot be read */
  constructor(private readonly journal: string) {
    if (!existsSync(journal)) return;
    const lines = readLines(journal);
    lines.forEach((line, index) => {
      if (line === "") return;
      const event = parse(line);
      if (event) this.apply(event);
      // the last line may be half written: its process was killed, and Terraform never heard of that change
      else if (index < lines.length - 1) throw new ExpectedError(unreadable(journal, index + 1));
    });
  }

  /** All objects of a type. */
  all(type: string): readonly CloudObject[] {
    return [...(this.byType.get(type)?.values() ?? [])];
  }

  get(type: string, id: string): CloudObject | undefined {
    return this.objects.get(key(type, id));
  }

  /** Puts objects there that others have made and own: no state has them. */
  adopt(objects: readonly CloudObject[]): void {
    for (const object of objects) this.record({ put: { ...object, owner: OUTSIDE } });
  }

  /** Puts an object there that is in no state, or in none any more: it goes with another one. @param until null: it stays */
  leave(object: CloudObject, until: Pick<CloudObject, "type" | "id"> | null): void {
    this.record({ put: { ...object, owner: until === null ? OUTSIDE : key(until.type, until.id) } });
  }

  /** Whether an object came with another one or is somebody else's, and so is in no state. */
  isSpawned({ type, id }: CloudObject): boolean {
    return this.objects.get(key(type, id))?.owner !== undefined;
  }

  /** Objects that were made for themselves, each of which some state has. */
  owned(): readonly CloudObject[] {
    return [...this.objects.values()].filter(({ owner }) => owner === undefined);
  }

  /** Makes an object, or changes what it is; what it brings with it is made anew. */
  put(object: CloudObject, spawned: readonly CloudObject[] = []): void {
    this.record({ put: object });
    for (const each of spawned) this.record({ put: { ...each, owner: key(object.type, object.id) } });
  }

  /** Changes attributes behind Terraform's back. @throws Error when there is no such object */
  change(type: string, id: string, attributes: Attributes): void {
    const object = this.get(type, id);
    if (!object) throw new Error(`there is no ${type} ${id}`);
    this.record({ put: { ...object, attributes: { ...object.attributes, ...attributes } } });
  }

  /** Deletes an object; what it brought with it goes too. */
  remove(type: string, id: string): void {
    const owned = [...this.objects.values()].filter(({ owner }) => owner === key(type, id));
    this.record({ remove: { type, id } });
    for (const each of owned) this.remove(each.type, each.id);
  }

  /** Gives an object another id, everywhere: as if it had been made with it. */
  rename(type: string, id: string, to: string): void {
    const text = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(id, to)) as Entry;
    const named = this.get(type, id);
    if (!named || id === to) return;
    const touched = [...this.objects.values()].filter((object) => JSON.stringify(object).includes(id));
    for (const object of touched) this.record({ remove: { type: object.type, id: object.id } });
    for (const object of touched) this.record({ put: text(object) });
  }

  /** How many objects were made so far from the same content, this one included. */
  nextOf(content: string): number {
    this.record({ made: content });
    return this.made.get(content) ?? 1;
  }

  private record(event: Event): void {
    appendFileSync(this.journal, `${JSON.stringify(event)}\n`);
    this.apply(event);
  }

  private apply(event: Event): void {
    if ("made" in event) this.made.set(event.made, (this.made.get(event.made) ?? 0) + 1);
    else if ("remove" in event) {
      this.objects.delete(key(event.remove.type, event.remove.id));
      this.byType.get(event.remove.type)?.delete(event.remove.id);
    } else {
      const { put } = event;
      this.objects.set(key(put.type, put.id), put);
      const ofType = this.byType.get(put.type) ?? new Map<string, Entry>();
      this.byType.set(put.type, ofType.set(put.id, put));
    }
  }
}

function readLines(journal: string): string[] {
  try {
    return readFileSync(journal, "utf8").split("\n");
  } catch (error) {
    throw new ExpectedError(`${journal} cannot be read: ${(error as Error).message}. ${AGAIN}`);
  }
}

function parse(line: string): Event | null {
  try {
    const event = JSON.parse(line) as Event;
    return typeof event === "object" && ("put" in event || "remove" in event || "made" in event) ? event : null;
  } catch {
    return null;
  }
}

const OUTSIDE = "outside";

const key = (type: string, id: string) => `${type}/${id}`;

const unreadable = (file: string, line: number) =>
  `${file}, line ${line}: this is not what a rehearsal writes. ${AGAIN}`;

const AGAIN = "Begin anew with --fresh, which throws the pretended cloud away.";
