import { basename, resolve } from 'node:path';
import type { WrittenPlace } from '../../input/rows/place.ts';
import { constantsOf } from '../open/mapping-context.ts';
import type { Opening } from '../open/opening.ts';

/** A file of a finished run that a row of a rejects file is from. */
export type KnownFile = {
  /** The file itself, or the archive that it is in; the output of a command is kept no longer. */
  readonly input: string;
  /** Its path relative to the folder of the pipeline file, as `_file` has it. */
  readonly file: string;
  /** The short name. */
  readonly name: string;
  /** The pseudo columns that are the same in all of its rows. */
  readonly constants: Readonly<Record<string, string>>;
};

/** Finds a file by what `_file` says; undefined if no source has it. */
export type KnownFiles = (place: WrittenPlace) => KnownFile | undefined;

/** Between an archive and a file in it. */
const INSIDE = '!/';

/** Text of `_file` for a source that is no file. */
const SPOOLED = /^(?:command:|stdin$)/;

/**
 * The input files of a finished run. `_file` is a path relative to the pipeline file, also of a file in an archive
 * (`export.zip!/general/1.json`), or `command:psql` or `stdin`; earlier versions wrote the short name and no `_row`.
 * @param names the short names of the inputs, by path
 */
export function knownFiles(names: ReadonlyMap<string, string>, opening: Opening): KnownFiles {
  const { folder } = opening.pipeline;
  const known = new Map<string, KnownFile | undefined>();
  const paths = [...names.keys()];
  const pathOf = (path: string): string => constantsOf(path, opening)['$path'] as string;
  const byPath = (file: string): string | undefined => paths.find((path) => pathOf(path) === file);
  const byName = (file: string): string | undefined =>
    paths.find((path) => names.get(path) === file) ?? paths.find((path) => path.endsWith(`/${file}`));
  const inputOf = (file: string, isEarlier: boolean): string | undefined =>
    isEarlier ? (byName(file) ?? byPath(file)) : (byPath(file) ?? byName(file));
  const knownAs = (input: string, path: string, name: string): KnownFile => {
    const constants = constantsOf(path, opening);
    return { input, file: constants['$path'] as string, name, constants };
  };
  const find = (file: string, isEarlier: boolean): KnownFile | undefined => {
    const [archive = '', ...members] = file.split(INSIDE);
    const input = inputOf(archive, isEarlier);
    if (input !== undefined && members.length > 0)
      return knownAs(input, [input, ...members].join(INSIDE), basename(file));
    if (input !== undefined) return knownAs(input, input, names.get(input) as string);
    const spool = SPOOLED.test(file) ? paths.find((path) => pathOf(path).startsWith(`${file}/`)) : undefined;
    return spool === undefined ? undefined : knownAs(spool, resolve(folder, file), file);
  };
  return ({ file, row }) => {
    const isEarlier = row === 0;
    const id = `${isEarlier} ${file}`;
    if (!known.has(id)) known.set(id, find(file, isEarlier));
    return known.get(id);
  };
}
