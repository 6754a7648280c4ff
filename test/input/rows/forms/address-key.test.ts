import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressKey, expiryOf, isSigned, openAddress } from '../../../../src/input/rows/forms/address-key.ts';
import { sized } from '../../../support/long-form.ts';

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
  'se=no',
  'ex=1',
  'hm=1',
  'is=1&ex=zz&hm=1',
  'sv=2',
  'st=1&e=5',
  'expires=1795000000',
  'hash=abc',
  'oh=100&ow=200',
  'policy=7',
  't=5',
  'req=1',
  'x-oss-process=image',
])('a part of a signature matters where the rest of it is missing: %s', (query) => {
  expect(addressKey(`${PNG}?${query}`)).toBe(`${PNG}?${query}`);
  expect(expiryOf(`${PNG}?${query}`)).toBeUndefined();
});

test.each([
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
  ['https://ann:secret@files.example.com/files/8f3e01/a.png', 'https://files.example.com/files/8f3e01/a.png'],
  [`private+${PNG}?b=2&a=1`, `${PNG}?b=2&a=1`],
  [`${PNG}?`, PNG],
  [`${PNG}?a=1&&b`, `${PNG}?a=1&b`],
  [`${PNG}?a=%zz&fat=%zz`, `${PNG}?a=%zz`],
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
    { numRuns: sized(40, 1_000) },
  );
});

/** Places where a host may give each person, or each token, another file. */
const UNNAMED = [
  '/api/2024-01/download',
  '/get?account_id=1',
  '/get?user_id=5',
  '/get?file_id=undefined',
  '/attachment.pl',
  '/render.html',
  '/chat.json',
  '/thumb.jpg',
  '/invoice.pdf',
  '/files/20240131/thumb.jpg',
  '/files/dec2024/download',
  '/media/200x300/thumb.jpg',
  '/accounts/0b6a1c1e-5f52-4b0c-9d5c-2f6d2f0a1b11/download',
  '/users/0b6a1c1e-5f52-4b0c-9d5c-2f6d2f0a1b11/thumb.jpg',
  '/get?name=image.png',
  '/get?profile_id=7',
  '/files/getUserProfilePicture200x200/x.jpg',
];
/** Secrets, by the members that carry them. */
const SECRETS = [
  'token',
  'access_token',
  'auth',
  'jwt',
  'private_token',
  'password',
  'secret',
  'client_secret',
  'sig',
  'signature',
  'key',
  'access_key',
  'X-Api-Key',
  'authorization',
  'session',
  'sid',
  'subscription-key',
  'shareToken',
];
const HOST = 'https://h.example';
const join = (place: string, query: string): string =>
  `${HOST}${place}${place.includes('?') ? '&' : '?'}${query}`;
const secrets = fc.stringMatching(/^[A-Za-z0-9_-]{6,40}$/).map((text) => `${text}S3CR3T`);

test('a secret that may say which file is meant leaves its digest: never the file of another, never the secret', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...UNNAMED),
      fc.constantFrom(...SECRETS),
      secrets,
      secrets,
      (place, name, one, two) => {
        const keys = [one, two].map((secret) => addressKey(join(place, `${name}=${secret}`)));
        expect(keys[0] === keys[1]).toBe(one === two);
        for (const key of keys) {
          expect(key).not.toContain('S3CR3T');
          expect(addressKey(key)).toBe(key);
        }
        expect(openAddress(join(place, `${name}=${one}`))).toBe(`${HOST}${place}`);
      },
    ),
    { numRuns: 200 },
  );
});

test.each([
  '/files/0b6a1c1e-5f52-4b0c-9d5c-2f6d2f0a1b11/download',
  '/uploads/9f86d081884c7d659a2feaa0c55ad015.jpg',
  '/f/8f3e01/download',
  '/attachments/download/12345/a.png',
  '/get?file_id=7',
  '/attachment?id=5',
  '/get?path=x/9f86d081884c7d659a2feaa0c55ad015.jpg',
  '/files-pri/T1-F2/a.png',
  '/v0/b/app.appspot.com/o/a%2Fb.png?alt=media',
  '/file-upload/qWeRtYuPaSdFgHjKz/a.png',
])('beside the name of a file its tokens are no part of its key: %s', (place) => {
  fc.assert(
    fc.property(
      fc.constantFrom('token', 'access_token', 'auth', 'sid', 'api_key'),
      secrets,
      (name, secret) => {
        expect(addressKey(join(place, `${name}=${secret}`))).toBe(`${HOST}${place}`);
      },
    ),
    { numRuns: 20 },
  );
});

test.each<[string, (secret: string) => string]>([
  ['a bot of Telegram', (secret) => `${HOST}/file/bot12:${secret}/photos/file_1.jpg`],
  ['a bot, encoded', (secret) => `${HOST}/file/bot12%3A${secret}/photos/file_1.jpg`],
  ['a session in the path', (secret) => `${HOST}/get.do;jsessionid=${secret}?n=1`],
  ['a session in the middle', (secret) => `${HOST}/a;jsessionid=${secret};v=1/thumb.jpg`],
  ['a token in the path', (secret) => `${HOST}/attachments/token/0123456789${secret}/?name=a.png`],
  ['an address in the path', (secret) => `${HOST}/img/https%3A%2F%2Fh.example%2Fa.png%3Ftoken%3D${secret}`],
  ['a path inside', (secret) => `${HOST}/get?u=%2Fa.png%3Fx%3D1%26token%3D${secret}`],
  ['between semicolons', (secret) => `${HOST}/get?a=1;token=${secret};b=2`],
  ['a list', (secret) => `${HOST}/get?token[]=${secret}`],
  ['a login', (secret) => `https://ann:${secret}@h.example/me.png`],
  [
    'an address inside',
    (secret) => `${HOST}/proxy?url=${encodeURIComponent(join('/a.png', `token=${secret}`))}`,
  ],
  ['an address inside, as it is', (secret) => `${HOST}/proxy?url=${join('/a.png', `token=${secret}`)}`],
  [
    'an address deep inside',
    (secret) => `${HOST}/?u=${HOST}/?u=${HOST}/?u=${HOST}/?u=${HOST}/?u=${HOST}/?token=${secret}`,
  ],
  ['a value that opens', (secret) => `${HOST}/a.png?x=Bearer%20${secret}`],
  ['behind a long text', (secret) => `${HOST}/a.png?token=${secret}&x=${'y'.repeat(3_000)}`],
])('a secret elsewhere in an address is never seen: %s', (_, address) => {
  fc.assert(
    fc.property(secrets, secrets, (one, two) => {
      const key = addressKey(address(one));
      expect(key).not.toContain('S3CR3T');
      expect(openAddress(address(one))).not.toContain('S3CR3T');
      expect(addressKey(key)).toBe(key);
      expect(addressKey(address(two)) === key).toBe(one === two);
    }),
    { numRuns: 30 },
  );
});

test('a token that ends keeps what it says: signed anew it is the same, for another file it is not', () => {
  const key = (payload: object): string => addressKey(`${HOST}/thumb.jpg?jwt=${jwt(payload)}`);
  expect(key({ file: 1, exp: 1_795_000_000 })).toBe(key({ file: 1, exp: 1_796_000_000, iat: 5 }));
  expect(key({ file: 1, exp: 1_795_000_000 })).not.toBe(key({ file: 2, exp: 1_795_000_000 }));
  expect(key({ jti: 'a', exp: 1_795_000_000 })).not.toBe(key({ jti: 'b', exp: 1_795_000_000 }));
});

test.each([
  ['?auth=a&e=1795000000', '?auth=a&e=1795000001'],
  ['?policy=x&signature=1', '?policy=x&signature=2'],
  ['?ex=1&hm=2', '?ex=2&hm=2'],
  ['?url=https://h.example/a&b=1', '?url=https://h.example/a&b=2'],
])('members that only look like a signature stay: %s', (one, two) => {
  expect(addressKey(`${HOST}/get${one}`)).not.toBe(addressKey(`${HOST}/get${two}`));
});

test('an address without secrets is shown as it is, whatever its length', () => {
  for (const address of [
    `${PNG}?b=2&a=1#top`,
    `${HOST}/proxy?url=${encodeURIComponent(PNG)}`,
    `${PNG}?x=${'y'.repeat(4_000)}`,
  ])
    expect(openAddress(address)).toBe(address);
});

test('what follows the number sign is no part of a key, and is shown if it opens nothing', () => {
  expect(addressKey(`${PNG}#access_token=S`)).toBe(PNG);
  expect(openAddress(`${PNG}#access_token=S`)).toBe(PNG);
  expect(openAddress(`${PNG}#page=2`)).toBe(`${PNG}#page=2`);
});
