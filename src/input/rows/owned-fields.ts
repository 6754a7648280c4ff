import type { Data, Entity, OwnedFields } from '../entities/entity.ts';
import { isObject } from '../entities/limits.ts';

/** Of a pipeline whose rows own everything: `sync: { fields: all }`. */
export const WHOLE_ROWS: OwnedFields = {
  has: () => true,
  declares: () => true,
  hasMember: () => true,
  declaresMember: () => true,
  whole: true,
  note: () => {},
};

/** Fields of a message that policies may keep in its metadata. */
const MARKS = ['parentMuid', 'parentId', 'editedAt', 'editedBy', 'deletedAt', 'deletedBy'];

/** Names of members that are remembered for each field. Members of rows with others are sent, but never taken back. */
const MEMBERS_MAX = 1_000;

/** The fields that the columns of a source, its map, and the members of its objects have. */
export class SourceFields implements OwnedFields {
  readonly whole = false;
  readonly #declared: ReadonlySet<string>;
  readonly #jsonFields: readonly string[];
  /** Undeclared fields that rows have had. */
  readonly #seen = new Set<string>();
  readonly #members = new Map<string, Set<string>>();

  /** @param declared the fields that have a column or a form, also single members such as `metadata.team` */
  constructor({ members }: Entity, declared: Iterable<string>) {
    const names = new Set(declared);
    for (const name of [...names]) {
      const field = members.find((json) => name.startsWith(`${json}.`));
      if (field === undefined) continue;
      const member = name.slice(field.length + 1);
      if (field === 'data') names.add(member);
      else {
        names.add(field);
        this.#membersOf(field).add(member);
      }
    }
    // A column with all of a message's data says what is in it.
    if (names.has('data')) for (const member of ['text', 'metadata']) names.add(member);
    // What the import calls cannot carry may be kept in the metadata of a message.
    if (MARKS.some((name) => names.has(name))) this.#seen.add('metadata');
    this.#declared = names;
    this.#jsonFields = members;
  }

  #membersOf(field: string): Set<string> {
    const known = this.#members.get(field) ?? new Set();
    this.#members.set(field, known);
    return known;
  }

  has(field: string): boolean {
    return this.#declared.has(field) || this.#seen.has(field);
  }

  declares(field: string): boolean {
    return this.#declared.has(field);
  }

  hasMember(field: string, member: string): boolean {
    return this.#members.get(field)?.has(member) ?? false;
  }

  declaresMember(field: string, member: string): boolean {
    return this.#declared.has(`${field}.${member}`);
  }

  note(data: Data): void {
    for (const field in data) {
      const value = data[field];
      if (value === undefined) continue;
      if (!this.has(field)) this.#seen.add(field);
      if (this.#jsonFields.includes(field) && isObject(value)) this.#noteMembers(field, value as Data);
    }
  }

  #noteMembers(field: string, value: Data): void {
    if (field === 'data') {
      this.note({ text: value['text'], metadata: value['metadata'] });
      return;
    }
    const known = this.#membersOf(field);
    for (const member of Object.keys(value)) if (known.size < MEMBERS_MAX) known.add(member);
  }

  /** The fields and members that are known, for the next sync run. */
  get names(): readonly string[] {
    const members = Array.from(this.#members, ([field, names]) =>
      Array.from(names, (name) => `${field}.${name}`),
    );
    return [...this.#declared, ...this.#seen, ...members.flat()];
  }
}
