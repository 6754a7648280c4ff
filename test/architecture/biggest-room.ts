import type { SourceFile } from './import-graph.ts';

/** The largest share of all lines that lie in one folder of the root. */
const ROOM_SHARE_MAX = 0.2;

/** The share of all lines of each folder of the root that has more than `max` of them, as a text each. */
export function tooBigRooms(files: readonly SourceFile[], max = ROOM_SHARE_MAX): readonly string[] {
  const all = files.reduce((sum, { lines }) => sum + lines, 0);
  const byRoom = Map.groupBy(files, ({ path }) => path.slice(0, path.indexOf('/') + 1));
  return [...byRoom].flatMap(([room, own]) => {
    const share = own.reduce((sum, { lines }) => sum + lines, 0) / all;
    return room === '' || share <= max ? [] : [`${room} has ${(100 * share).toFixed(1)} % of the lines`];
  });
}
