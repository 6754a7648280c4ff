import type { DeadLetter } from '../delivery/dead-letter.ts';
import type { Settled } from '../delivery/in-flight.ts';
import type { Step } from '../delivery/plan.ts';
import { problemsOf, shown } from '../delivery/tally/tally.ts';
import { hintOf } from '../errors/row-codes.ts';
import { asRunError } from '../errors/run-error.ts';
import { type StateStore, textIn } from '../files/state/state-store.ts';
import type { Entity } from '../input/entities/entity.ts';
import { isReject } from '../input/rows/outcome.ts';
import type { WrittenPlace } from '../input/rows/place.ts';
import type { Problem, Row } from '../input/rows/row.ts';
import type { Reasons } from '../input/sources/rejects-format.ts';
import {
  type RejectsWriter,
  ROW_BYTES_MAX,
  type Source,
  type SourceFormat,
} from '../input/sources/source.ts';
import { rejectsName } from './kept-names.ts';

/** A rejects file of an entity, for the rows of one source of the pipeline. */
type RejectsFile = {
  readonly name: string;
  readonly format: SourceFormat;
  readonly sources: Source[];
  /** Set at the first reject. */
  writer?: RejectsWriter;
};

/** The step that the rejects files of an entity are about. */
type RejectsStep = Pick<Step, 'sources' | 'placeOf'> & {
  readonly pathOf?: Step['pathOf'] | undefined;
  readonly entity: Pick<Entity, 'name'>;
  readonly origins?: Step['origins'] | undefined;
};

/**
 * The rejects files of one entity; each is begun at the first reject.
 * @param state of the run, or of the retry
 * @param placeOf where a row came from, for the columns `_file`, `_line` and `_row`
 * @param pathOf the path of a file with a short name, relative to the pipeline; the name itself if absent
 * @param onAppended called with the name in the state and the bytes of each append, once they are durable
 * @param nameOf the name of a file in the state
 */
export function rejectsFiles(
  state: StateStore,
  { entity, sources, placeOf, pathOf = (name) => name, origins = [] }: RejectsStep,
  onAppended: (name: string, bytes: Uint8Array) => void = () => {},
  nameOf: (file: string) => string = rejectsName,
): DeadLetter {
  const lengths: Record<string, number> = {};
  const written = sources.map((source, file) => withCells(source, origins[file]?.cells ?? {}));
  const byName = new Map<string, RejectsFile>();
  const fileOf = sources.map(({ format }, file) => {
    const name = rejectsFileName(entity.name, origins[file]?.index ?? 0, format);
    const known = byName.get(name) ?? { name, format, sources: [] };
    byName.set(name, known);
    known.sources.push((written[file] as WrittenSource).source);
    return known;
  });
  const placeIn = (row: Row): WrittenPlace => {
    const place = placeOf(row.file, row.line, undefined, row.row);
    return { file: pathOf(place.name), line: place.line, row: place.row ?? 0 };
  };
  const lineOf = (settled: Settled, writer: RejectsWriter): string => {
    const { row } = settled;
    const { source, extended } = written[row.file] as WrittenSource;
    return writer.line(extended(row), source, reasonsOf(settled, row.placed ?? placeIn(row)));
  };
  return {
    get paths() {
      return Object.keys(lengths).map((name) => state.pathOf(nameOf(name)));
    },
    async restore(claimed) {
      for (const name of byName.keys()) if (!Object.hasOwn(claimed, name)) await state.remove(nameOf(name));
      for (const [name, bytes] of Object.entries(claimed)) {
        lengths[name] = bytes;
        await truncateTo(state, nameOf(name), bytes).catch((error: Error) => {
          const message = `the rejects file ${name} does not match the checkpoint: ${error.message}`;
          throw asRunError(error, 'STATE.CORRUPT', message);
        });
      }
    },
    async append(rows) {
      const rejected = rows.filter(({ outcome }) => isReject(outcome));
      for (const [file, settled] of Map.groupBy(rejected, ({ row }) => fileOf[row.file] as RejectsFile)) {
        const { name, format } = file;
        const kept = nameOf(name);
        const at = lengths[name] ?? 0;
        const begun =
          at > 0 && !file.writer ? (textIn(state, kept, Math.min(at, ROW_BYTES_MAX)) ?? '') : undefined;
        const writer = file.writer ?? (await format.rejects(file.sources, begun));
        file.writer = writer;
        const lines = settled.map((each) => lineOf(each, writer)).join('');
        const bytes = Buffer.from((at === 0 ? writer.head : '') + lines);
        lengths[name] = at + (await state.append(kept, bytes, at));
        onAppended(kept, bytes);
      }
      return { ...lengths };
    },
  };
}

/**
 * The name of a rejects file: each source of a list has its own.
 * @param index the number of the source, from 0
 */
const rejectsFileName = (entity: string, index: number, { name }: SourceFormat): string =>
  `${entity}${index === 0 ? '' : `-${index + 1}`}.${name}`;

/** A source as its rejects file has it. */
type WrittenSource = { readonly source: Source; extended(row: Row): Row };

/** A source with cells that all of its rows have in common. */
function withCells(source: Source, cells: Readonly<Record<string, string>>): WrittenSource {
  const names = Object.keys(cells);
  if (names.length === 0) return { source, extended: (row) => row };
  const { columns } = source;
  return {
    source: columns ? { ...source, columns: [...columns, ...names] } : source,
    extended: (row) => {
      if (row.fault && (!columns || row.values.length === 0)) return row;
      const values = columns
        ? [...(row.values as readonly string[]), ...names.map((name) => cells[name] as string)]
        : { ...row.values, ...cells };
      return { ...row, values };
    },
  };
}

async function truncateTo(state: StateStore, name: string, bytes: number): Promise<void> {
  const size = await state.bytesOf(name);
  if (size === undefined) throw new Error('it is missing');
  if (size < bytes) throw new Error(`it has ${size} bytes instead of ${bytes}`);
  await state.truncate(name, bytes);
}

function reasonsOf({ outcome }: Settled, { file, line, row }: WrittenPlace): Reasons {
  const problems = problemsOf(outcome);
  const [first] = problems as readonly [Problem];
  const messages = problems.map(({ field, message, value }) =>
    [field, field && ': ', message, value === undefined ? '' : ` (${shown(value)})`].filter(Boolean).join(''),
  );
  return {
    _code: first.code,
    _field: first.field ?? '',
    _message: messages.join('; '),
    _hint: hintOf(first.code),
    _file: file,
    _line: line,
    _row: row,
  };
}
