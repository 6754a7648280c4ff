import { expect, test } from 'vitest';
import { sourceServer } from '../pipeline/files/source-server.ts';
import { copiedHere } from './copied-here.ts';
import { slackFolder, telegramFolder, whatsappZip } from './exports-with-files.ts';
import { folderStore } from './stores-here.ts';

test.each([
  ['Telegram', telegramFolder],
  ['WhatsApp', whatsappZip],
  ['Slack', slackFolder],
] as const)(
  'messages of an export of %s that were sent before files were copied are accepted in each night',
  async (_, made) => {
    await using source = await sourceServer();
    const options = made(source);
    const more = { sync: {} };
    await using at = await copiedHere(folderStore, { ...options, source, more });
    // The first night is one without the part that copies.
    at.here.rest(`${options.sources}\nretention: { messagesOlderThanDays: 36500 }\nsync: {}`);
    expect((await at.run()).exitCode).toBe(0);
    at.allow(source.host);
    for (let night = 2; night <= 3; night++) {
      const { exitCode, result } = await at.run();
      expect([exitCode, result.problems]).toEqual([0, []]);
      expect(result.fileCopies).toMatchObject({ copied: 0, known: 0, balanced: true });
    }
  },
);
