import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { type CoreName, coreNames } from '../../src/input/entities/entity.ts';
import { State } from '../../src/state/state.ts';
import { realFiles } from '../../src/system/files.ts';
import { type Migration, written } from './migration-case.ts';
import type { Settings } from './simulated-process.ts';

const COLUMNS: Readonly<Record<CoreName, readonly string[]>> = {
  users: ['uid', 'name'],
  groups: ['guid', 'name', 'type', 'owner'],
  members: ['guid', 'uid', 'scope'],
  messages: ['muid', 'sender', 'receiver', 'receiverType', 'sentAt', 'text'],
};

/** An input file of a case: its name in the folder, and the line number of each of its rows. */
export type InputFile = { readonly name: string; readonly lines: readonly number[] };

/** Writes the input files of a case; the rows of each entity are spread over its files in order. */
export async function writeInputs(
  folder: string,
  { rows }: Migration,
  { formats, files }: Settings,
): Promise<Record<CoreName, InputFile[]>> {
  const found: Record<CoreName, InputFile[]> = { users: [], groups: [], members: [], messages: [] };
  for (const [index, entity] of coreNames.entries()) {
    const size = Math.ceil(rows[entity].length / files);
    for (let part = 0; part * size < rows[entity].length; part++) {
      const format = formats[(index + part) % formats.length] as 'csv' | 'ndjson';
      const { text, lines } = written(
        rows[entity].slice(part * size, (part + 1) * size),
        COLUMNS[entity],
        format,
      );
      const name = `${entity}-${part}.${format}`;
      await writeFile(join(folder, name), text);
      found[entity].push({ name, lines });
    }
  }
  const sources = coreNames.map(
    (name) => `  ${name}: { path: [${found[name].map((file) => file.name).join(', ')}] }`,
  );
  await writeFile(
    join(folder, 'pipeline.yaml'),
    `version: 1\nname: case\ntarget: sandbox\nsources:\n${sources.join('\n')}\n`,
  );
  return found;
}

/** Writes what a kill during writes leaves: bytes that no checkpoint claims, and half of a new checkpoint. */
export async function tear(
  folder: string,
  files: Readonly<Record<CoreName, readonly InputFile[]>>,
): Promise<void> {
  const state = join(folder, '.chatferry', 'case');
  await writeFile(join(state, 'checkpoint.json.next'), '{"sha256":"00');
  const checkpoint = await new State(state, realFiles).store.load();
  const underWay = coreNames.find((name) => !checkpoint?.steps[name]?.done);
  if (!underWay) return;
  await appendFile(join(state, 'keys', `${underWay}.bin`), Buffer.alloc(33, 0xee));
  const formats = new Set(files[underWay].map(({ name }) => name.split('.').at(-1)));
  for (const format of formats)
    await appendFile(join(state, 'rejects', `${underWay}.${format}`), '{"half a row');
}

/** The rejects of an entity in their order: file, line and code of each; none if there is no rejects file. */
export async function rejectsOf(
  folder: string,
  entity: CoreName,
  format: 'csv' | 'ndjson',
): Promise<string[]> {
  const path = join(folder, '.chatferry', 'case', 'rejects', `${entity}.${format}`);
  const text = await readFile(path, 'utf8').catch(() => '');
  const rows: Record<string, unknown>[] =
    format === 'csv'
      ? parse(text, { columns: true })
      : text
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line));
  return rows.map(
    (row) =>
      `${row['_file']}:${row['_line']} ${String(row['_code']).replace(/^(?:CSV|NDJSON)\..*/, 'fault')}`,
  );
}
