import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { slackToMarkdown } from '../../../src/input/rows/markup/slack.ts';
import { fixtures } from '../expected.ts';
import { general, type Shown, shown, slackHere } from './slack-here.ts';

type Row = Readonly<Record<string, unknown>>;

async function one(row: Row, options: Parameters<typeof slackHere>[1] = {}, files: Row = {}) {
  const base = { ts: '1751328000.000100', user: 'U1', text: '' };
  await using here = await slackHere({ ...files, ...general({ ...base, ...row }) }, options);
  const { result } = await here.json('run', '--yes');
  const found: Row[] = [];
  for await (const { data } of here.service.messages.list()) found.push(data as Row);
  const [{ text, source }] = (await shown(here)) as [Shown];
  return { text, source, attachments: found[0]?.['attachments'], kinds: result.export?.kinds ?? {} };
}

const file = (more: Row): Row => ({
  id: 'F1',
  name: 'photo 1.png',
  mimetype: 'image/png',
  size: 7,
  mode: 'hosted',
  url_private: 'https://files.slack.com/files-pri/T1-F1/photo_1.png?t=xoxe-1-2-secret',
  ...more,
});

describe('files', () => {
  test('a file of Slack needs a login: a link in the text, without the token of the export', async () => {
    const { text, kinds } = await one({ text: 'see', files: [file({})] });
    expect(text).toBe('see\n[photo 1.png](https://files.slack.com/files-pri/T1-F1/photo_1.png)');
    expect(kinds.attachments).toMatchObject({ read: 1, converted: 1 });
  });

  test.each([
    ['__uploads/F1/photo 1.png', 'https://cdn.example.com/slack/__uploads/F1/photo%201.png'],
    [
      'general/attachments/F1-photo 1.png',
      'https://cdn.example.com/slack/general/attachments/F1-photo%201.png',
    ],
  ])('a file that slackdump has put into the export is found: %s', async (path, url) => {
    const options = ', filesBase: "https://cdn.example.com/slack"';
    const { attachments } = await one({ files: [file({})] }, { options }, { [path]: 'bytes' });
    expect(attachments).toMatchObject([{ url, name: 'photo 1.png', mimeType: 'image/png' }]);
  });

  test.each([
    ['tombstone', 'deleted'],
    ['hidden_by_limit', 'hiddenByLimit'],
  ])('a file of mode %s is gone, and counted by that name', async (mode, reason) => {
    const { text, kinds } = await one({ text: 'see', files: [{ id: 'F1', mode }] });
    expect(text).toBe('see');
    expect(kinds.attachments).toMatchObject({ read: 1, dropped: { [reason]: 1 } });
  });

  test('the only file of an old export is one as well', async () => {
    const { text } = await one({
      subtype: 'file_share',
      text: 'shared',
      file: file({ url_private: 'https://x.test/a' }),
    });
    expect(text).toBe('shared\n[photo 1.png](https://x.test/a)');
  });
});

const section = (...elements: readonly Row[]): Row => ({
  blocks: [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }],
});

describe('a message without a text has that of', () => {
  test.each<[string, Row, string]>([
    [
      'what a program attached',
      {
        attachments: [
          {
            pretext: '1 new *commit*',
            title: 'fix',
            title_link: 'https://x.test/1',
            text: 'by <@U2>',
            fields: [{ title: 'Branch', value: 'main' }],
          },
        ],
      },
      '1 new **commit**\n[fix](https://x.test/1)\nby <@uid:u2-325a90f389d8>\nBranch: main',
    ],
    ['the fallback of an attachment', { attachments: [{ fallback: 'Build 7 failed' }] }, 'Build 7 failed'],
    [
      'a picture',
      { attachments: [{ title: 'hi', image_url: 'https://x.test/a.gif' }] },
      '[hi](https://x.test/a.gif)',
    ],
    [
      'its blocks',
      section(
        { type: 'text', text: 'a < b', style: { bold: true } },
        { type: 'text', text: ' & ' },
        { type: 'link', url: 'https://x.test', text: 'x' },
        { type: 'emoji', name: 'wave' },
      ),
      '**a < b** & [x](https://x.test):wave:',
    ],
    [
      'a list',
      {
        blocks: [
          {
            type: 'rich_text',
            elements: [
              {
                type: 'rich_text_list',
                elements: [
                  { type: 'rich_text_section', elements: [{ type: 'text', text: 'one' }] },
                  { type: 'rich_text_section', elements: [{ type: 'text', text: 'two' }] },
                ],
              },
            ],
          },
        ],
      },
      '- one\n- two',
    ],
    [
      'a section',
      {
        blocks: [
          { type: 'header', text: { type: 'plain_text', text: 'Title' } },
          { type: 'section', fields: [{ type: 'mrkdwn', text: '*F*' }] },
        ],
      },
      'Title\n**F**',
    ],
    [
      'blocks, whose text says that there is none',
      { text: "This content can't be displayed.", ...section({ type: 'text', text: 'shown' }) },
      'shown',
    ],
    [
      'that text, without blocks',
      { text: "This content can't be displayed." },
      "This content can't be displayed.",
    ],
    ['a text with blocks', { text: 'plain', ...section({ type: 'text', text: 'shown' }) }, 'plain'],
  ])('%s', async (_what, row, text) => {
    expect((await one(row)).text).toBe(text);
  });
});

test('the preview of a link is left out, a forwarded message is quoted, what a program adds stays', async () => {
  const texts = await Promise.all(
    [
      { from_url: 'https://x.test', title: 'X', text: 'preview' },
      {
        is_share: true,
        is_msg_unfurl: true,
        from_url: 'https://w.slack.com/p1',
        author_name: 'Bo',
        text: 'the\nplan',
      },
      { color: 'danger', text: 'details' },
    ].map(async (attachment) => (await one({ text: 'see', attachments: [attachment] })).text),
  );
  expect(texts).toEqual(['see', 'see\n> Bo:\n> the\n> plan', 'see\ndetails']);
});

test('pins: of the message, and of the list of its channel, with who pinned it', async () => {
  const pinned_to = ['C1'];
  const info = { C1: { channel: 'C1', pinned_by: 'U2', pinned_ts: 1751328100 } };
  const own = await one({ text: 'x', pinned_to, pinned_info: info });
  const pins = [
    { id: '1751328000.000100', type: 'C', created: 1751328100, user: 'U2' },
    { id: 'F1', type: 'F', user: 'U2' },
  ];
  const channels = [{ id: 'C1', name: 'general', created: 1, creator: 'U1', members: ['U1', 'U2'], pins }];
  const listed = await one({ text: 'x' }, {}, { 'channels.json': channels });
  expect(own.source['pinned']).toMatchObject({ at: 1751328100 });
  expect(listed.source['pinned']).toEqual(own.source['pinned']);
});

describe('the pairs of Zulip, as far as our Markdown is theirs', () => {
  type Pair = { readonly name: string; readonly input: string; readonly conversion_output: string };
  const path = join(fixtures, 'slack/zulip-slack_message_conversion.json');
  const pairs = (JSON.parse(readFileSync(path, 'utf8')) as { regular_tests: readonly Pair[] }).regular_tests;

  /** Where the service reads Markdown in another way than Zulip, or a label says more than an address. */
  const OURS: Readonly<Record<string, string>> = {
    slack_link_with_pipe: '>Google logo today:\n>[foo](https://foo.com)\n>Kinda boring',
    mailto_format1: 'email me at random@gmail.com',
    mailto_format2: 'email me at random@gmail.com',
    // No Markdown ends such a run after a blank.
    valid_strikethrough_test: '(~~str ike!~~, text. ~Also ~)',
    valid_bold_test: '(**text**} and normal :* bold*.',
    // Markdown reads _ as Slack does.
    valid_italic_test: 'ital ^_lic_, _wo r@d_.',
    valid_bold_and_italic_conversion_1: '**_test bold and italic message_**',
    valid_bold_and_italic_conversion_2: '_**test bold and italic message**_',
    italic_and_strike_conversion: '_~~italic~~_ and ~~_strike_~~',
  };

  test.each(pairs)('$name', ({ name, input, conversion_output }) => {
    expect(slackToMarkdown(input, (id) => id)).toBe(OURS[name] ?? conversion_output);
  });

  test.each([
    ['<!subteam^S1|@crew>', '@crew'],
    ['<!subteam^S1>', '@subteam'],
    ['<!here> <!channel|channel>', '@here channel'],
    ['<!date^1392734382^{date} at {time}|18 Feb 2014 at 6:39>', '18 Feb 2014 at 6:39'],
    ['<#C1|general>', '#general'],
    ['<@U1|ann>', '<@uid:U1>'],
  ])('%s', (given, markdown) => {
    expect(slackToMarkdown(given, (id) => id)).toBe(markdown);
  });
});
