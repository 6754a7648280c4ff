import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { program, repository } from '../support/repository.ts';

/** The id of a run; and a moment as `runs` and `diff` show it. */
const RUN = /\d{8}T\d{6}Z-[0-9a-f]{4}/g;
const MOMENT = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::[\d.]+Z)?/g;

const timeless = (said: string): string =>
  // Where runs are listed, the width of a column depends on how long they took.
  (said.search(RUN) >= 0 ? said.replaceAll(/ +/g, ' ') : said)
    .replaceAll(RUN, 'RUN')
    .replaceAll(MOMENT, 'MOMENT')
    .replaceAll(/(?:\d+ m )?\d+(?:\.\d)? s\b/g, 'T s')
    .replaceAll(/(?<=--confirm )[0-9a-f]{8}/g, 'ID')
    .replace(/against \S+ at \S+/, 'against HOST at TIME')
    .trimEnd();

/**
 * Does what a page says, in its order: writes its named files, types its commands, and compares what they print with the
 * screens that it shows.
 * @returns the number of screens
 */
export async function runPage(path: string): Promise<number> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const page = await readFile(join(repository, path), 'utf8');
  const chatferry = `"${process.execPath}" "${program}"`;
  let printed = '';
  // Ids are others every time: that of the page stands for the last one that was printed.
  let id = '';
  let shown = 0;
  for (const [, language, name, body = ''] of page.matchAll(/^```(\w+) ?(\S*)\n([\s\S]*?)^```/gm)) {
    if (name) {
      await mkdir(dirname(join(folder.path, name)), { recursive: true });
      await writeFile(join(folder.path, name), body);
    } else if (language === 'text') {
      expect(timeless(printed)).toBe(timeless(body));
      shown++;
    } else if (language === 'sh')
      for (const line of body.trim().split('\n')) {
        const [, command = '', exit = '0'] = /^(.*?)(?:\s+# exit (\d+))?$/.exec(line) ?? [];
        const typed = command.replace(/^chatferry/, chatferry).replace('1a2b3c4d', id);
        const child = spawn('sh', ['-c', typed], { cwd: folder.path });
        const closed = once(child, 'close');
        const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
        expect([command, (await closed)[0]], err).toEqual([command, Number(exit)]);
        printed = out;
        id = /--confirm ([0-9a-f]{8})/.exec(out)?.[1] ?? id;
      }
  }
  return shown;
}
