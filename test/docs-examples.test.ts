import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { repository } from './cli-process.ts';

const timeless = (said: string): string =>
  said
    .replaceAll(/\d+\.\d s/g, 'T s')
    .replaceAll(/(?<=--confirm )[0-9a-f]{8}/g, 'ID')
    .replace(/against \S+ at \S+/, 'against HOST at TIME')
    .trimEnd();

test.each(['docs/rejects.md', 'docs/undo.md', 'docs/verify.md'])(
  '%s: its files, its commands and what they print',
  async (path) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
    const page = await readFile(join(repository, path), 'utf8');
    const chatferry = `"${process.execPath}" "${join(repository, 'src/cli.ts')}"`;
    let printed = '';
    // Ids are others every time: that of the page stands for the last one that was printed.
    let id = '';
    let shown = 0;
    for (const [, language, name, body = ''] of page.matchAll(/^```(\w+) ?(\S*)\n([\s\S]*?)^```/gm)) {
      if (name) await writeFile(join(folder.path, name), body);
      else if (language === 'text') {
        expect(timeless(printed)).toBe(timeless(body));
        shown++;
      } else
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
    expect(shown).toBe(2);
  },
);
