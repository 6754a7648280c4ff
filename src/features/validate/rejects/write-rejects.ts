import { dirname, join, resolve } from 'node:path';
import { type CheckDeps, type CheckedRow, checkRow } from '../../../delivery/check.ts';
import type { Settled } from '../../../delivery/in-flight.ts';
import type { Plan, Step } from '../../../delivery/plan.ts';
import { SlabRow } from '../../../delivery/rows/slab-row.ts';
import { type RunError, usageError } from '../../../errors/run-error.ts';
import { type Data, entityNames, entityRecord } from '../../../input/entities/entity.ts';
import type { Row } from '../../../input/rows/row.ts';
import { formatOf } from '../../../input/sources/formats.ts';
import { readRows } from '../../../input/sources/read-rows.ts';
import { isRejectFile } from '../../../input/sources/rejects-source.ts';
import { KEYS_IN_MEMORY, KeyIndex } from '../../../keys/key-index.ts';
import { rejectsFiles } from '../../../state/rejects-files.ts';
import { State } from '../../../state/state.ts';
import type { Files } from '../../../system/files.ts';
import type { Audit } from '../audit.ts';
import { SUPERSEDED } from '../superseded-rows.ts';

/** Place of the rejects files of a validation. */
export type RejectsPlace = {
  /** The folder, which is there. */
  readonly folder: string;
  /** A folder for temporary files. */
  readonly room: () => Promise<string>;
  readonly files: Files;
};

/**
 * Writes the rejects files of a step as a run does: its rows are read once more and judged one after the other, as the line
 * does it.
 * @param audit has counted the rows of the step
 * @returns the paths of the files
 * @throws RunError `SOURCE.*`, `STATE.UNWRITABLE`
 */
export async function writeRejects(
  step: Step,
  audit: Audit,
  { folder, room, files }: RejectsPlace,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { name } = step.entity;
  const path = join(await room(), `${name}.sorted`);
  using own = new KeyIndex({ path, files, most: KEYS_IN_MEMORY });
  const { users, groups } = audit.deps.keys;
  const keys = { ...entityRecord(() => own), users, groups, [name]: own };
  const route = { ...audit.deps.route, refuses: (data: Data) => audit.refuses(data) };
  const deps: CheckDeps = { ...audit.deps, keys, route };
  const deadLetter = rejectsFiles(
    new State(folder, files).kept,
    step,
    () => {},
    (file) => file,
  );
  const checked = (row: Row): CheckedRow =>
    audit.superseded?.has(row) ? { entry: { row, valid: false }, outcome: SUPERSEDED } : checkRow(row, deps);
  const reading = () => ({ row: checked });
  for await (const rows of readRows<CheckedRow>(step.sources, undefined, signal, reading))
    await deadLetter.append(rows.flatMap(settled));
  return deadLetter.paths;
}

/** A row that is settled before it is sent. */
const settled = (row: CheckedRow): readonly Settled[] =>
  row instanceof SlabRow || row.item ? [] : [{ ...row.entry, outcome: row.outcome }];

/** True if a rejects file may have this name. */
function isRejectsName(name: string): boolean {
  const [, entity] = /^([a-z]+)(?:-\d+)?\.[a-z]+$/.exec(name) ?? [];
  return entityNames.some((each) => each === entity);
}

/**
 * Makes a folder ready for rejects files: it is created with mode 0700 if it is not there, and rejects files of an earlier
 * validation in it are removed.
 * @throws RunError `USAGE.INVALID` if a source is in the folder, or another file has the name of a rejects file
 */
export async function clearRejectsFolder(folder: string, { steps }: Plan, files: Files): Promise<void> {
  const refusal = (why: string): RunError =>
    usageError(`--rejects ${folder}: ${why}`, { hint: 'name a new or empty folder' });
  const source = steps.flatMap((step) => step.files).find(({ path }) => dirname(resolve(path)) === folder);
  if (source) throw refusal(`a source of the pipeline is in this folder: ${source.path}`);
  const names = await files
    .mkdir(folder, { recursive: true, mode: 0o700 })
    .then(() => files.readdir(folder))
    .catch((error: Error) => {
      throw refusal(error.message);
    });
  const earlier = names.filter(isRejectsName);
  for (const name of earlier)
    if (!(await isRejects(join(folder, name), files))) throw refusal(`${name} in it is no rejects file`);
  for (const name of earlier) await files.rm(join(folder, name), { force: true });
}

async function isRejects(path: string, files: Files): Promise<boolean> {
  try {
    return await isRejectFile(await formatOf(path, undefined).open(path, 0, { files }));
  } catch {
    return false;
  }
}
