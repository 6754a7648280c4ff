import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { linePrompter, listPrompter, type Prompt } from '../../src/terminal/prompts.ts';

const zone: Prompt = {
  message: 'which zone?',
  choices: [],
  example: 'Europe/Berlin',
  faultOf: (answer) => (answer.includes('/') ? undefined : 'not a zone'),
};
const kind: Prompt = {
  message: 'which kind?',
  choices: [{ value: 'user', hint: '3 rows' }, { value: 'group' }],
  best: 'group',
  faultOf: (answer) => (answer === 'user' || answer === 'group' ? undefined : 'no such kind'),
};

describe('questions on a terminal that redraws lines', () => {
  async function answered(prompt: Prompt, keys: readonly string[]): Promise<[string | undefined, string]> {
    const [input, output] = [new PassThrough(), new PassThrough()];
    let shown = '';
    output.on('data', (piece: Buffer) => {
      shown += piece.toString();
    });
    const answer = listPrompter(input, output, new AbortController().signal)(prompt);
    for (const key of keys) {
      await wait(20);
      input.write(key);
    }
    return [await answer, shown];
  }

  test('the best choice is chosen with enter, another one with the arrow keys, and later is a choice', async () => {
    const [answer, shown] = await answered(kind, ['\r']);
    expect(answer).toBe('group');
    for (const text of ['which kind?', 'user', 'group', 'decide later']) expect(shown).toContain(text);
    expect((await answered(kind, ['\u001b[A', '\r']))[0]).toBe('user');
    expect((await answered(kind, ['\u001b[B', '\r']))[0]).toBe('');
  });

  test('a text is asked again until it can be used; nothing means later, Ctrl-C ends the questions', async () => {
    const [answer, shown] = await answered(zone, ['Berlin', '\r', '\u0015', 'Europe/Berlin', '\r']);
    expect(shown).toContain('not a zone');
    expect(answer).toMatch(/Europe\/Berlin$/);
    expect((await answered(zone, ['\r']))[0]).toBe('');
    expect((await answered(zone, ['\u0003']))[0]).toBeUndefined();
  });
});

describe('questions line by line', () => {
  const asked = (prompt: Prompt, lines: readonly string[]): Promise<string | undefined> => {
    const left = [...lines];
    return linePrompter(async () => left.shift() ?? '')(prompt);
  };

  test('a number, a value, or nothing for the best; what cannot be used is asked again', async () => {
    expect(await asked(kind, ['1'])).toBe('user');
    expect(await asked(kind, ['user'])).toBe('user');
    expect(await asked(kind, [''])).toBe('group');
    expect(await asked(kind, ['nobody', '7', '2'])).toBe('group');
    expect(await asked(zone, ['Berlin', 'Europe/Berlin'])).toBe('Europe/Berlin');
    expect(await asked(zone, [''])).toBe('');
  });
});
