import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { resultSchema } from '../../../src/report/result/result-schema.ts';
import { runHere } from '../../support/command-here.ts';
import { copiesHere, messagesWith } from './copies-here.ts';

const ADDRESSES = [
  ...['a', 'b', 'c'].map((name) => `https://cdn.example.com/${name}.png`),
  'https://cdn.example.com/a.png',
  'https://cdn.example.com/signed.png?X-Amz-Date=20200101T000000Z&X-Amz-Expires=60&X-Amz-Signature=secret1',
  'https://cdn.example.com/signed.png?X-Amz-Date=20200102T000000Z&X-Amz-Expires=60&X-Amz-Signature=secret2',
  'https://10.0.0.7/inside.png',
  'http://plain.example.com/a.png',
  'https://keep.example.com/a.png',
];

test('a dry run says what stands against the addresses of files, without a request and without a secret', async () => {
  await using here = await copiesHere({
    files: messagesWith(ADDRESSES),
    rules: 'keep: [keep.example.com]',
  });
  await here.copied('https://cdn.example.com/a.png', 'a');
  await here.failed('https://cdn.example.com/b.png', 'gone');
  const { exitCode, result } = await here.json<Report>('validate');
  expect(exitCode).toBe(0);
  expect(resultSchema.parse(result).fileAddresses).toEqual({
    found: 9,
    addresses: 7,
    known: 1,
    failedBefore: 1,
    kept: 1,
    todo: 1,
    refused: 2,
    expired: 1,
    needsHeader: 0,
    hosts: [
      { host: 'cdn.example.com', addresses: 4, refused: 0, expired: 1, needsHeader: 0 },
      { host: '10.0.0.7', addresses: 1, refused: 1, expired: 0, needsHeader: 0 },
      { host: 'plain.example.com', addresses: 1, refused: 1, expired: 0, needsHeader: 0 },
      { host: 'keep.example.com', addresses: 1, refused: 0, expired: 0, needsHeader: 0 },
    ],
    refusedBy: { 'it is in a private network': 1, 'it is not https': 1 },
  });
  const { stdout } = await runHere(['validate', here.pipeline]);
  const text = stdout.replaceAll(/\s+/g, ' ');
  expect(text).toContain(
    'files: 7 addresses in 9 places: 1 to copy, 1 copied before, 1 failed before, 1 left where they are',
  );
  expect(text).toContain(
    '2 addresses of files will not be asked (1: it is in a private network; 1: it is not https)',
  );
  expect(text).toContain('1 address of files signed for a time that is over');
  expect(stdout + JSON.stringify(result)).not.toMatch(/secret\d|Signature/);
  expect(here.asked).toEqual([]);
});

test('without files in the pipeline a dry run says nothing of them', async () => {
  await using here = await copiesHere({ files: messagesWith(ADDRESSES), isOff: true });
  expect((await here.json<Report>('validate')).result.fileAddresses).toBeUndefined();
});
