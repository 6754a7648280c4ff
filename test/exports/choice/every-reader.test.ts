import { expect, test } from 'vitest';
import { exportHere, kindOf, summaryOf } from '../expected.ts';
import { expectBalanced } from './landed.ts';

/**
 * Each with how somebody is called, and how many conversations of its members alone they are in: one of two, and one of
 * several, which is a group in the layout of the Firestore one.
 */
test.each([
  ['slack/synthetic.zip', '', 'Ada*', 2],
  ['sendbird/synthetic', '', 'Ada*', 2],
  ['sql/postgres', ', zone: UTC', 'u3@*', 2],
  ['stream/synthetic', '', 'Ada*', 2],
  ['firebase/firestore', '', 'Ada*', 1],
  ['firebase/rtdb', '', 'Ada*', 2],
  ['twilio/synthetic', '', 'Ada*', 2],
])(
  '%s: people are read twice, and everything that is left out is counted once',
  async (path, options, name, direct) => {
    const system = path.startsWith('sql') ? 'sql' : 'auto';
    await using whole = await exportHere(path, { system, options });
    await using here = await exportHere(path, {
      system,
      options: `${options}, exclude: { users: ["${name}"] }, since: 2025-07-03`,
    });
    const [all, some] = [(await summaryOf(whole)).summary, (await summaryOf(here)).summary];
    expectBalanced(some);
    for (const kind of ['users', 'conversations', 'members', 'messages', 'replies', 'edits', 'pins'] as const)
      expect(kindOf(some, kind).read, kind).toBe(kindOf(all, kind).read);
    expect(kindOf(some, 'users').dropped).toEqual({ excluded: 1 });
    expect(kindOf(some, 'conversations').dropped).toEqual({ excluded: direct });
    expect(kindOf(some, 'messages').dropped).toMatchObject({
      excluded: expect.any(Number),
      outside: expect.any(Number),
    });
    // Other people are noted when their messages are taken alone.
    const isOwn = (note: string): boolean =>
      !/^authors who are missing|attachments? ha(?:s|ve) no public/.test(note);
    expect(some.notes.filter(isOwn)).toEqual(all.notes.filter(isOwn));
  },
);
