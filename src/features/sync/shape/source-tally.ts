import type { SourceFields } from '../../../input/rows/owned-fields.ts';
import type { Values } from '../../../input/rows/row.ts';
import type { FieldsOfFiles, SourceShape } from '../../../state/last-sync.ts';
import type { LostField } from './lost-field.ts';

/** Times that the service changes by itself: a change never writes them, so nothing is lost with them. */
const ACTIVITY: ReadonlySet<string> = new Set(['deliveredAt', 'readAt', 'lastActiveAt']);

/** Columns of a source that are remembered. */
const COLUMNS_MAX = 1_000;

type TalliedFile = {
  readonly file: number;
  readonly name: string;
  /** Absent if its rows are objects. */
  readonly columns: readonly string[] | undefined;
  /** True if no other source takes rows of the file. */
  readonly isAlone: boolean;
};

/** Counts in how many rows of a source each field has a value. */
export class SourceTally {
  /** The short name of its first file. */
  readonly name: string;
  /** Rows that were read. */
  #rows = 0;
  /** Records that are the same as in the last sync run, and were not read. */
  unchanged = 0;
  /** The same, but read. */
  read = 0;
  /** Rows of such records, and in how many of them each field has a value. */
  #sameRows = 0;
  readonly #sameFields = new Map<string, number>();
  /** True if the row that is taken is one of them. */
  #isSame = false;
  /** True if all rows of its files are its own. */
  #isAlone = true;
  readonly #owned: SourceFields[] = [];
  readonly #columns = new Set<string>();
  readonly #fields = new Map<string, number>();
  /** Its files with columns. */
  readonly #listed = new Map<SourceFields, TalliedFile>();
  /** Fields that files of objects have lost. */
  readonly #lostOfFiles = new Map<string, Set<string>>();
  /** Its files of objects, and what rows of each of them have that were read. */
  readonly #objects = new Map<SourceFields, { readonly of: TalliedFile; readonly fields: Set<string> }>();
  /** Files with records that are the same. */
  readonly #filesOfSame = new Set<number>();

  constructor(name: string) {
    this.name = name;
  }

  add(owned: SourceFields, of: TalliedFile): void {
    const { columns, isAlone } = of;
    this.#owned.push(owned);
    if (columns) this.#listed.set(owned, of);
    else this.#objects.set(owned, { of, fields: new Set() });
    this.#isAlone &&= isAlone;
    // The columns of rows that are made are nobody's.
    if (owned.source !== '') for (const column of columns ?? []) this.#takeColumn(column);
  }

  /** Tells the source what it had. */
  begin(before: SourceShape | undefined): void {
    if (!before) return;
    const had = [...before.fields].flatMap(([name, rows]) => (rows > 0 ? [name] : []));
    const ofFiles = fieldsByFile(before);
    for (const owned of this.#owned) {
      const { of } = (this.#hasSeveral && this.#objects.get(owned)) || {};
      const own = of && (ofFiles.get(of.name) ?? new Set());
      owned.know(own ? had.filter((name) => own.has(name)) : had);
      const missing = had.filter((name) => !owned.isKnown(name));
      if (own) owned.lack(missing);
      else owned.lose(missing);
    }
  }

  /** True if its rows own all fields, and so keep none of those that they lack. */
  get isWhole(): boolean {
    return this.#owned.some(({ whole }) => whole);
  }

  /** True if it has several files. */
  get #hasSeveral(): boolean {
    return this.#owned.length > 1;
  }

  restart(): void {
    this.#rows = 0;
    this.unchanged = 0;
    this.read = 0;
    this.#fields.clear();
    this.#sameRows = 0;
    this.#sameFields.clear();
    this.#filesOfSame.clear();
    for (const { fields } of this.#objects.values()) fields.clear();
  }

  /** Takes a record of a file that is the same, and that may be read for another reason. */
  takeSame(file: number, isRead: boolean): void {
    this[isRead ? 'read' : 'unchanged']++;
    this.#filesOfSame.add(file);
  }

  /** @param isSame whether its record is the same as in the last sync run */
  takeRow(values: Values, isSame: boolean): void {
    this.#rows++;
    this.#isSame = isSame;
    if (isSame) this.#sameRows++;
    if (this.#owned[0]?.source !== '' && !Array.isArray(values))
      for (const name of Object.keys(values)) this.#takeColumn(name);
  }

  #takeColumn(name: string): void {
    if (this.#columns.size < COLUMNS_MAX && !name.startsWith('$')) this.#columns.add(name);
  }

  readonly takeName = (name: string, owned: SourceFields): void => {
    countIn(this.#fields, name);
    if (this.#isSame) countIn(this.#sameFields, name);
    this.#objects.get(owned)?.fields.add(name);
    owned.find(name);
  };

  /** The fields that it had, with the number of rows then, and that no row has now. */
  missing(before: SourceShape | undefined, unmatched: number): readonly (readonly [string, number])[] {
    if (!before || this.#rows + this.unchanged === 0) return [];
    return [...before.fields].filter(
      ([name, had]) =>
        had > 0 &&
        !ACTIVITY.has(name) &&
        !this.#fields.has(name) &&
        !(this.unchanged > 0 && had > this.#elsewhere(before, unmatched)),
    );
  }

  /**
   * The number of its rows in the last sync run that may not be among those that are the same now.
   * @param unmatched how many records of all sources are not there any more
   */
  #elsewhere({ rows }: SourceShape, unmatched: number): number {
    const own = rows - this.unchanged - this.read;
    // Records of other sources say nothing of its own, such as one that no sync run remembers because its key is there twice.
    return (this.#isAlone && own >= 0 ? Math.min(own, unmatched) : unmatched) + this.read - this.#sameRows;
  }

  /** True if records that were not read decide what it has. */
  isDoubtful(before: SourceShape | undefined, unmatched: number): boolean {
    if (this.unchanged === 0) return false;
    if (!before || this.#hasUnknown(before) || this.missing(before, unmatched).length > 0) return true;
    return this.#lostByFiles(before).length > 0;
  }

  /** The fields that a file of objects had, and that none of its rows has now, although rows of other files may. */
  #lostByFiles(before: SourceShape | undefined): readonly (readonly [SourceFields, readonly string[]])[] {
    if (!this.#hasSeveral) return [];
    const had = fieldsByFile(before);
    return Array.from(this.#objects, ([owned, { of, fields }]) => {
      const gone = [...(had.get(of.name) ?? [])].filter((name) => !fields.has(name) && owned.isKnown(name));
      return [owned, gone] as const;
    }).filter(([, gone]) => gone.length > 0);
  }

  /** Rows of such a file do not own these fields any more; true if it seemed that they do. */
  loseByFiles(before: SourceShape | undefined): boolean {
    const lost = this.#lostByFiles(before);
    for (const [owned, names] of lost) {
      owned.lack(names);
      const { name } = (this.#objects.get(owned) as { readonly of: TalliedFile }).of;
      this.#lostOfFiles.set(name, new Set([...(this.#lostOfFiles.get(name) ?? []), ...names]));
    }
    return lost.length > 0;
  }

  /** The fields, no members, that each of its files had and has no more, although others of them have. */
  fewerByFile(
    before: SourceShape | undefined,
  ): readonly (readonly [file: string, fields: readonly string[]])[] {
    if (!this.#hasSeveral || this.isWhole) return [];
    const had = fieldsByFile(before);
    const ofColumns = Array.from(this.#listed, ([{ declared }, { name }]) => {
      const gone = [...(had.get(name) ?? [])].filter((field) => !declared.has(field));
      return [name, gone] as const;
    });
    const isElsewhere = (field: string): boolean =>
      !field.includes('.') && this.#owned.some((owned) => owned.isKnown(field));
    return [...ofColumns, ...this.#lostOfFiles]
      .map(([file, fields]) => [file, [...fields].filter(isElsewhere)] as const)
      .filter(([, fields]) => fields.length > 0);
  }

  /** True if a file of objects has another name than in the last sync run, or is one of several for the first time. */
  #hasUnknown(before: SourceShape): boolean {
    const known = fieldsByFile(before);
    const isUnknown = ({ of }: { readonly of: TalliedFile }): boolean =>
      this.#filesOfSame.has(of.file) && !known.has(of.name);
    return this.#hasSeveral && [...this.#objects.values()].some(isUnknown);
  }

  /** The way a field that no row has was lost. */
  howLost(field: string): LostField['how'] {
    if (this.#owned.some(({ declared }) => declared.has(field))) return 'empty';
    return this.#columns.has(field) ? 'unmapped' : 'gone';
  }

  /** True if rows may have a field that no column declares. */
  mayHave(field: string): boolean {
    return this.#owned.some((owned) => owned.mayHave(field));
  }

  columnOf(field: string): string | undefined {
    return this.#owned.map(({ columns }) => columns.get(field)).find((column) => column !== undefined);
  }

  /** Its rows do not own a field any more; true if it seemed that they do. */
  lose(field: string): boolean {
    const knowing = this.#owned.filter((owned) => owned.isKnown(field));
    for (const owned of knowing) owned.lose([field]);
    return knowing.length > 0;
  }

  addedColumns(before: SourceShape | undefined): readonly string[] {
    if (!before || before.columns.length === COLUMNS_MAX) return [];
    const known = new Set(before.columns);
    return [...this.#columns]
      .filter((column) => !known.has(column))
      .map((column) => `${this.name}: ${column}`);
  }

  /** The memory for the next sync run; the values of records that were not read are those of the last one. */
  shape(before: SourceShape | undefined, unmatched: number): SourceShape {
    const { unchanged } = this;
    if (before && this.#rows + unchanged === 0) return before;
    const elsewhere = before ? this.#elsewhere(before, unmatched) : 0;
    const fields = new Map<string, number>();
    for (const { declared } of this.#owned) for (const name of declared) fields.set(name, 0);
    for (const [name, rows] of this.#fields) fields.set(name, rows);
    // A record that is not there any more may have had the field.
    if (before && unchanged > 0)
      for (const [name, had] of before.fields) {
        const unread = had - elsewhere - (this.#sameFields.get(name) ?? 0);
        if (unread > 0) fields.set(name, (fields.get(name) ?? 0) + Math.min(unread, unchanged));
      }
    const columns = unchanged > 0 && before ? new Set([...this.#columns, ...before.columns]) : this.#columns;
    const ofFiles = this.#hasSeveral ? this.#ofFiles(before, fields) : undefined;
    return {
      ...(ofFiles ? { ofFiles } : {}),
      source: this.#owned[0]?.source ?? '',
      rows: this.#rows + unchanged,
      isExact: unchanged === 0 || (before?.isExact === true && elsewhere === 0),
      columns: [...columns].slice(0, COLUMNS_MAX),
      fields,
    };
  }

  /** The fields that each file has; of a record of objects that was not read, what its file had. */
  #ofFiles(before: SourceShape | undefined, fields: ReadonlyMap<string, number>): readonly FieldsOfFiles[] {
    const groups = new Map<string, { files: string[]; fields: readonly string[] }>();
    const known = fieldsByFile(before);
    const add = (file: string, names: Iterable<string>): void => {
      const all = [...new Set(names)].filter((name) => fields.has(name)).sort();
      const id = JSON.stringify(all);
      const group = groups.get(id) ?? { files: [], fields: all };
      group.files.push(file);
      groups.set(id, group);
    };
    for (const [{ declared }, { name }] of this.#listed) add(name, declared);
    for (const { of, fields: found } of this.#objects.values()) {
      const had = this.#filesOfSame.has(of.file) ? (known.get(of.name) ?? []) : [];
      add(of.name, [...found, ...had]);
    }
    return [...groups.values()];
  }
}

const countIn = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1);

/** The fields that rows of each file had in the last sync run. */
function fieldsByFile(before: SourceShape | undefined): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>();
  for (const { files, fields } of before?.ofFiles ?? [])
    for (const file of files) found.set(file, new Set([...(found.get(file) ?? []), ...fields]));
  return found;
}
