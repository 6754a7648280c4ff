import { describe, expect, test } from 'vitest';
import { status } from '../../pipeline/files/source-answers.ts';
import { runHere } from '../../support/command-here.ts';
import { type CopiesHere, copiesHere, copiesIn, keyOf, PUBLIC, png, writesOf } from './copies-here.ts';

/** A service with a message that was sent before the pipeline copied files. */
async function sentBefore(
  lines = 'sync: {}',
  kind: 'folder' | 's3' = 'folder',
): Promise<{ here: CopiesHere; old: string; all: () => void }> {
  const here = await copiesHere(kind);
  const old = here.source.put('/old.png', png('old'));
  here.rest(lines);
  here.messages({ muid: 'm1', files: [old] });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  here.copies('', lines);
  const added = here.source.put('/new.png', png('new'));
  return {
    here,
    old,
    all: () => here.messages({ muid: 'm1', files: [old] }, { muid: 'm2', files: [added] }),
  };
}

const copyOf = (name: string): string => `${PUBLIC}/${keyOf(png(name))}`;

describe('messages that were sent before the pipeline copied files', () => {
  test('keep their addresses in each night, and new ones get copies', async () => {
    const { here: opened, old, all } = await sentBefore('sync: {}', 's3');
    await using here = opened;
    all();
    here.users({ ann: here.source.put('/ann.png', png('ann')) });
    const second = await here.json('run', '--yes');
    expect([second.exitCode, second.result.problems]).toEqual([0, []]);
    expect(copiesIn(second.result)).toMatchObject({ copied: 2, kept: 1, balanced: true });
    expect(second.result.entities.messages).toMatchObject({ unchanged: 1, created: 1 });
    expect(await here.sent()).toEqual({ m1: [old], m2: [`${here.store.publicUrl}/${keyOf(png('new'))}`] });
    const said = second.result.warnings.filter((text) => /sent before/.test(text));
    expect(said).toEqual([expect.stringMatching(/^1 file of messages/)]);
    const third = await here.json('run', '--yes');
    expect([third.exitCode, third.result.entities.messages?.unchanged]).toEqual([0, 2]);
    expect(third.result.warnings.filter((text) => /sent before/.test(text))).toEqual([]);
    expect((await here.json('verify', '--files')).exitCode).toBe(0);
  });

  test('keep them where they are older than the service keeps messages', async () => {
    const { here: opened, old } = await sentBefore();
    await using here = opened;
    here.copies('', 'sync: {}\nretention: { messagesOlderThanDays: 1, policy: reject }');
    const run = await here.json('run', '--yes');
    expect([run.exitCode, run.result.problems]).toEqual([0, []]);
    expect([run.result.entities.messages?.unchanged, await here.sent()]).toEqual([1, { m1: [old] }]);
  });

  test('are as planned', async () => {
    const { here: opened, old, all } = await sentBefore();
    await using here = opened;
    all();
    const plan = here.state('saved.json');
    expect((await runHere(['plan', here.pipeline, '--out', plan])).exitCode).toBe(0);
    expect((await here.json('run', '--yes', '--plan', plan)).exitCode).toBe(0);
    expect(await here.sent()).toEqual({ m1: [old], m2: [copyOf('new')] });
  });

  test('keep them where files were copied alone first', async () => {
    const { here: opened, old, all } = await sentBefore();
    await using here = opened;
    all();
    const files = await here.json('run', '--only', 'files');
    expect([files.exitCode, copiesIn(files.result)]).toMatchObject([0, { copied: 1, kept: 1 }]);
    const run = await here.json('run', '--yes');
    expect([run.exitCode, await here.sent()]).toEqual([0, { m1: [old], m2: [copyOf('new')] }]);
  });

  test('keep them in a migration that starts over', async () => {
    const { here: opened, old, all } = await sentBefore('# a migration');
    await using here = opened;
    all();
    const fresh = await here.json('run', '--yes', '--fresh');
    expect([fresh.exitCode, fresh.result.problems]).toEqual([0, []]);
    expect(await here.sent()).toEqual({ m1: [old], m2: [copyOf('new')] });
  });

  test('keep them where only pictures were copied, and attachments from now on', async () => {
    const { here: opened, old, all } = await sentBefore();
    await using here = opened;
    here.copies('what: [avatars]', 'sync: {}');
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    here.copies('', 'sync: {}');
    all();
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    expect(await here.sent()).toEqual({ m1: [old], m2: [copyOf('new')] });
  });

  test('keep them where their host is no longer one whose addresses stay', async () => {
    await using here = await copiesHere();
    const old = here.source.put('/old.png', png('old'));
    here.copies(`keep: ["${here.source.host}"]`, 'sync: {}');
    here.messages({ muid: 'm1', files: [old] });
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    here.copies('', 'sync: {}');
    const run = await here.json('run', '--yes');
    expect([run.exitCode, run.result.entities.messages?.unchanged]).toEqual([0, 1]);
  });
});

describe('messages that were sent with copies', () => {
  async function sentWithCopy(more = ''): Promise<CopiesHere> {
    const here = await copiesHere();
    here.copies(more, 'sync: {}');
    here.messages({ muid: 'm1', files: [here.source.put('/a.png', png('a'))] });
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    return here;
  }

  test('keep these where the addresses of their host stay from now on', async () => {
    await using here = await sentWithCopy();
    here.copies(`keep: ["${here.source.host}"]`, 'sync: {}');
    const added = here.source.put('/b.png', png('b'));
    here.messages(
      { muid: 'm1', files: [here.source.put('/a.png', png('a'))] },
      { muid: 'm2', files: [added] },
    );
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    expect(await here.sent()).toEqual({ m1: [copyOf('a')], m2: [added] });
  });

  const changes: Readonly<Record<string, [(here: CopiesHere) => void, RegExp]>> = {
    'another publicUrl': [
      (here) => here.rest('files: { to: ./public, publicUrl: "https://other.example" }\nsync: {}'),
      /publicUrl/,
    ],
    'pictures only': [(here) => here.copies('what: [avatars]', 'sync: {}'), /files\.what/],
    'no files': [(here) => here.rest('sync: {}'), /no {2}files:/],
  };
  test.each(Object.entries(changes))(
    '%s: every command is refused at its start',
    async (_, [change, says]) => {
      await using here = await sentWithCopy();
      change(here);
      const before = writesOf(here);
      here.source.forget();
      for (const command of [
        ['run', '--yes'],
        ['run', '--yes', '--conversation', 'ann,ben'],
        ['plan'],
        ['verify'],
      ]) {
        const [name = '', ...options] = command;
        const { exitCode, stderr } = await runHere([name, here.pipeline, ...options]);
        expect([exitCode, stderr], command.join(' ')).toEqual([2, expect.stringMatching(says)]);
        expect(stderr).toContain('FILES.CONFIG');
      }
      expect([writesOf(here), here.source.connections]).toEqual([before, 0]);
    },
  );

  test('another publicUrl is taken where nothing was sent so far', async () => {
    await using here = await copiesHere();
    here.messages({ muid: 'm1', files: [here.source.put('/a.png', png('a'))] });
    expect((await here.json('run', '--only', 'files')).exitCode).toBe(0);
    here.rest('files: { to: ./public, publicUrl: "https://other.example" }');
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    expect(await here.sent()).toEqual({ m1: [`https://other.example/${keyOf(png('a'))}`] });
  });

  test('an undo without files says that the copies stay, and how they are removed', async () => {
    await using here = await sentWithCopy();
    here.rest('sync: {}');
    const shown = await runHere(['undo', here.pipeline]);
    expect(shown.stderr).toMatch(/1 copy of files .* stays, .* {2}files: /);
    const [, id = ''] = /--confirm (\w+)/.exec(shown.stdout) ?? [];
    const done = await runHere(['undo', here.pipeline, '--confirm', id]);
    expect([done.exitCode, done.stderr]).toEqual([0, expect.stringMatching(/1 copy of files .* stays/)]);
    expect(Object.keys(here.store.list())).toEqual([keyOf(png('a'))]);
    here.copies('', 'sync: {}');
    const again = await here.json<{ confirm?: string }>('undo');
    const removed = await here.json('undo', '--confirm', again.result.confirm ?? '');
    expect([removed.exitCode, here.store.list()]).toEqual([0, {}]);
  });
});

test.each([
  ['link', 'keep'],
  ['keep', 'link'],
  ['link', 'reject'],
  ['keep', 'drop'],
])(
  'messages whose file was not copied stay as they were sent where onFailure was %s and is %s',
  async (was, is) => {
    await using here = await copiesHere();
    const lost = here.source.answer('/a.png', status(404));
    const other = here.source.answer('/b.png', status(404));
    here.copies(`onFailure: ${was}`, 'sync: {}');
    here.messages({ muid: 'm1', files: [lost], text: 'look' });
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    const before = await here.sent();
    here.copies(`onFailure: ${is}`, 'sync: {}');
    here.messages({ muid: 'm1', files: [lost], text: 'look' }, { muid: 'm2', files: [other], text: 'too' });
    const { exitCode, result } = await here.json('run', '--yes');
    expect([exitCode, result.entities.messages]).toMatchObject([
      is === 'reject' ? 4 : 0,
      { unchanged: 1, created: is === 'reject' ? 0 : 1 },
    ]);
    const added = is === 'reject' ? {} : { m2: is === 'keep' ? [other] : [] };
    expect(await here.sent()).toEqual({ ...before, ...added });
  },
);
