import type { Step } from '../../../delivery/plan.ts';
import type { Data, Entity } from '../../../input/entities/entity.ts';
import { isObject } from '../../../input/entities/limits.ts';
import type { Mapping } from '../../../input/rows/mapping.ts';
import type { SourceFields } from '../../../input/rows/owned-fields.ts';
import type { Row, Values } from '../../../input/rows/row.ts';
import type { Shape, SourceShape } from '../../../state/last-sync.ts';
import { isLoss, type LostField } from './lost-field.ts';
import { SourceTally } from './source-tally.ts';

/** A record that the last sync run has linked to a row of the ledger, that it had without a link, or that it did not have. */
export type RecordBefore = 'linked' | 'unlinked' | 'new';

/** The changes of the columns and fields of a step since the last sync run. */
export type ShapeChange = {
  readonly lost: readonly LostField[];
  /** Columns, `source: column`, that the last sync run did not have. */
  readonly added: readonly string[];
  /** Fields that single files of a source have lost and that others of it have. */
  readonly fewer: readonly { readonly file: string; readonly fields: readonly string[] }[];
};

/**
 * The columns and fields of a step's sources, beside those that the last sync run has remembered. Rows that are the same
 * in their bytes are not read: what they have is known from then.
 */
export class StepShape {
  readonly #step: Step;
  readonly #before: readonly SourceShape[] | undefined;
  /** By the source in the pipeline. */
  readonly #tallies = new Map<string, SourceTally>();
  /** Records that are the same as in the last sync run, and those of the last one that are not there any more. */
  #matched = 0;
  #unmatched = 0;
  /** The record of the row that is taken. */
  record: RecordBefore = 'new';
  /** Those of the sources of each file. */
  readonly #ofFile: readonly (readonly SourceTally[])[];

  /** @param before undefined if nothing is remembered of the entity */
  constructor(step: Step, before: readonly SourceShape[] | undefined) {
    this.#step = step;
    this.#before = before;
    this.#ofFile = step.mappings.map((mapping, file) => {
      const isAlone = new Set(mapping.sources.map(({ source }) => source)).size === 1;
      return [...new Set(mapping.sources.map((owned) => this.#tallyOf(owned, file, isAlone)))];
    });
    for (const [tally, shape] of this.#pairs()) tally.begin(shape);
  }

  #tallyOf(owned: SourceFields, file: number, isAlone: boolean): SourceTally {
    const known = this.#tallies.get(owned.source) ?? new SourceTally(this.#step.nameOf(file));
    this.#tallies.set(owned.source, known);
    const { columns } = this.#step.sources[file] ?? {};
    known.add(owned, { columns, isAlone, file, name: owned.file ?? this.#step.nameOf(file) });
    return known;
  }

  /** Each source with what is remembered of it: of one with the same files or command, else of that at its place. */
  #pairs(): readonly (readonly [SourceTally, SourceShape | undefined])[] {
    const before = this.#before ?? [];
    const others = before.filter(({ source }) => !this.#tallies.has(source));
    return Array.from(this.#tallies, ([source, tally]) => {
      const same = before.find((each) => each.source === source);
      return [tally, same ?? others.shift()] as const;
    });
  }

  /** Forgets the rows of a pass. */
  restart(): void {
    this.#matched = 0;
    for (const tally of this.#tallies.values()) tally.restart();
  }

  /** Takes a record of a file that is the same in its bytes, and that may be read for another reason. */
  takeSame(file: number, isRead: boolean): void {
    // Which of several sources the row belongs to is not known.
    for (const tally of this.#ofFile[file] as readonly SourceTally[]) tally.takeSame(file, isRead);
    this.#matched++;
  }

  /** Takes a valid row; returns the fields that it owns. */
  take({ file, values }: Pick<Row, 'file' | 'values'>, data: Data): SourceFields {
    const owned = (this.#step.mappings[file] as Mapping).owned(values);
    owned.note(data);
    const tally = this.#tallies.get(owned.source) as SourceTally;
    this.#takeRow(tally, file, values);
    eachValueName(this.#step.entity, { data, owned, values }, tally.takeName);
    return owned;
  }

  #takeRow(tally: SourceTally, file: number, values: Values): void {
    if (this.record === 'unlinked') {
      tally.takeSame(file, true);
      this.#matched++;
    }
    tally.takeRow(values, this.record !== 'new');
  }

  /** Takes a row that is refused: what it has is no less a field of the source. */
  takeRefused({ fault, file, values }: Row): void {
    if (!fault) this.#count({ file, values }, () => true);
  }

  /** Counts the values of a row whose source is asked for. */
  #count({ file, values }: Pick<Row, 'file' | 'values'>, isAsked: (tally: SourceTally) => boolean): void {
    const { entity, mappings, policies } = this.#step;
    const mapping = mappings[file] as Mapping;
    const owned = mapping.owned(values);
    const tally = this.#tallies.get(owned.source) as SourceTally;
    if (!isAsked(tally)) return;
    const { fields } = mapping(values);
    const shaped = entity.shape?.(fields) ?? fields;
    // What a policy keeps in the metadata counts here as it does in a row that is compared.
    const data = entity.kept?.(shaped, policies) ?? shaped;
    this.#takeRow(tally, file, values);
    eachValueName(entity, { data, owned, values }, tally.takeName);
  }

  /**
   * Ends a pass.
   * @param records how many the last sync run had
   */
  end(records: number): void {
    this.#unmatched = Math.max(0, records - this.#matched);
  }

  /** @returns what has changed; undefined if rows must be compared once more, because they own less than it seemed */
  async settle(signal: AbortSignal): Promise<ShapeChange | undefined> {
    await this.#lookAgain(signal);
    const { entity } = this.#step;
    const lost: LostField[] = [];
    let isSettled = true;
    for (const [tally, before] of this.#pairs()) {
      for (const [field, rows] of tally.missing(before, this.#unmatched)) {
        const how = tally.howLost(field);
        if (!isLoss(entity, field, { how, isObject: tally.mayHave(field), rows })) continue;
        const column = tally.columnOf(field) ?? undefined;
        lost.push({
          entity: entity.name,
          source: tally.name,
          field,
          how,
          isKept: how !== 'empty' && !tally.isWhole,
          rows,
          of: before?.rows ?? rows,
          isExact: before?.isExact ?? true,
          ...(column === undefined || column === field ? {} : { column }),
        });
        if (how !== 'empty' && tally.lose(field)) isSettled = false;
      }
      if (tally.loseByFiles(before)) isSettled = false;
    }
    if (!isSettled) return undefined;
    const pairs = this.#pairs();
    const added = pairs.flatMap(([tally, before]) => tally.addedColumns(before));
    const fewer = pairs.flatMap(([tally, before]) =>
      tally.fewerByFile(before).map(([file, fields]) => ({ file, fields })),
    );
    return { lost, added, fewer };
  }

  /** Reads the rows for fields that only records may have which were not read. */
  async #lookAgain(signal: AbortSignal): Promise<void> {
    const doubtful = this.#pairs().flatMap(([tally, before]) =>
      tally.isDoubtful(before, this.#unmatched) ? [tally] : [],
    );
    if (doubtful.length > 0) await this.count(signal, new Set(doubtful));
  }

  /** Counts the values of all rows, for sources of which nothing is known. */
  async count(signal: AbortSignal, only = new Set(this.#tallies.values())): Promise<void> {
    const { mappings, sources } = this.#step;
    this.record = 'new';
    for (const tally of only) tally.restart();
    for (const [file, source] of (this.#step.whole ?? sources).entries()) {
      const mapping = mappings[file] as Mapping;
      if (!mapping.sources.some((owned) => only.has(this.#tallies.get(owned.source) as SourceTally)))
        continue;
      await source.pass(
        {
          row: ({ fault, values }) => {
            if (fault || mapping.leftOut?.(values) !== undefined) return;
            this.#count({ file, values }, (tally) => only.has(tally));
          },
        },
        signal,
      );
      signal.throwIfAborted();
    }
  }

  /** The facts that the next sync run is to remember. */
  result(): readonly SourceShape[] {
    return this.#pairs().map(([tally, before]) => tally.shape(before, this.#unmatched));
  }
}

/** The facts that the next sync run is to remember of all steps; reads the rows of those that were not compared. */
export async function shapesOf(
  parts: readonly { readonly step: Step; readonly shape?: readonly SourceShape[] }[],
  before: Shape | undefined,
  signal: AbortSignal,
): Promise<Shape> {
  const shapes = new Map(before);
  for (const { step, shape } of parts)
    shapes.set(step.entity.name, shape ?? (await countedShape(step, signal)));
  return shapes;
}

async function countedShape(step: Step, signal: AbortSignal): Promise<readonly SourceShape[]> {
  const shape = new StepShape(step, undefined);
  await shape.count(signal);
  return shape.result();
}

/** Names that are longer are not remembered. */
const NAME_CHARS_MAX = 200;
/** Fields of messages with a value for rows that have none. */
const FILLED_IN: ReadonlySet<string> = new Set(['category', 'type']);

/** A row, and whose it is. */
type OwnedRow = {
  /** As mapped, or as checked. */
  readonly data: Data;
  readonly values: Values;
  readonly owned: SourceFields;
};

/**
 * Calls `take` with the name of each field that a row has a value in, and of each member of those with JSON, as
 * `metadata.team`. What a schema or a policy fills in is no value of the row.
 */
function eachValueName(
  entity: Entity,
  row: OwnedRow,
  take: (name: string, owned: SourceFields) => void,
): void {
  const { data, owned } = row;
  for (const field in data) {
    const value = data[field];
    if (value === undefined) continue;
    const isJson = entity.members.includes(field) && isObject(value);
    if (isJson && field === 'data') {
      // Members that columns can fill have the names of those; what is left is nobody else's.
      const named = fieldsIn(value as Data, entity);
      const hasOwn = Object.keys(value).length > Object.keys(named).length;
      if (hasOwn && isFromRow(field, row)) take(field, owned);
      eachValueName(entity, { ...row, data: named }, take);
      continue;
    }
    if (isFromRow(field, row)) take(field, owned);
    if (isJson)
      for (const member of Object.keys(value)) {
        const name = `${field}.${member}`;
        if (name.length <= NAME_CHARS_MAX && isFromRow(name, row)) take(name, owned);
      }
  }
}

const fieldsIn = (data: Data, { fields }: Entity): Data =>
  Object.fromEntries(Object.entries(data).filter(([name]) => Object.hasOwn(fields, name)));

function isFromRow(name: string, { owned, values }: OwnedRow): boolean {
  if (owned.declared.has(name)) return true;
  if (FILLED_IN.has(name) && !(name in values)) return false;
  return owned.mayHave(name);
}

const LISTED_MAX = 10;

/**
 * Of the first sync run that remembers columns and fields, where earlier ones have not: most of them were of a version that
 * wrote whole rows.
 */
const BEGINS =
  'from this sync on, a column or field that a source loses stops the run (GUARD.COLUMNS_GONE). A change writes only fields that its source has; with  sync: { fields: all }  it writes whole rows, as earlier versions did';

/**
 * The notices of a sync run about the columns and fields of its sources.
 * @param isNew whether earlier sync runs have remembered none
 */
export function shapeNotices(
  changes: readonly (ShapeChange & DerivedNames)[],
  isNew: boolean,
): readonly string[] {
  const added = changes.flatMap((each) => each.added);
  const gone = changes.flatMap(({ lost }) => lost.filter(({ isKept }) => isKept));
  const more = added.length > LISTED_MAX ? `, and ${added.length - LISTED_MAX} more` : '';
  return [
    ...(isNew ? [BEGINS] : []),
    ...(added.length > 0
      ? [`new ${added.length === 1 ? 'column' : 'columns'}: ${added.slice(0, LISTED_MAX).join(', ')}${more}`]
      : []),
    ...gone.slice(0, LISTED_MAX).map(staysText),
    ...fewerTexts(changes),
    ...changes.flatMap(namesText),
  ];
}

function fewerTexts(changes: readonly (ShapeChange & DerivedNames)[]): string[] {
  const all = changes.flatMap(({ entity, fewer }) => fewer.map((each) => ({ entity, ...each })));
  const texts = all
    .slice(0, LISTED_MAX)
    .map(
      ({ entity, file, fields }) =>
        `${file} has no ${fields.join(', ')} any more, but other files of ${entity} do; its rows keep the values of the service`,
    );
  const others = all.length - texts.length;
  return others > 0 ? [...texts, `${others} more files have lost fields that other files have`] : texts;
}

/** The changes that a sync run makes to the names of rows that are made of others. */
type DerivedNames = {
  readonly entity: string;
  readonly isDerived: boolean;
  readonly fields: { readonly changed: ReadonlyMap<string, number> };
};

function namesText({ entity, isDerived, fields }: DerivedNames): string[] {
  const count = isDerived ? (fields.changed.get('name') ?? 0) : 0;
  if (count === 0) return [];
  return [
    `${count} names of ${entity} change: a name is what the key is made of, after its pattern and before its steps; to keep another:  map: { name: { column: <column> } }`,
  ];
}

const staysText = ({ source, entity, field }: LostField): string =>
  `${source} has no ${field} any more: the ${entity} keep the values of the service`;
