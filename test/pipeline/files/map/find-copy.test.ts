import { expect, test } from 'vitest';
import type { MapEntry } from '../../../../src/pipeline/files/file-map.ts';
import { filesSpecOf } from '../../../../src/pipeline/files/files-spec.ts';
import { findCopyOf } from '../../../../src/pipeline/files/map/find-copy.ts';

const spec = filesSpecOf(
  {
    to: './public',
    publicUrl: 'https://cdn.example.com/chat/',
    keep: ['img.example.com', '*.static.example', '127.0.0.1:8443'],
  },
  '/work',
);
const OBJECT = `ab/${'ab'.repeat(32)}.png`;
const entries = new Map<string, MapEntry>([
  [
    'https://files.example.com/a.png',
    {
      address: 'https://files.example.com/a.png',
      outcome: 'copied',
      sha256: 'ab'.repeat(32),
      bytes: 5,
      type: 'image/png',
      object: OBJECT,
      origin: 'created',
      at: 1,
    },
  ],
  [
    'https://files.example.com/gone.png',
    {
      address: 'https://files.example.com/gone.png',
      outcome: 'failed',
      why: 'gone',
      message: '404',
      tries: 1,
      at: 1,
    },
  ],
]);
const find = findCopyOf({ find: (key) => entries.get(key) }, spec);

test('finds the copy of an address however it is signed, or why there is none', () => {
  const copy = {
    outcome: 'copied',
    url: `https://cdn.example.com/chat/${OBJECT}`,
    type: 'image/png',
    bytes: 5,
  };
  expect(find('https://files.example.com/a.png')).toEqual(copy);
  expect(find('private+https://files.example.com/a.png')).toEqual(copy);
  expect(find('https://files.example.com/a.png?X-Amz-Signature=1&X-Amz-Date=2')).toEqual(copy);
  expect(find('https://files.example.com/gone.png')).toEqual({ outcome: 'failed', why: 'gone' });
});

test('keeps the hosts that the pipeline names, and the copies themselves', () => {
  for (const address of [
    'https://img.example.com/a.png',
    'https://IMG.example.com:443/a.png',
    'https://a.b.static.example/a.png',
    'https://127.0.0.1:8443/a.png',
    `https://cdn.example.com/chat/${OBJECT}`,
  ])
    expect(find(address), address).toEqual({ outcome: 'kept' });
  for (const address of [
    'https://static.example/a.png',
    'https://evil-static.example/a.png',
    'https://127.0.0.1:8444/a.png',
    'https://img.example.com.evil.example/a.png',
    'https://img.example.com@evil.example/a.png',
    'https://cdn.example.com/chatter/a.png',
  ])
    expect(find(address).outcome, address).toBe('unknown');
});

test('says of what nobody has tried how its copy will look', () => {
  const zeros = `https://cdn.example.com/chat/00/${'0'.repeat(64)}`;
  for (const [address, ending] of [
    ['https://a.example/b.JPG?x=1', 'jpg'],
    ['https://a.example/', 'bin'],
    ['export:///photos/a%20b.webp', 'webp'],
    ['data:text/plain,abc', 'bin'],
    ['no address', 'bin'],
  ] as const)
    expect(find(address)).toEqual({ outcome: 'unknown', placeholder: `${zeros}.${ending}` });
});
