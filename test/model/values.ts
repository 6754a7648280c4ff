import fc from 'fast-check';

/** Few ids, so that calls meet; now and then in another case, or of nobody. */
export const uid = fc.oneof<fc.WeightedArbitrary<string>[]>(
  { weight: 40, arbitrary: fc.constantFrom('ann', 'bob', 'cid', 'dan') },
  { weight: 4, arbitrary: fc.constantFrom('Ann', 'BOB', 'eve_1', 'EVE_1') },
  { weight: 1, arbitrary: fc.constant('nobody') },
);
export const uids = fc.uniqueArray(uid, { minLength: 1, maxLength: 3 });
export const guid = fc.oneof<fc.WeightedArbitrary<string>[]>(
  { weight: 14, arbitrary: fc.constantFrom('team', 'club', 'vip') },
  { weight: 3, arbitrary: fc.constantFrom('Team', 'CLUB', 'den-2') },
  { weight: 1, arbitrary: fc.constant('nowhere') },
);
export const role = fc.constantFrom('default', 'staff', 'Staff', 'guest');
/** On behalf of whom: of nobody half the time. */
export const maybeActor = fc.option(uid, { nil: undefined });
export const page = fc.record({
  perPage: fc.integer({ min: 1, max: 3 }),
  page: fc.integer({ min: 1, max: 3 }),
});
export const tags = fc.subarray(['red', 'blue', 'green'], { maxLength: 2 });
export const name = fc.constantFrom<string>('Ann', 'anna', 'Bob', 'Team', 'x%_');
export const searchKey = fc.constantFrom('a', 'AN', 'b', 'x%', '%', 'team', 'ann');
export const url = fc.constantFrom('https://a.example/1.png', 'https://b.example/2.png');
export const metadata = fc.constantFrom<Record<string, unknown>>(
  { a: 1 },
  { '@private': { email: 'x' } },
  { b: { c: [null] }, '@private': { d: 1 } },
);
/** Which of the messages, or keys, there ever were: the latest is 0. */
export const which = fc.oneof(fc.nat(4), fc.nat(60));

/** Optional members of a request body. */
export const some = <T>(members: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> =>
  fc.record(members, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;

/** The query string of what is given. */
export function query(
  values: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>,
): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)]))}`;
}

/** A list of tags as it is kept: an empty one is none. */
export const kept = <T>(list: readonly T[] | undefined): readonly T[] | undefined =>
  list === undefined || list.length === 0 ? undefined : list;

/** Whether one of the texts begins with the key, whatever its case. */
export const begins = (key: string | undefined, ...texts: readonly string[]): boolean =>
  key === undefined || texts.some((text) => text.toLowerCase().startsWith(key.toLowerCase()));
