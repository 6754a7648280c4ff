import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bench, chatferry } from '../bench.ts';
import { firebaseExport } from '../exports/firebase.ts';
import { mongodbExport } from '../exports/mongodb.ts';
import { sendbirdExport } from '../exports/sendbird.ts';
import { slackExport } from '../exports/slack.ts';
import { streamExport } from '../exports/stream.ts';
import { telegramExport } from '../exports/telegram.ts';
import { twilioExport } from '../exports/twilio.ts';
import { type Line, memoryLine } from '../table.ts';

type Written = { readonly out: string; readonly messages: number };

/** Exports of other systems, each with its pipeline. */
const EXPORTS: readonly (readonly [name: string, write: (options: Written) => Promise<string>])[] = [
  ['Slack', slackExport],
  ['Sendbird', sendbirdExport],
  ['Stream', streamExport],
  ['Telegram', telegramExport],
  ['Firestore', firebaseExport],
  ['MongoDB, JSON', (options) => mongodbExport({ ...options, form: 'json' })],
  ['MongoDB, BSON', (options) => mongodbExport({ ...options, form: 'bson' })],
  ['Twilio, pages of 100', twilioExport],
];

/** Peak memory and pace of a dry run over exports of other systems, which are read and written as tables first. */
export async function* exportFigures(bench: Bench): AsyncGenerator<readonly Line[]> {
  const messages = bench.rows.checked;
  for (const [name, write] of EXPORTS) {
    const folder = join(bench.folder, 'export-of-others');
    await mkdir(folder);
    process.stderr.write(`writing ${messages} messages of ${name}\n`);
    const pipeline = await write({ out: folder, messages });
    const sample = await chatferry(bench, { folder, pipeline, format: 'ndjson' }, ['validate', pipeline]);
    const pace = messages / sample.seconds;
    yield [
      memoryLine(`validate, an export of ${name}`, sample),
      { figure: `messages of ${name}`, value: pace, unit: 'rows/s', own: sample },
    ];
    await rm(folder, { recursive: true });
  }
}
