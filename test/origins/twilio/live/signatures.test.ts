import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { twilioLive } from '../../../../src/origin/twilio/live/twilio-live.ts';
import { Secret } from '../../../../src/service/transport/secret.ts';

type Vector = {
  readonly what: string;
  readonly url: string;
  readonly type: string;
  readonly body: string;
  readonly signature: string;
  readonly settings?: string;
  readonly isGenuine: boolean;
};
const { token, vectors } = JSON.parse(readFileSync(join(import.meta.dirname, 'vectors.json'), 'utf8')) as {
  readonly token: string;
  readonly vectors: readonly Vector[];
};

const isGenuine = (
  { url, type, signature, settings }: Vector,
  body: Buffer,
  keys: readonly string[] = [token],
): boolean =>
  twilioLive.isGenuine(
    {
      method: 'POST',
      url,
      headers: {
        'content-type': type,
        'x-twilio-signature': signature,
        'x-twilio-webhooks-signature-settings': settings,
      },
      body,
    },
    { keys: keys.map((key) => new Secret(key)) },
  );

test.each(vectors)('a signature is judged as by the library of Twilio: $what, $url', (vector) => {
  expect(isGenuine(vector, Buffer.from(vector.body))).toBe(vector.isGenuine);
});

test('either of two keys holds, and without one nothing does', () => {
  const right = vectors.find((each) => each.isGenuine) ?? expect.fail('no vector');
  const body = Buffer.from(right.body);
  expect(isGenuine(right, body, ['a-new-token-0123456789', token])).toBe(true);
  expect(isGenuine(right, body, [])).toBe(false);
});

test('a body that nothing proves is refused', () => {
  const right = vectors.find(({ what, body }) => what === 'right' && body === '') ?? expect.fail('no vector');
  expect(isGenuine(right, Buffer.alloc(0))).toBe(true);
  expect(
    isGenuine({ ...right, type: 'application/json' }, Buffer.from('{"EventType":"onMessageAdded"}')),
  ).toBe(false);
});

test('10,000 changed bodies, addresses and signatures are refused', () => {
  const right = vectors.filter(({ isGenuine: is, body }) => is && body !== '');
  let refused = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...right),
      fc.constantFrom('body', 'url', 'signature'),
      fc.nat(),
      fc.constantFrom('x', '7', '%', 'Z', '_'),
      (vector, member, at, by) => {
        const text = vector[member as 'body'];
        const place = at % text.length;
        // The scheme is that of a request, and the port is no part of what is signed.
        const [begin = ''] = /^https?:\/\/[^/]*/.exec(vector.url) ?? [];
        const isPort = member === 'url' && (place < 'https://'.length || /:\d*$/.test(text.slice(8, place)));
        const from = isPort ? begin.length + 1 : place;
        const changed = `${text.slice(0, from)}${by}${text.slice(from)}`;
        const mutant = { ...vector, [member]: changed };
        refused++;
        return !isGenuine(mutant, Buffer.from(mutant.body));
      },
    ),
    { numRuns: 10_000 },
  );
  expect(refused).toBe(10_000);
});
