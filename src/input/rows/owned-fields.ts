import type { Data, Entity, OwnedFields } from '../entities/entity.ts';
import { isObject } from '../entities/limits.ts';

const NONE: ReadonlySet<string> = new Set();

/** Of a pipeline whose rows own everything: `sync: { fields: all }`. */
export const WHOLE_ROWS: OwnedFields = {
  has: () => true,
  declares: () => true,
  hasMember: () => true,
  declaresMember: () => true,
  mayHave: () => true,
  whole: true,
  lost: NONE,
  note: () => {},
};

/** Fields of a message that policies may keep in its metadata. */
const MARKS = ['parentMuid', 'parentId', 'editedAt', 'editedBy', 'deletedAt', 'deletedBy'];

/** Names of members that are remembered for each field. Members of rows with others are sent, but never taken back. */
const MEMBERS_MAX = 1_000;

/** The facts that decide which fields a source has, besides the fields themselves. */
export type SourceTraits = {
  /** Names the source in the pipeline; empty for rows that are made, of those of other entities or of an export. */
  readonly source: string;
  /** The file that has its rows, if it is one of several of a prepared table. */
  readonly file?: string | undefined;
  /** True if rows may have fields that no column declares: they are objects, or some of several files have the column. */
  readonly isOpen: boolean;
  /** True if its rows own all fields, also those that it does not have. */
  readonly whole: boolean;
  /** The column of each field that is one column as it is. */
  readonly columns: ReadonlyMap<string, string>;
};

/** The fields that the columns of a source, its map, and the members of its objects have. */
export class SourceFields implements OwnedFields {
  readonly source: string;
  readonly file: string | undefined;
  readonly whole: boolean;
  readonly columns: ReadonlyMap<string, string>;
  /** The fields that have a column or a form. */
  readonly declared: ReadonlySet<string>;
  readonly #isOpen: boolean;
  readonly #entity: Entity;
  /** JSON fields of which a row may have any members. */
  readonly #anyMembers: ReadonlySet<string>;
  /** Undeclared fields that rows have had. */
  readonly #seen = new Set<string>();
  readonly #members = new Map<string, Set<string>>();
  readonly #lost = new Set<string>();
  /** Those of the lost ones that only other files of the source have, as far as is known. */
  readonly #lacking = new Set<string>();

  /** @param declared the fields that have a column or a form, also single members such as `metadata.team` */
  constructor(entity: Entity, declared: Iterable<string>, traits: SourceTraits) {
    const { members } = entity;
    const names = new Set(declared);
    this.#entity = entity;
    this.source = traits.source;
    this.file = traits.file;
    this.whole = traits.whole;
    this.columns = traits.columns;
    this.#isOpen = traits.isOpen;
    this.#anyMembers = new Set(
      members.filter((field) => traits.isOpen || names.has(field) || names.has('data')),
    );
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
    this.declared = names;
  }

  #membersOf(field: string): Set<string> {
    const known = this.#members.get(field) ?? new Set();
    this.#members.set(field, known);
    return known;
  }

  has(field: string): boolean {
    return this.whole || this.declared.has(field) || this.#seen.has(field);
  }

  declares(field: string): boolean {
    return this.whole || this.declared.has(field);
  }

  hasMember(field: string, member: string): boolean {
    return this.whole || (this.#members.get(field)?.has(member) ?? false);
  }

  declaresMember(field: string, member: string): boolean {
    return this.whole || this.declared.has(`${field}.${member}`);
  }

  note(data: Data): void {
    for (const field in data) {
      const value = data[field];
      if (value === undefined) continue;
      // What was lost stays so: a schema may fill it in.
      if (!this.declared.has(field) && !this.#lost.has(field)) this.#seen.add(field);
      if (this.#entity.members.includes(field) && isObject(value)) this.#noteMembers(field, value as Data);
    }
  }

  #noteMembers(field: string, value: Data): void {
    if (field === 'data') {
      this.note({ text: value['text'], metadata: value['metadata'] });
      return;
    }
    const known = this.#membersOf(field);
    const isLost = (member: string): boolean => this.#lost.size > 0 && this.#lost.has(`${field}.${member}`);
    for (const member of Object.keys(value))
      if (known.size < MEMBERS_MAX && !isLost(member)) known.add(member);
  }

  get lost(): ReadonlySet<string> {
    return this.#lost;
  }

  /** True if a field, or a member of one, has a column, or rows have had it. */
  isKnown(name: string): boolean {
    const field = this.#jsonFieldOf(name);
    if (field === undefined) return this.declared.has(name) || this.#seen.has(name);
    return this.#members.get(field)?.has(name.slice(field.length + 1)) ?? false;
  }

  mayHave(name: string): boolean {
    const field = this.#jsonFieldOf(name);
    return field === undefined ? this.#isOpen : this.#anyMembers.has(field);
  }

  /** Takes fields and members that rows had in the last sync run, as far as rows of this source may have them. */
  know(names: Iterable<string>): void {
    for (const name of names) {
      const field = this.#jsonFieldOf(name);
      if (!this.mayHave(name)) continue;
      if (field !== undefined) this.#membersOf(field).add(name.slice(field.length + 1));
      else if (Object.hasOwn(this.#entity.fields, name)) this.#seen.add(name);
    }
  }

  #jsonFieldOf(name: string): string | undefined {
    return this.#entity.members.find((field) => name.startsWith(`${field}.`));
  }

  /** Takes note of fields that the last sync run had of the source and that it has not any more: it does not own them. */
  lose(names: Iterable<string>): void {
    for (const name of names) {
      if (this.declared.has(name)) continue;
      const field = this.#jsonFieldOf(name);
      if (field === undefined) this.#seen.delete(name);
      else this.#members.get(field)?.delete(name.slice(field.length + 1));
      this.#lost.add(name);
    }
  }

  /** Takes note of fields that other files of the source had: its rows do not own them until one of them has a value. */
  lack(names: readonly string[]): void {
    this.lose(names);
    for (const name of names) this.#lacking.add(name);
  }

  /** Takes note of a field that a row has a value in. */
  find(name: string): void {
    if (!this.#lacking.delete(name)) return;
    this.#lost.delete(name);
    this.know([name]);
  }
}
