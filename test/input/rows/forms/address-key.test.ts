import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressKey, expiryOf, isSigned } from '../../../../src/input/rows/forms/address-key.ts';

/** The key of an address: the same each time an old system signs it anew, and another one for another file. */

const PNG = 'https://files.example.com/a.png';
const AT = Date.parse('2026-01-01T00:00:00Z');
const hex = (ms: number): string => (ms / 1_000).toString(16);
const jwt = (payload: object): string =>
  ['{"alg":"HS256"}', JSON.stringify(payload), 'seal-seal']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

/** Each way to sign, by what differs from one time to the next: a seal, and the time at which it ends. */
const WAYS: Readonly<Record<string, (seal: string, ends: number) => string>> = {
  s3: (seal, ends) =>
    `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${seal}%2F20260101&X-Amz-Date=20260101T000000Z&X-Amz-Expires=${(ends - AT) / 1_000}&X-Amz-Security-Token=${seal}&X-Amz-SignedHeaders=host&x-id=GetObject&X-Amz-Signature=${seal}`,
  google: (seal, ends) =>
    `X-Goog-Date=20260101T000000Z&X-Goog-Expires=${(ends - AT) / 1_000}&X-Goog-Signature=${seal}`,
  'google before': (seal, ends) => `GoogleAccessId=${seal}&Expires=${ends / 1_000}&Signature=${seal}`,
  's3 before': (seal, ends) => `AWSAccessKeyId=${seal}&Expires=${ends / 1_000}&Signature=${seal}`,
  cloudfront: (seal, ends) => `Expires=${ends / 1_000}&Signature=${seal}&Key-Pair-Id=${seal}`,
  policy: (seal, ends) =>
    `Policy=${Buffer.from(`{"Statement":[{"Condition":{"DateLessThan":{"AWS:EpochTime":${ends / 1_000}}}}]}`)
      .toString('base64')
      .replaceAll('+', '-')
      .replaceAll('=', '_')
      .replaceAll('/', '~')}&Signature=${seal}&Key-Pair-Id=K1`,
  azure: (seal, ends) =>
    `sv=2024-01-01&st=2025-01-01&se=${encodeURIComponent(new Date(ends).toISOString())}&sr=b&sp=r&sig=${seal}`,
  discord: (seal, ends) => `ex=${hex(ends)}&is=${hex(AT)}&hm=${seal}`,
  facebook: (seal, ends) => `_nc_ohc=${seal}&oh=00_${seal}&oe=${hex(ends)}`,
  alibaba: (seal, ends) => `OSSAccessKeyId=${seal}&Expires=${ends / 1_000}&Signature=${seal}`,
  tencent: (seal, ends) => `q-ak=${seal}&q-sign-time=${AT / 1_000};${ends / 1_000}&q-signature=${seal}`,
  'a time and a seal': (seal, ends) => `md5=${seal}&expires=${ends / 1_000}`,
  'a token that ends': (_, ends) => `token=${jwt({ exp: ends / 1_000 })}`,
};

const seals = fc.stringMatching(/^[0-9a-f]{8,40}$/);
const ends = fc.integer({ min: 60, max: 600_000 }).map((seconds) => AT + seconds * 1_000);
/** Members that matter, also those whose names are short: without the rest they sign nothing. */
const mattering = fc.array(
  fc.tuple(
    fc.constantFrom(
      'id',
      'page',
      'w',
      'v',
      'is',
      'st',
      'sp',
      'download',
      'response-content-type',
      'versionId',
    ),
    fc.stringMatching(/^[A-Za-z0-9%2F.-]{1,12}$/),
  ),
  { maxLength: 3 },
);
const queryOf = (members: readonly (readonly [string, string])[]): string =>
  members.map(([name, value]) => `${name}=${value}`).join('&');

test.each(Object.entries(WAYS))(
  'an address that is signed anew keeps its key and says when it ends: %s',
  (_, sign) => {
    fc.assert(
      fc.property(mattering, seals, ends, seals, ends, (members, seal, end, nextSeal, nextEnd) => {
        const plain = queryOf(members.filter(([name]) => !/^(?:is|st|sp)$/.test(name)));
        const address = (signature: string): string =>
          `${PNG}?${[plain, signature].filter((part) => part !== '').join('&')}`;
        const first = address(sign(seal, end));
        expect(addressKey(first)).toBe(plain === '' ? PNG : `${PNG}?${plain}`);
        expect(addressKey(address(sign(nextSeal, nextEnd)))).toBe(addressKey(first));
        expect(expiryOf(first)).toBe(end);
        expect(isSigned(first)).toBe(true);
      }),
      { numRuns: 40 },
    );
  },
);

test('members that matter stay, in their order, whatever they are called', () => {
  fc.assert(
    fc.property(mattering, (members) => {
      const address = `${PNG}${members.length > 0 ? '?' : ''}${queryOf(members)}`;
      expect(addressKey(address)).toBe(address);
      expect(isSigned(address)).toBe(false);
    }),
  );
});

test.each([
  'sig=1',
  'se=no',
  'ex=1',
  'hm=1',
  'is=1&ex=zz&hm=1',
  'sv=2',
  'st=1&e=5',
  'expires=1795000000',
  'signature=abc',
  'hash=abc',
  'oh=100&ow=200',
  'policy=7',
  't=5',
  'req=1',
  'x-oss-process=image',
  'sig=1&sv=2',
  'sig=1&se=2',
])('a part of a signature matters where the rest of it is missing: %s', (query) => {
  expect(addressKey(`${PNG}?${query}`)).toBe(`${PNG}?${query}`);
  expect(expiryOf(`${PNG}?${query}`)).toBeUndefined();
});

test.each([
  ['token', 'token=abc'],
  ['auth', 'auth=abc'],
  ['fat', 'fat=abc'],
  ['the token of an export of Slack', 't=xoxe-1-2-abc'],
  ['a token of Rocket.Chat', 'rc_token=abc&rc_uid=def'],
])('what opens a file is no part of its key: %s', (_, query) => {
  expect(addressKey(`${PNG}?alt=media&${query}`)).toBe(`${PNG}?alt=media`);
});

test('a token that says which file is meant gives each file a key of its own, without the token', () => {
  const address = (token: string): string => `https://files.example.com/inline/attachment?token=${token}`;
  const [one, two] = [addressKey(address('secret-1')), addressKey(address('secret-2'))];
  expect(one).not.toBe(two);
  expect(one).not.toContain('secret');
  expect(one).toBe(addressKey(address('secret-1')));
  expect(addressKey(one)).toBe(one);
  expect(addressKey('https://h.example/download.php?token=secret')).not.toContain('secret');
  expect(addressKey('https://h.example/get?file_id=7&token=a')).toBe('https://h.example/get?file_id=7');
  expect(addressKey('https://h.example/f/8f3e01/download?token=a')).toBe(
    'https://h.example/f/8f3e01/download',
  );
});

test.each([
  ['HTTPS://Files.Example.COM:443/A.png#top', 'https://files.example.com/A.png'],
  ['https://ann:secret@files.example.com/a.png', PNG],
  [`private+${PNG}?b=2&a=1`, `${PNG}?b=2&a=1`],
  [`${PNG}?`, PNG],
  [`${PNG}?a=1&&b`, `${PNG}?a=1&b`],
  [`${PNG}?a=%zz&token=%zz`, `${PNG}?a=%zz`],
  ['export:///chat%20one.zip!/a%23b.png', 'export:///chat%20one.zip!/a%23b.png'],
])('forms of one address: %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test('a key is short, is its own key, and is there for any text', () => {
  const long = `data:image/png;base64,${'A'.repeat(1_000_000)}`;
  expect(addressKey(addressKey(long))).toBe(addressKey(long));
  expect(addressKey(long)).toMatch(/^data:sha256,[0-9a-f]{64}$/);
  expect(addressKey(`${long}B`)).not.toBe(addressKey(long));
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        fc.webUrl().map((url) => `${url}?x=${'y'.repeat(3_000)}&token=secret`),
      ),
      (address) => {
        const key = addressKey(address);
        expect(key.length).toBeLessThanOrEqual(3_000);
        expect(key).not.toMatch(/\p{Cc}/u);
        expect(addressKey(key)).toBe(key);
        expect(isSigned(address) ? typeof expiryOf(address) : 'undefined').toMatch(/number|undefined/);
      },
    ),
  );
});
