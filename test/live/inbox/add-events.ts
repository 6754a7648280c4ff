import { writeSync } from 'node:fs';
import { openInboxWriter } from '../../../src/features/live/inbox/open-inbox-writer.ts';
import { realSystem } from '../../../src/system/system.ts';
import { eventOfText } from './inbox-here.ts';

/** A process that adds events until it is killed, and writes the number of each that is acknowledged: folder, first number. */
const [folder = '', first = '0'] = process.argv.slice(2);
const writer = await openInboxWriter({ folder, keepMs: 1_000 }, realSystem);
let next = Number(first);
const add = async (): Promise<void> => {
  for (;;) {
    const number = next++;
    await writer.add([
      eventOfText(`${number} ${'x'.repeat(number % 3_000)}`, number % 5 === 0 ? 'new' : 'old'),
    ]);
    writeSync(1, `${number}\n`);
  }
};
await Promise.all(Array.from({ length: 8 }, add));
