import type { ExportTally } from '../../tally.ts';
import { KIND, WORD } from './message-line.ts';

type Sorted = { readonly words: Uint32Array };

/** True if a record is a copy of a message, not something that stands beside it. */
export const isCopy = ({ words }: Sorted): boolean =>
  words[WORD.kind] === KIND.message || words[WORD.kind] === KIND.whole;

/**
 * The reactions and files beside the copy of a message that counts. In an export, or a file, that has another copy, they
 * may have been taken back since, and are counted as repeated; where there is no copy, they are those of all copies.
 */
export function besideOf<T extends Sorted>(
  records: readonly T[],
  winner: T | undefined,
  tally: ExportTally,
): { readonly reactions: readonly T[]; readonly files: readonly T[] } {
  const isOfOther = besideOther(records.filter(isCopy), winner);
  const of = (kind: number): T[] => {
    const all = records.filter(({ words }) => words[WORD.kind] === kind);
    const own = all.filter((each) => !isOfOther(each));
    const counted = kind === KIND.file ? 'attachments' : 'reactions';
    tally.count(counted, { dropped: 'repeated' }, all.length - own.length);
    return own;
  };
  return { reactions: of(KIND.reaction), files: of(KIND.file) };
}

function besideOther(copies: readonly Sorted[], winner: Sorted | undefined): (beside: Sorted) => boolean {
  if (!winner || copies.length < 2) return () => false;
  const [root, file] = [rootOf(winner), fileOf(winner)];
  const roots = new Set(copies.map(rootOf));
  const files = new Set(copies.filter((copy) => rootOf(copy) === root).map(fileOf));
  return (beside) =>
    rootOf(beside) === root
      ? fileOf(beside) !== file && files.has(fileOf(beside))
      : roots.has(rootOf(beside));
}

const rootOf = ({ words }: Sorted): number => words[WORD.root] as number;
const fileOf = ({ words }: Sorted): number => words[WORD.file] as number;
