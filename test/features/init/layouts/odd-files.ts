import { pick, type Random } from '../../../support/random.ts';
import type { Choices } from './sheets.ts';
import { bytesOf, type Cell } from './writing.ts';

/** Puts between the files of a layout what stands beside real dumps: notes, settings, files without rows, other lists. */
export function oddFiles(
  random: Random,
  files: Map<string, Uint8Array>,
  { language, form, namer }: Choices,
): void {
  const base = [...files.keys()].every((path) => path.startsWith('dump/')) ? 'dump/' : '';
  const write = (path: string, text: string): void => void files.set(`${base}${path}`, Buffer.from(text));
  if (random() < 0.3)
    write(
      pick(random, ['readme.txt', 'README.md']),
      'Dump of the old system.\nAsk Bob, room 12, about it.\n',
    );
  if (random() < 0.2)
    write('config.json', '{"version": 3, "host": "chat.example", "features": ["search", "files"]}\n');
  if (random() < 0.15) write('empty.csv', pick(random, ['', 'id;name\n']));
  if (random() < 0.15) write('stats.csv', 'day,count\n2024-02-01,12\n2024-02-02,15\n2024-02-03,9\n');
  if (random() < 0.1) write('checksums.md5', 'd41d8cd98f00b204e9800998ecf8427e  users\n');
  if (random() < 0.2) {
    const taken = new Set<string>();
    const columns = [namer.column('user.department', taken), namer.column('room.name', taken)];
    const rows = language.rooms
      .split(', ')
      .slice(0, 4)
      .map((name, at): Cell[] => [at + 1, `${name} ${at + 1}`]);
    const ending = form.kind === 'csv' ? 'csv' : form.kind;
    files.set(`${base}${namer.table('table.departments')}.${ending}`, bytesOf({ columns, rows }, form));
  }
}
