import { expect, test } from 'vitest';
import { slackExport } from '../features/exports/small-exports.ts';
import { serviceHere } from '../support/service-here.ts';
import { ANN, document, GENERAL, message } from './discord/files-of-discord.ts';
import { summaryOf } from './expected.ts';

/** Mentions of somebody who will not be in the service are counted, whatever the references are. */

const slack = slackExport([
  { n: 0, text: 'hello <@UGHOST2> and <@UBEN>, <@UGHOST2>' },
  { n: 1, text: '<@UGHOST3|ghosty>, <@UNEW>' },
  // Whoever has written something becomes a user, listed or not.
  { n: 2, text: 'x', by: 'new' },
]);
const discord = {
  'general.json': document(GENERAL, [message(1, ANN, 'hi <@11> and <@987654321098765432>')]),
};

test.each([
  ['slack', slack, 'mentions of people who are not imported as users: 3 (UGHOST2, UGHOST3)', ''],
  [
    'slack',
    slack,
    'mentions of people who are not imported as users: 3 (UGHOST2, UGHOST3)',
    'references: open',
  ],
  ['slack', slack, undefined, 'policies: { markup: raw }'],
  // This reader writes the word that the text has.
  ['discord', discord, undefined, ''],
] as const)('%s: %#', async (system, files, note, rest) => {
  await using here = await serviceHere({
    files: Object.fromEntries(Object.entries(files).map(([name, text]) => [`export/${name}`, text])),
    rest: `  export: { system: ${system}, path: export }\n${rest}`,
  });
  const { notes } = (await summaryOf(here)).summary;
  expect(notes.filter((text) => text.startsWith('mentions '))).toEqual(note === undefined ? [] : [note]);
});
