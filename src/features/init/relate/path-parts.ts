import { partsOfPath, type Table } from '../files/tables.ts';

/** Names that number or date the pieces of one export: they name no channel. */
const PIECE =
  /^(?:(?:part|chunk|page|messages?|msgs?|export|data|history|chat|log|archive)?s?[-_ .]*)?(?:\d+|\d{4}[-_.]?\d\d(?:[-_.]?\d\d)?|[a-z]?\d{1,4})$/i;
const NO_NAME = /^(?:|messages?|msgs?|chat|history|data|export|log|posts?)$/i;

/** The part of the path that names a channel: a pseudo column, or a template of two. */
export type PathPart = { readonly columns: readonly string[]; readonly evidence: string };

/** Which part of the paths of a table looks like the name of a channel; undefined if none does. */
export function channelInPath({ files }: Table): PathPart | undefined {
  const parts = files.map(({ path }) => partsOfPath(path));
  const dirs = new Set(parts.map(({ $dir }) => $dir));
  const names = new Set(parts.map(({ $file }) => $file));
  const piecesOnly = [...names].every((name) => PIECE.test(name) || NO_NAME.test(name));
  const said = (what: string, values: ReadonlySet<string>): string =>
    `${values.size} ${what}, such as ${[...values].slice(0, 2).join(', ')}`;
  if (dirs.size > 1 && (piecesOnly || names.size === 1))
    return { columns: ['$dir'], evidence: said('folders', dirs) };
  if (names.size > 1 && !piecesOnly)
    return names.size === files.length || dirs.size === 1
      ? { columns: ['$file'], evidence: said('files', names) }
      : { columns: ['$dir', '$file'], evidence: said('files in several folders', names) };
  return undefined;
}
