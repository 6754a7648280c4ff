import type { Step } from '../../../delivery/plan.ts';
import type { Data } from '../../../input/entities/entity.ts';
import type { Mapping } from '../../../input/rows/mapping.ts';
import type { SourceFields } from '../../../input/rows/owned-fields.ts';
import type { Row, Values } from '../../../input/rows/row.ts';
import type { Shape, SourceShape } from '../../../state/last-sync.ts';
import { isLoss, type LostField } from './lost-field.ts';
import { SourceTally } from './source-tally.ts';
import { eachValueName } from './value-names.ts';

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
