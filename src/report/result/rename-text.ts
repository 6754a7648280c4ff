import { basename } from 'node:path';
import type { ReferredName } from '../../input/entities/entity.ts';

/** A user or group that is new, and one that is missing, with the same values: they may be the same. */
export type Rename = {
  readonly entity: ReferredName;
  /** The id of the missing one: that of the service. */
  readonly missing: string;
  /** The id of the new one. */
  readonly new: string;
  /** The line of an `idMap` that makes them one. */
  readonly line: string;
};

/** Renames that are said; the JSON of a plan has all. */
const SAID_MAX = 5;

/** The text to be written if rows were renamed: a sentence, and the lines for the file of `idMap`. */
export type RenameAdvice = { readonly sentence: string; readonly lines: readonly string[] };

/** @param idMap the file of the pipeline's `idMap`; undefined if it has none */
export function renameAdvice(
  renames: readonly Rename[],
  idMap: string | undefined,
): RenameAdvice | undefined {
  const [first] = renames;
  if (!first) return undefined;
  const said = renames.slice(0, SAID_MAX);
  const more = renames.length - said.length;
  const who = said
    .map((each) => `${each.entity}: ${each.new} is new and ${each.missing} is missing`)
    .join('; ');
  const one = renames.length === 1 ? 'a line' : 'lines';
  const where =
    idMap === undefined
      ? 'declare idMap: ids.csv in the pipeline and write ids.csv:'
      : `${one} for ${basename(idMap)} (idMap):`;
  return {
    sentence: `${who}${more > 0 ? `; and ${more} more` : ''}, and everything else is equal. If they are the same, ${where}`,
    lines: [...(idMap === undefined ? ['entity,source,id'] : []), ...said.map(({ line }) => line)],
  };
}

/** The same in one line. */
export const renameText = ({ sentence, lines }: RenameAdvice): string => `${sentence} ${lines.join(' and ')}`;
