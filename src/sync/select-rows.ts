import type { Source } from '../source.ts';
import type { Changes } from './changes.ts';

/** The sources of a step that give only the rows which a comparison has selected; to be read once, from the beginning. */
export function selectRows(sources: readonly Source[], { selected, files, records }: Changes): Source[] {
  return sources.map((source, file) => {
    const { first = 0, strays = 0 } = files[file] ?? {};
    const end = files[file + 1]?.first ?? records;
    const isIdle = strays === 0 && !anyBetween(first, end, (ordinal) => selected.has(ordinal));
    return {
      ...source,
      async *read(from, signal) {
        if (isIdle) return;
        let next = first;
        let offered = -1;
        yield* source.read(from, signal, {
          known() {
            const ordinal = next++;
            if (!selected.has(ordinal)) return true;
            offered = ordinal;
            return false;
          },
          take(row) {
            const ordinal = offered;
            offered = -1;
            return ordinal < 0 ? row : { ...row, ordinal };
          },
        });
      },
    };
  });
}

function anyBetween(first: number, end: number, holds: (number: number) => boolean): boolean {
  for (let number = first; number < end; number++) if (holds(number)) return true;
  return false;
}
