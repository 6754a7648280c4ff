import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLinks } from '../../src/features/live/lane/links/open-links.ts';
import { fileState } from '../../src/files/state/file-state.ts';
import { realSystem } from '../../src/system/system.ts';

/** Measures what a process needs that knows what both sides hold of many messages. node bench/live/links.ts [MESSAGES] */
const [count = 1_000_000] = process.argv.slice(2).map(Number);
const GROUPS = 1_000;
const SYNCED_EACH = 1_000;
const ASKED = 20_000;

await using made = await mkdtempDisposable(join(tmpdir(), 'links-'));
const { files } = realSystem;
const open = () => openLinks(fileState(made.path, files), join(made.path, 'links.sqlite'), files);
const mb = (): string => `${Math.round(process.memoryUsage().rss / 1e6)} MB`;
const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`;
const before = mb();
let begun = performance.now();
{
  await using links = await open();
  for (let at = 0; at < count; at++) {
    const key = `message-${at}`;
    const digest = key.padEnd(16, 'x').slice(-16);
    const version = 1_780_000_000_000_000 + at;
    links.noteId('old', key, String(at));
    links.note('messages', key, 'old', { version, digest });
    links.note('messages', key, 'new', { version: 0, digest, isOurs: true });
    const place = { key, at: Math.floor(version / 1_000), order: at };
    links.noteSent('new', `g${at % GROUPS}`, { ...place, sentAt: 1_780_000_000, isExact: true });
    if (at % SYNCED_EACH === 0) await links.sync();
  }
  console.log(`${count} messages noted in ${seconds(begun)}: ${before} before, ${mb()} with them`);
}
begun = performance.now();
await using links = await open();
console.log(`opened again in ${seconds(begun)}: ${mb()}`);
begun = performance.now();
for (let at = 0; at < ASKED; at++)
  links.find('messages', `message-${Math.floor(Math.random() * count)}`, 'old');
console.log(`${ASKED} of them, by chance, found in ${seconds(begun)}: ${mb()}`);
