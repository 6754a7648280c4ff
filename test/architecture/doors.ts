import { DOORS_ABOVE } from './doors-above.ts';
import { DOORS_BELOW } from './doors-below.ts';
import type { SourceFile } from './import-graph.ts';

/** Files of one room that other rooms import, and how many there may be. */
type RoomDoors = {
  /** Goes down with the list, never up. */
  readonly max: number;
  /** By path from `src/`, sorted; every other file of the room is private to it. */
  readonly files: readonly string[];
};

/** By room: a folder of `src/`, each folder of `src/features/`, and the shards there. */
export type Doors = Readonly<Record<string, RoomDoors>>;

/** The doors of `src/`, in the order of its floors. */
export const DOORS: Doors = { ...DOORS_ABOVE, ...DOORS_BELOW };

/** Imports past the doors of a room, doors that nobody uses, and rooms with too many of them, a line each. */
export function doorViolations(files: readonly SourceFile[], doors: Doors): readonly string[] {
  const used = usedDoors(files);
  const listed = new Set(Object.values(doors).flatMap((room) => room.files));
  return [
    ...[...used]
      .filter(([path]) => !listed.has(path))
      .map(([path, importer]) => `${importer} imports ${path}, which is private to ${roomOf(path)}/`),
    ...Object.entries(doors).flatMap(([room, { max, files: own }]) => [
      ...own
        .filter((path) => roomOf(path) !== room)
        .map((path) => `${path} is listed as a door of ${room}/, where it does not lie`),
      ...own
        .filter((path) => !used.has(path))
        .map((path) => `${path} is listed as a door, but no other room imports it`),
      ...(own.length > max ? [`${room}/ has ${own.length} doors, at most ${max}`] : []),
      ...(own.length < max ? [`${room}/ has ${own.length} doors: lower its maximum of ${max}`] : []),
      ...(own.some((path, at) => at > 0 && path <= (own[at - 1] ?? ''))
        ? [`the doors of ${room}/ are not sorted, or one stands twice`]
        : []),
    ]),
  ];
}

/** Every file that another room imports, types included, with the first that does. */
function usedDoors(files: readonly SourceFile[]): ReadonlyMap<string, string> {
  const used = new Map<string, string>();
  for (const { path, imports } of files)
    for (const { to } of imports) {
      const room = roomOf(to);
      if (room !== '' && room !== roomOf(path) && !used.has(to)) used.set(to, path);
    }
  return used;
}

/** The room of a file; empty for the entries, which lie in none. */
const roomOf = (path: string): string =>
  /^(?:features\/(?:fleet\/shards|[\w-]+)|[\w-]+)(?=\/)/.exec(path)?.[0] ?? '';
