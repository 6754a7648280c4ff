import type { Plan, Step } from '../../delivery/plan.ts';
import type { ProblemGroup } from '../../delivery/tally/tally.ts';
import { RunError } from '../../errors/run-error.ts';
import { isReferredTo, type ReferredName } from '../../input/entities/entity.ts';
import { textOf } from '../../input/rows/forms/cell-text.ts';
import { isLegalId } from '../../input/rows/forms/ids.ts';
import { type Mapping, mappedColumns } from '../../input/rows/mapping.ts';
import { placeText } from '../../input/rows/place.ts';
import type { Row } from '../../input/rows/row.ts';
import { readRows } from '../../input/sources/read-rows.ts';
import type { Source } from '../../input/sources/source.ts';
import { FingerprintMap } from '../../keys/fingerprint-map.ts';
import { fingerprint64 } from '../../keys/fingerprint64.ts';
import { KeySet } from '../../keys/key-table.ts';
import { cut, grouped } from '../../terminal/printable.ts';

/** The words of a cell, after its fingerprint: the fingerprint of its id, and where it stood first. */
const [ID_LO, ID_HI, FILE, LINE, WORDS] = [2, 3, 4, 5, 6] as const;
/** Cells that are compared; 24 bytes each at best. */
const CELLS_MAX = 5_000_000;
const NAMED_MAX = 3;

/**
 * Finds ids that were made of texts which differ in capital letters alone: two addresses of one person would be two people,
 * and nobody sees it in the rows.
 */
export class NearIds {
  readonly group: ProblemGroup = { count: 0, samples: [] };
  readonly #step: Step;
  readonly #samplesMax: number;
  readonly #known = new FingerprintMap(WORDS);
  readonly #said = new KeySet();

  constructor(step: Step, samplesMax: number) {
    this.#step = step;
    this.#samplesMax = samplesMax;
  }

  add({ id, row, text }: MadeId): void {
    if (text.trim() === '') return;
    const known = this.#known;
    const { lo, hi } = fingerprint64(text.normalize('NFC').toLowerCase());
    const own = fingerprint64(id.toLowerCase());
    if (!known.find(lo, hi)) {
      if (known.size >= CELLS_MAX) return;
      known.add(lo, hi);
      const { slots, at } = known;
      slots[at + ID_LO] = own.lo;
      slots[at + ID_HI] = own.hi;
      slots[at + FILE] = row.file;
      slots[at + LINE] = row.line;
      return;
    }
    const { slots, at } = known;
    const isSame = slots[at + ID_LO] === own.lo >>> 0 && slots[at + ID_HI] === own.hi >>> 0;
    if (isSame || !isLegalId(id.toLowerCase()) || !this.#said.add([id])) return;
    this.group.count++;
    if (this.group.samples.length < this.#samplesMax)
      this.#sample(text, row, [slots[at + FILE] as number, slots[at + LINE] as number]);
  }

  #sample(text: string, { file, line, byte }: Row, [otherFile, otherLine]: readonly [number, number]): void {
    const { entity, placeOf } = this.#step;
    const { name, line: shownLine } = placeOf(file, line, byte);
    this.group.samples.push({
      file: name,
      line: shownLine,
      key: cut(text, 100),
      field: entity.keyFields[0],
      value: cut(text, 100),
      message: `differs only in capital letters from the one at ${placeText(placeOf(otherFile, otherLine))}, and has another id`,
    });
  }
}

/** The steps of users and groups whose ids may differ from their cells. */
export const stepsWithIds = ({ steps }: Pick<Plan, 'steps'>): readonly Step[] =>
  steps.filter(
    ({ entity, sources, mappings }) =>
      isReferredTo(entity.name) &&
      sources.some((source, file) => makesIds(source, mappings[file] as Mapping)),
  );

/** True if ids of a source may differ from their cells. A column as it is, or in lower case, is the same id. */
function makesIds(source: Source, { fields, isPlain }: Mapping): boolean {
  const isDerived = source.inputs?.length === 0;
  const key = fields.find(({ field }) => field === 'uid' || field === 'guid');
  return isDerived || (key !== undefined && (typeof key.source === 'object' || !isPlain));
}

/** An id that a row has, and what it is made of. */
type MadeId = {
  readonly id: string;
  readonly row: Row;
  /** The cell that it is made of; undefined if these are several. */
  readonly cell: string | undefined;
  /** The texts of all cells that it is made of. */
  readonly text: string;
};

/** Passes the ids of the rows of a step with what they are made of. */
export async function* madeIdsOf(step: Step, signal: AbortSignal): AsyncGenerator<MadeId> {
  const { sources, mappings } = step;
  const keyField = step.entity.keyFields[0];
  const textsOf = mappings.map((mapping) => textReader(mapping, keyField));
  for await (const rows of readable(readRows(sources, undefined, signal)))
    for (const row of rows) {
      const mapping = mappings[row.file] as Mapping;
      if (row.fault || row.leftOut !== undefined || mapping.leftOut?.(row.values) !== undefined) continue;
      const cell = cellOf(row, mapping, keyField);
      const id = mapping(row.values).fields[keyField];
      if (typeof id === 'string')
        yield { id, row, cell, text: cell ?? textsOf[row.file]?.(row.values) ?? '' };
    }
}

/** Reads the texts of all columns that a field is made of, apart from each other. */
function textReader(mapping: Mapping, field: string): (values: Row['values']) => string {
  const source = mapping.fields.find((each) => each.field === field)?.source;
  const readers = [...mappedColumns({ [field]: source ?? field })].map((name) => mapping.column(name));
  return (values) => readers.map((read) => textOf(read?.(values))).join('\n');
}

/** The rows up to a place where a file cannot be read any further; the run itself says so. */
async function* readable(chunks: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  try {
    yield* chunks;
  } catch (error) {
    if (!(error instanceof RunError) || !error.code.startsWith('SOURCE.')) throw error;
  }
}

/** The cell that a key was made of; a derived row has it beside its key. */
function cellOf({ values }: Row, mapping: Mapping, field: string): string | undefined {
  const kept = Array.isArray(values) ? undefined : (values as { readonly $cell?: unknown }).$cell;
  const cell = kept ?? mapping.cell(values, field);
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell) : undefined;
}

/** Finds the ids of a plan that were made of texts which differ in capital letters alone; none if no ids are made. */
export async function nearIdsOf(
  plan: Pick<Plan, 'steps' | 'samplesMax'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<ReferredName, ProblemGroup>> {
  const found = new Map<ReferredName, ProblemGroup>();
  for (const step of stepsWithIds(plan)) {
    const near = new NearIds(step, plan.samplesMax);
    for await (const made of madeIdsOf(step, signal)) near.add(made);
    if (near.group.count > 0) found.set(step.entity.name as ReferredName, near.group);
  }
  return found;
}

/** A sentence about them. */
export function nearIdsText(entity: ReferredName, { count, samples }: ProblemGroup): string {
  const named = samples
    .slice(0, NAMED_MAX)
    .map(({ value = '', file, line }) => `${JSON.stringify(value)} (${file}:${line})`);
  const are = count === 1 ? 'id of its own differs' : 'ids of their own differ';
  const one = entity === 'users' ? 'one person' : 'one group';
  return `${entity}: ${grouped(count)} ${are} from another one only in capital letters: ${named.join(', ')}${count > named.length ? ', …' : ''}. If two such are ${one}, write  as: [lower, slug]`;
}
