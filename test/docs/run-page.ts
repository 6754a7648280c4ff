import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { cliIn } from '../support/cli-here.ts';
import type { EndedHere } from '../support/main-here.ts';
import { program, repository } from '../support/repository.ts';

/** The id of a run; and a moment as `runs` and `diff` show it. */
const RUN = /\d{8}T\d{6}Z-[0-9a-f]{4}/g;
/** What a shell reads otherwise than as a word. */
const SHELL = /["'|<>&;$`*?\\~{(]| {2}/;
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

/** Does a line that somebody types: in this process if it is nothing but a command of the program, without a shell and without code beside it. */
async function done(
  folder: string,
  typed: string,
): Promise<Omit<EndedHere, 'code'> & { code: number | null }> {
  const [name, ...args] = typed.split(' ');
  const hasCode = readdirSync(folder).some((file) => /\.[cm]?[jt]s$/.test(file));
  if (name === 'chatferry' && !SHELL.test(typed) && !hasCode) return cliIn(folder, args);
  const chatferry = `"${process.execPath}" "${program}"`;
  const child = spawn('sh', ['-c', typed.replace(/^chatferry/, chatferry)], { cwd: folder });
  const closed = once(child, 'close');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await closed) as [number | null];
  return { code, out, err };
}

/** With this variable a test writes the screens that differ into their pages; look at the change before it is committed. */
const isRecording = process.env['CHATFERRY_RECORD_SCREENS'] === '1';

/** A screen with the ids of every page, so that a recording changes no others. */
const withPageIds = (said: string): string =>
  said.replaceAll(/(?<=--confirm )[0-9a-f]{8}/g, '1a2b3c4d').replaceAll(RUN, '20260102T030405Z-3f9a');

/**
 * Does what a page says, in its order: writes its named files, types its commands, and compares what they print with the
 * screens that it shows.
 * @returns the number of screens
 */
export async function runPage(path: string): Promise<number> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const page = await readFile(join(repository, path), 'utf8');
  let recorded = page;
  let printed = '';
  // Ids are others every time: that of the page stands for the last one that was printed.
  let id = '';
  let shown = 0;
  for (const [, language, name, body = ''] of page.matchAll(/^```(\w+) ?(\S*)\n([\s\S]*?)^```/gm)) {
    if (name) {
      await mkdir(dirname(join(folder.path, name)), { recursive: true });
      await writeFile(join(folder.path, name), body);
    } else if (language === 'text') {
      if (!isRecording) expect(timeless(printed)).toBe(timeless(body));
      else if (timeless(printed) !== timeless(body))
        recorded = recorded.replace(body, () => `${withPageIds(printed).trimEnd()}\n`);
      shown++;
    } else if (language === 'sh')
      for (const line of body.trim().split('\n')) {
        const [, command = '', exit = '0'] = /^(.*?)(?:\s+# exit (\d+))?$/.exec(line) ?? [];
        const typed = command.replace('1a2b3c4d', id);
        const { code, out, err } = await done(folder.path, typed);
        expect([command, code], err).toEqual([command, Number(exit)]);
        printed = out;
        id = /--confirm ([0-9a-f]{8})/.exec(out)?.[1] ?? id;
      }
  }
  if (recorded !== page) await writeFile(join(repository, path), recorded);
  return shown;
}
