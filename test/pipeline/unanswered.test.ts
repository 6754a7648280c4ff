import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkDraft, parsePipeline } from '../../src/pipeline/pipeline.ts';
import { cliIn } from '../support/cli-here.ts';

const head = ['version: 1', 'name: a', 'target: sandbox', 'sources:'];
const text = (...lines: string[]): string => [...head, ...lines].join('\n');
const messages = (map: string, more = ''): string =>
  text(`  messages: { path: m.csv, map: { ${map} }${more} }`);

function errorOf(pipeline: string): { code: string; message: string; where?: { line?: number } } {
  try {
    parsePipeline(pipeline, '/data/p.yaml', {});
  } catch (error) {
    return error as ReturnType<typeof errorOf>;
  }
  return { code: 'none', message: '' };
}

describe('an open question', () => {
  test.each([
    ['a column', messages('receiver: "?"'), 'messages.map.receiver'],
    ['from', messages('receiver: { from: "?" }'), 'messages.map.receiver.from'],
    ['one of several', messages('text: { first: [a, "?"] }'), 'messages.map.text.first.1'],
    ['of a hash', messages('muid: { hash: ["?"] }'), 'messages.map.muid.hash.0'],
    ['other', messages('receiver: { other: "?", than: a }'), 'messages.map.receiver.other'],
    ['a file', messages('attachments: { url: "?" }'), 'messages.map.attachments.url'],
    ['the name of one', messages('attachments: { url: a, name: { from: "?" } }'), 'attachments.name.from'],
    ['a zone', messages('sentAt: { from: at, zone: "?" }'), 'messages.map.sentAt.zone'],
    ['a step', messages('text: { from: a, as: "?" }'), 'messages.map.text.as'],
    ['one step', messages('text: { from: a, as: [trim, "?"] }'), 'messages.map.text.as.1'],
    ['the order', messages('text: a', ', order: "?"'), 'messages.order'],
    ['a format', messages('text: a', ', format: "?"'), 'messages.format'],
    [
      'a join',
      messages('text: a', ', join: { p: { path: p.csv, on: { id: "?" } } }'),
      'messages.join.p.on.id',
    ],
    ['a list', messages('text: a', ', explode: "?"'), 'messages.explode'],
    [
      'a key of derived rows',
      text('  messages: { path: m.csv }', '  users: { from: messages, key: "?" }'),
      'users.key',
    ],
    [
      'a role',
      text('  members: { path: m.csv, map: { scope: { from: r, values: { 3: "?" } } } }'),
      'scope.values.3',
    ],
    [
      'a type',
      text('  groups: [{ path: g.csv, map: { type: { from: t, values: { G: "?" } } } }]'),
      'type.values.G',
    ],
    ['a zone of an export', text('  export: { system: auto, path: x, zone: "?" }'), 'export.zone'],
    [
      'a shape',
      text('  export: { system: sql, path: x, shape: { messages: { text: "?" } } }'),
      'shape.messages.text',
    ],
    ['a policy', text('  users: { path: u.csv }', 'policies: { deletions: "?" }'), 'policies.deletions'],
  ])('is %s', (_, pipeline, path) => {
    const { code, message } = errorOf(pipeline);
    expect([code, message]).toEqual(['CONFIG.UNANSWERED', expect.stringContaining(`${path} has no answer`)]);
    expect(() => checkDraft(pipeline, '/data/p.yaml')).not.toThrow();
  });

  test.each([
    messages('text: { const: "?" }'),
    messages('text: { from: a, default: "?" }'),
    messages('text: { from: a, values: { "?": "?" } }'),
    messages('text: { from: a, as: { split: "?" } }'),
    messages('text: { template: "?" }'),
    messages('text: a', ', where: { a: "?", b: ["?"], c: { not: "?" } }'),
    messages('text: a', ', delimiter: "?", quote: "\'", escape: "?", comment: "#"'),
    messages('text: a', ', nulls: ["?"]'),
    text(
      '  users: { from: messages, key: sender, map: { name: { const: "?" } } }',
      '  messages: { path: m.csv }',
    ),
  ])('is none where a text is expected: %#', (pipeline) => {
    expect(errorOf(pipeline).code).toBe('none');
  });

  test('what is wrong besides is said first', () => {
    expect(errorOf(messages('receiver: "?", sender: { form: a }'))).toMatchObject({
      code: 'CONFIG.INVALID',
      message: expect.stringContaining('form'),
    });
    expect(() => checkDraft(messages('receiver: "?"', ', ordr: asIs'), '/data/p.yaml')).toThrow(/ordr/);
  });

  test('each command that would use the pipeline ends with all of them, by line and question', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'open-'));
    const lines = [
      '  messages:',
      '    path: m.csv',
      '    map:',
      '      muid: id',
      '      # ? which column names the group?',
      '      #   --answer receiver=COLUMN',
      '      receiver: "?"',
      '      sentAt: { from: at, time: iso, zone: "?" } # ? the zone of the times: --answer zone=ZONE',
      '      sender: { from: "?", as: lower }',
      '      text: { from: body, as: "?" }',
      "      tags: '?'",
    ];
    writeFileSync(join(folder, 'm.csv'), 'id,at\n1,2\n');
    writeFileSync(join(folder, 'p.yaml'), text(...lines));
    for (const verb of ['run', 'validate', 'plan', 'verify', 'undo']) {
      const { code, err } = await cliIn(folder, [verb, 'p.yaml']);
      expect([verb, code]).toEqual([verb, 2]);
      expect(err).toContain('CONFIG.UNANSWERED');
      expect(err).toContain('p.yaml:11:17');
      expect(err).toContain(
        'messages.map.receiver has no answer: which column names the group? --answer receiver=COLUMN\n',
      );
      expect(err).toContain(
        'also line 12: sources.messages.map.sentAt.zone has no answer: the zone of the times: --answer zone=ZONE\n',
      );
      expect(err).toContain('also line 13: sources.messages.map.sender.from has no answer\n');
      expect(err).toContain('also line 14: sources.messages.map.text.as has no answer\n');
      expect(err).toContain('also line 15: sources.messages.map.tags has no answer\n');
      expect(err).toContain('--answer ID=VALUE');
    }
    writeFileSync(
      join(folder, 'p.yaml'),
      readFileSync(join(folder, 'p.yaml'), 'utf8').replaceAll(/["']\?["']/g, 'body'),
    );
    expect((await cliIn(folder, ['validate', 'p.yaml'])).err).not.toContain('UNANSWERED');
  });
});
