import { join } from 'node:path';
import type { DeadLetter } from '../delivery/dead-letter.ts';
import type { Settled } from '../delivery/in-flight.ts';
import type { Step } from '../delivery/plan.ts';
import { problemsOf, shown } from '../delivery/tally.ts';
import { hintOf } from '../errors/row-codes.ts';
import { asRunError } from '../errors/run-error.ts';
import { appendAt } from '../files/append-at.ts';
import type { Entity } from '../input/entities/entity.ts';
import { isReject } from '../input/rows/outcome.ts';
import type { ShownPlace } from '../input/rows/place.ts';
import type { Problem } from '../input/rows/row.ts';
import type { Reasons } from '../input/sources/rejects-format.ts';
import type { RejectsWriter, Source, SourceFormat } from '../input/sources/source.ts';
import type { Files } from '../system/files.ts';

/** A rejects file of an entity, for the rows of all sources of one format. */
type RejectsFile = {
  readonly name: string;
  readonly sources: readonly Source[];
  /** Set at the first reject. */
  writer?: RejectsWriter;
};

/**
 * The rejects files of one entity in a folder.
 * @param folder must exist; a file is created at the first reject, with mode 0600
 * @param placeOf where a row came from, for the columns `_file` and `_line`
 * @param onAppended called with the name and the bytes of each append, once they are on disk
 */
export function rejectsFiles(
  folder: string,
  { entity, sources, placeOf }: Pick<Step, 'sources' | 'placeOf'> & { readonly entity: Pick<Entity, 'name'> },
  files: Files,
  onAppended: (name: string, bytes: Uint8Array) => void = () => {},
): DeadLetter {
  const lengths: Record<string, number> = {};
  const perFormat = new Map<SourceFormat, RejectsFile>(
    Array.from(
      Map.groupBy(sources, ({ format }) => format),
      ([format, group]) => [format, { name: `${entity.name}.${format.name}`, sources: group }],
    ),
  );
  const sourceOf = ({ row }: Settled): Source => sources[row.file] as Source;
  const lineOf = (settled: Settled, writer: RejectsWriter): string =>
    writer.line(
      settled.row,
      sourceOf(settled),
      reasonsOf(settled, placeOf(settled.row.file, settled.row.line)),
    );
  return {
    get paths() {
      return Object.keys(lengths).map((name) => join(folder, name));
    },
    async restore(claimed) {
      for (const { name } of perFormat.values())
        if (!Object.hasOwn(claimed, name)) await files.rm(join(folder, name), { force: true });
      for (const [name, bytes] of Object.entries(claimed)) {
        lengths[name] = bytes;
        await truncateTo(files, join(folder, name), bytes).catch((error: Error) => {
          const message = `the rejects file ${name} does not match the checkpoint: ${error.message}`;
          throw asRunError(error, 'STATE.CORRUPT', message);
        });
      }
    },
    async append(rows) {
      const rejected = rows.filter(({ outcome }) => isReject(outcome));
      for (const [format, settled] of Map.groupBy(rejected, (each) => sourceOf(each).format)) {
        const file = perFormat.get(format) as RejectsFile;
        file.writer ??= await format.rejects(file.sources);
        const { name, writer } = file;
        const at = lengths[name] ?? 0;
        const lines = settled.map((each) => lineOf(each, writer)).join('');
        const bytes = Buffer.from((at === 0 ? writer.head : '') + lines);
        lengths[name] = at + (await appendAt(files, join(folder, name), bytes, at));
        onAppended(name, bytes);
      }
      return { ...lengths };
    },
  };
}

async function truncateTo(files: Files, path: string, bytes: number): Promise<void> {
  const { size } = await files.stat(path);
  if (size < bytes) throw new Error(`it has ${size} bytes instead of ${bytes}`);
  await files.truncate(path, bytes);
}

function reasonsOf({ outcome }: Settled, { name, line }: ShownPlace): Reasons {
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
    _file: name,
    _line: line,
  };
}
