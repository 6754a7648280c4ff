import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Fields = Readonly<Record<string, unknown>>;

const BASE = 1_700_000_000;
const two = (index: number): string => String(index).padStart(2, '0');
const numbered = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Users with every field that the import carries; the last four have few references. */
const users: readonly Fields[] = numbered(24, (index) => ({
  uid: `u-${two(index)}`,
  name: `User ${index} "Ö" 🙂`,
  avatar: `https://files.example.com/${index}.png`,
  ...(index % 2 ? { link: `https://people.example.com/${index}` } : {}),
  metadata: { team: index % 3, nested: { b: [1, { c: null }], a: 'x' }, big: 12.5 },
  tags: ['b', 'a', `t${index}`],
  createdAt: BASE - 9_000_000 + index,
  lastActiveAt: BASE + 500 + index,
  // Of a right that a row does not say in words, the service may have any value.
  role: 'default',
  deactivatedAt: index === 20 ? BASE + 600 : 'never',
}));

const groups: readonly Fields[] = numbered(10, (index) => ({
  guid: `g-${index}`,
  name: `Group ${index}`,
  type: index === 9 ? 'password' : 'public',
  ...(index === 9 ? { password: 'open sesame' } : {}),
  icon: `https://files.example.com/g${index}.png`,
  ...(index % 2 ? { owner: 'u-00' } : {}),
  metadata: { floor: index },
  tags: [`floor-${index}`],
  createdAt: BASE - 8_000_000 + index,
}));

/** The last group has no members, so that it can be removed without removing any. */
const members: readonly Fields[] = numbered(9, (group) =>
  numbered(6, (place) => ({
    guid: `g-${group}`,
    uid: `u-${two(place)}`,
    scope: place === 0 ? 'admin' : place === 1 ? 'moderator' : 'participant',
    joinedAt: BASE - 7_000_000 + place,
    isBanned: place === 5,
  })),
).flat();

function message(index: number): Fields {
  const toGroup = index % 4 !== 3;
  const kind = index % 8;
  return {
    muid: `m-${two(index)}`,
    sender: `u-${two(index % 5)}`,
    receiver: toGroup ? `g-${index % 3}` : `u-${two((index % 5) + 1)}`,
    receiverType: toGroup ? 'group' : 'user',
    // Twelve in a second: several of each conversation.
    sentAt: BASE + Math.floor(index / 12),
    ...(kind === 1
      ? { category: 'custom', type: 'place', data: { customData: { lat: 1.5 }, place: 'Kiel' } }
      : {}),
    ...(kind === 2
      ? {
          type: 'image',
          attachments: [
            {
              url: `https://files.example.com/${index}.jpg`,
              name: 'a.jpg',
              mimeType: 'image/jpeg',
              extension: 'jpg',
              size: '1200',
            },
          ],
        }
      : {}),
    ...(kind === 1 || kind === 2 ? {} : { text: `number ${index} for <@uid:u-01>\nsecond line` }),
    ...(kind === 4 ? { metadata: { colour: 'red', list: [1, 2] } } : {}),
    ...(kind === 5 ? { tags: ['urgent', 'later'] } : {}),
    deliveredAt: BASE + 100 + index,
    ...(kind > 3 ? { readAt: BASE + 200 + index } : {}),
  };
}

const messages: readonly Fields[] = numbered(96, message);

/** Writes an export in which every field that the import carries has a value somewhere, and its pipeline. */
export function writeExport(folder: string, target = 'sandbox', more = ''): string {
  const lines = (rows: readonly Fields[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const all = { users, groups, members, messages };
  for (const [name, rows] of Object.entries(all)) writeFileSync(join(folder, `${name}.ndjson`), lines(rows));
  // Named in the map, a field of objects is empty where a row does not have it.
  const maps: Readonly<Record<string, string>> = { users: ', map: { link: link }' };
  const sources = Object.keys(all).map((name) => `  ${name}: { path: ${name}.ndjson${maps[name] ?? ''} }\n`);
  const path = join(folder, 'pipeline.yaml');
  writeFileSync(path, `version: 1\nname: planted\ntarget: ${target}\nsources:\n${sources.join('')}${more}`);
  return path;
}
