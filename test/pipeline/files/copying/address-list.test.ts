import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AddressList } from '../../../../src/pipeline/files/copying/address-list.ts';
import { realFiles } from '../../../../src/system/files.ts';

/** Which form of an address is asked. */

const NOW = Date.parse('2026-01-01T00:00:00Z');
const FILE = 'https://h.example/files/8f3e01/a.png';
const signed = (seconds: number): string =>
  `${FILE}?Expires=${NOW / 1_000 + seconds}&Signature=x&Key-Pair-Id=k`;

/** Addresses of a list that were added one a second. */
function asked(...addresses: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'addresses-'));
  try {
    using list = AddressList.make(join(folder, 'a.sqlite'), realFiles, NOW);
    for (const [at, address] of addresses.entries()) list.add({ address, kind: 'attachments', at });
    return [...list.all()].map(({ address }) => address);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('two tokens that may lead to two files are asked both; of one file the newest token is asked', () => {
  const two = ['AAA', 'BBB'].map((token) => `https://h.example/thumb.jpg?jwt=${token}`);
  expect(asked(...two)).toEqual(two);
  expect(asked(`${FILE}?token=old`, `${FILE}?token=new`)).toEqual([`${FILE}?token=new`]);
});

test('the form that is signed for the longest time is asked, an unsigned one before one that is over, a login last', () => {
  expect(asked(signed(60), signed(600), signed(300))).toEqual([signed(600)]);
  expect(asked(FILE, signed(-60))).toEqual([FILE]);
  expect(asked(signed(-60), 'https://ann:secret@h.example/files/8f3e01/a.png')).toEqual([signed(-60)]);
  expect(asked('https://ann:secret@h.example/files/8f3e01/a.png', FILE)).toEqual([FILE]);
});
