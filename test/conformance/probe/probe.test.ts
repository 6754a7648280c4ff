import { describe, expect, test } from 'vitest';
import { probeQuestions } from '../../../src/conformance/probe/questions/probe-questions.ts';
import { IMPORT_QUIRKS } from '../../../src/sandbox/quirks/import-quirks.ts';
import { probeOf } from './probe-here.ts';

/** Switches that import calls, or what they leave, can show, as a probe prints them; each is a form of a question. */
const SHOWN = probeQuestions.flatMap(({ name, forms }) =>
  Object.entries(forms).flatMap(([form, { quirk }]) => (quirk === undefined ? [] : [{ name, form, quirk }])),
);

/** Services that hide something else: a request that is refused says less about its rows; without headers, a budget is not seen. */
const ALONE = new Set(['poison=batch400', 'rateheaders=none']);

/** Switches of an import that neither its answer nor its rows show: only the receiver of a webhook sees the events. */
const UNSEEN = ['importwebhooks'];

/**
 * The switches in as few services as there are forms of one question, at most one of each question in a service: alone, each
 * takes a sandbox.
 */
const SERVICES: readonly (typeof SHOWN)[] = [
  ...SHOWN.filter(({ quirk }) => ALONE.has(quirk)).map((one) => [one]),
  ...Object.values(
    Object.groupBy(
      SHOWN.filter(({ quirk }) => !ALONE.has(quirk)),
      (one) => SHOWN.filter(({ name, quirk }) => name === one.name && !ALONE.has(quirk)).indexOf(one),
    ),
  ).map((group = []) => group),
];

describe('a probe', () => {
  test('asks about every switch of an import', () => {
    const asked = new Set(SHOWN.flatMap(({ quirk }) => quirk.split(',').map((one) => one.split('=')[0])));
    const names = Object.values(IMPORT_QUIRKS).map(({ form }) => form.split('=')[0] ?? '');
    expect(names.filter((name) => !asked.has(name))).toEqual(UNSEEN);
  });

  test('of a sandbox without switches sees every form, prints none, and leaves nothing', async () => {
    const { answers, line, left, there, importCalls } = await probeOf('');
    expect(answers.filter(({ form }) => form === undefined)).toEqual([]);
    expect([line, left, there]).toEqual(['', [], []]);
    expect(importCalls).toBe(12);
  });

  test.each(SERVICES.map((group) => [group.map(({ quirk }) => quirk).join(','), group] as const))(
    'prints %s, with which the sandbox answers alike',
    async (quirks, group) => {
      const first = await probeOf(quirks);
      const shown = Object.fromEntries(group.map(({ name }) => [name, first.forms[name]]));
      expect(shown).toEqual(Object.fromEntries(group.map(({ name, form }) => [name, form])));
      expect(first.line).toBe(quirks);
      expect([first.left, first.there]).toEqual([[], []]);
      const again = await probeOf(first.line);
      expect(again.forms).toEqual(first.forms);
    },
  );
});
