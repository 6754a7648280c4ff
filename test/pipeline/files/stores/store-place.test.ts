import { expect, test } from 'vitest';
import { filesSpecOf } from '../../../../src/pipeline/files/files-spec.ts';
import { isSameStore, storePlaceOf } from '../../../../src/pipeline/files/stores/store-place.ts';

const placeOf = (to: string, endpoint?: string, region?: string) =>
  storePlaceOf(
    filesSpecOf(
      {
        to,
        publicUrl: 'https://files.example/chat',
        ...(endpoint === undefined ? {} : { endpoint }),
        ...(region === undefined ? {} : { region }),
      },
      '/srv/chat',
    ),
  );

test.each([
  [placeOf('./public'), placeOf('public')],
  [placeOf('./public'), placeOf('public/')],
  [placeOf('./public'), placeOf('./x/../public')],
  [placeOf('./public'), placeOf('/srv/chat/public')],
  [placeOf('s3://b/chat'), placeOf('s3://b/chat/')],
  [placeOf('s3://b/chat'), placeOf('s3://b//chat')],
  [placeOf('s3://b'), placeOf('s3://b/')],
  [placeOf('s3://b/chat', 'https://store.example'), placeOf('s3://b/chat', 'https://store.example/')],
  [placeOf('s3://b/chat', 'https://store.example'), placeOf('s3://b/chat', 'https://STORE.example:443')],
  [
    placeOf('s3://b/chat', undefined, 'eu-west-1'),
    placeOf('s3://b/chat', 'https://s3.eu-west-1.amazonaws.com'),
  ],
  [placeOf('s3://b/chat'), placeOf('s3://b/chat', 'https://s3.amazonaws.com')],
  [placeOf('s3://b/chat'), placeOf('s3://b/chat', 'https://s3.dualstack.eu-west-1.amazonaws.com')],
])('%j is the same store as %j', (one, other) => {
  expect([isSameStore(one, other), isSameStore(other, one)]).toEqual([true, true]);
});

test.each([
  [placeOf('./public'), placeOf('./public/chat')],
  [placeOf('./public'), placeOf('s3://public')],
  [placeOf('s3://b/chat'), placeOf('s3://b')],
  [placeOf('s3://b/chat'), placeOf('s3://c/chat')],
  [placeOf('s3://b/chat'), placeOf('s3://b/chat', 'https://store.example')],
  [placeOf('s3://b/chat', 'https://store.example'), placeOf('s3://b/chat', 'https://store.example:9000')],
  [placeOf('s3://b/chat', 'https://store.example/one'), placeOf('s3://b/chat', 'https://store.example/two')],
  [placeOf('s3://b/chat', undefined, 'cn-north-1'), placeOf('s3://b/chat')],
])('%j is another store than %j', (one, other) => {
  expect([isSameStore(one, other), isSameStore(other, one)]).toEqual([false, false]);
});
