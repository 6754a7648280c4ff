import { expect, test } from 'vitest';
import type { ServiceAsk, ServicePage } from '../../../src/origin/service/app-client.ts';
import { serviceLists } from '../../../src/origin/service/app-lists.ts';

const never = new AbortController().signal;

type Row = Readonly<Record<string, unknown>>;
type Query = Readonly<Record<string, unknown>>;

/** An app whose lists of users and groups change between two requests. */
class ChangingApp {
  rows: Row[];
  requests = 0;
  readonly #key: string;
  readonly #change: (app: ChangingApp) => void;

  constructor(key: string, count: number, change: (app: ChangingApp) => void) {
    this.#key = key;
    this.rows = Array.from({ length: count }, (_, at) => this.row(at));
    this.#change = change;
  }

  row(at: number): Row {
    return { [this.#key]: `${this.#key}-${String(at).padStart(5, '0')}` };
  }

  remove(at: number): void {
    const { [this.#key]: gone } = this.row(at);
    this.rows = this.rows.filter((row) => row[this.#key] !== gone);
  }

  readonly page = async (path: string, { page, perPage }: Query): Promise<ServicePage> => {
    if (path.split('/').length > 2) return { rows: [] };
    this.requests++;
    this.#change(this);
    const [from, size] = [(Number(page) - 1) * Number(perPage), Number(perPage)];
    return { rows: this.rows.slice(from, from + size), size, total: this.rows.length };
  };

  /** Reads a list to its end; the keys that it gave. */
  async read(name: string): Promise<readonly string[]> {
    const list = serviceLists(this as Pick<ServiceAsk, 'page'>)
      .tops({ until: Date.now() })
      .find((each) => each.name === name);
    const found: string[] = [];
    for (let at = list?.first; at !== undefined && list; ) {
      const { rows, next } = await list.step(at, never);
      found.push(...rows.map(({ of, row }) => String(of ?? row[this.#key])));
      at = next;
    }
    return found;
  }

  get keys(): readonly string[] {
    return this.rows.map((row) => String(row[this.#key]));
  }
}

test.for([
  ['the first page', 5],
  ['the end of the first page', 999],
  ['the second page', 1_500],
] as const)('a group that is deleted from %s meanwhile hides no other', async ([, gone]) => {
  for (const when of [2, 3, 4]) {
    const app = new ChangingApp('guid', 2_500, (now) => {
      if (now.requests !== when) return;
      now.remove(gone);
      // Then nothing is to be seen in the number of all.
      now.rows.push(now.row(9_000));
    });
    const found = await app.read('conversations');
    expect(app.keys.filter((key) => !found.includes(key))).toEqual([]);
  }
});

test('a list whose beginning was deleted is read all the same', async () => {
  const app = new ChangingApp('guid', 3_500, (now) => {
    if (now.requests === 4) now.rows = now.rows.slice(2_200);
  });
  const found = await app.read('conversations');
  expect(app.keys.filter((key) => !found.includes(key))).toEqual([]);
});

test('a list that nothing happens to is read once', async () => {
  const app = new ChangingApp('guid', 2_500, () => {});
  expect(await app.read('conversations')).toEqual(app.keys);
  expect(app.requests).toBe(3 + 2);
});

test('a page that is short once is no end', async () => {
  const app = new ChangingApp('guid', 2_500, () => {});
  const { page } = app;
  const short = async (path: string, query: Query) => {
    const found = await page(path, query);
    return app.requests === 2 ? { ...found, rows: found.rows.slice(0, 300) } : found;
  };
  Object.assign(app, { page: short });
  expect([...new Set(await app.read('conversations'))]).toEqual(app.keys);
});

test('a list that does not know pages is none', async () => {
  const app = new ChangingApp('guid', 10, () => {});
  const same = async () => ({ rows: app.rows, size: 10, total: 10 });
  Object.assign(app, { page: same });
  await expect(app.read('conversations')).rejects.toThrow('same page');
});

test('a list in another order each time ends with an error', async () => {
  const app = new ChangingApp('guid', 2_500, (now) => {
    now.rows = [...now.rows.slice(700), ...now.rows.slice(0, 700)];
  });
  await expect(app.read('conversations')).rejects.toThrow('changes faster');
});

test('users who are deleted meanwhile hide the friends of no other', async () => {
  const friends = (found: readonly string[]) => [...new Set(found)].sort();
  const app = new ChangingApp('uid', 110, (now) => {
    if (now.requests % 3 === 0 && now.requests < 30) now.remove(now.requests);
  });
  const { page } = app;
  const withFriend = async (path: string, query: Query) =>
    path.endsWith('/friends') ? { rows: [{ uid: 'uid-00109' }], size: 1_000 } : await page(path, query);
  Object.assign(app, { page: withFriend });
  const found = friends(await app.read('relations'));
  expect(app.keys.filter((key) => !found.includes(key))).toEqual([]);
});
