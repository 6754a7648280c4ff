import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type { Plan } from '../../src/delivery/plan.ts';
import { openPlan } from '../../src/pipeline/open-plan.ts';
import { parsePipeline } from '../../src/pipeline/pipeline.ts';
import { routesOf } from '../../src/session/connect.ts';
import { realFiles } from '../../src/system/files.ts';
import { pick, type Random, seeded } from '../support/random.ts';

const NOW = Date.parse('2026-03-01T00:00:00Z');
const MESSAGES = 3_000;
const PARTS = [
  'word',
  ' ',
  '"',
  '\\',
  '\n',
  '\r\n',
  '\t',
  'é',
  '明日',
  '🙂',
  ',',
  '/',
  '{"a":1}',
  '\u2028',
  'x'.repeat(40),
];
/** Rarely: what makes a text wrong, or a record long. */
const ODD = ['\u0007', '\u202e', 'y'.repeat(3_000), 'z'.repeat(140_000), ''];

function textOf(random: Random): string {
  if (random() < 0.01) return pick(random, ODD);
  return Array.from({ length: 1 + Math.floor(random() ** 3 * 60) }, () => pick(random, PARTS)).join('');
}

/** Writes thousands of rows; returns what opens their plan. */
export async function writeLongTables(
  folder: string,
  format: 'csv' | 'ndjson',
  seed: number,
): Promise<() => Promise<Plan>> {
  const random = seeded(seed);
  const uids = Array.from({ length: 60 }, (_, n) =>
    n % 4 === 0 ? `User-${n}` : `u${'_'.repeat(n % 20)}${n}`,
  );
  const guids = Array.from({ length: 20 }, (_, n) => `room-${n}`);
  const tables = {
    users: uids.map((uid) => ({ uid, name: `The "${uid}"`, createdAt: '1600000000' })),
    groups: guids.map((guid) => ({ guid, name: guid, type: pick(random, ['public', 'private', '']) })),
    members: uids.flatMap((uid) =>
      guids.map((guid) => ({
        guid,
        uid,
        joinedAt: '1650000000',
        isBanned: pick(random, ['', 'true', 'false']),
      })),
    ),
    messages: Array.from({ length: MESSAGES }, (_, n) => {
      const toGroup = random() < 0.5;
      return {
        muid: random() < 0.01 ? 'm-1' : pick(random, [`m-${n}`, `m"${n}`, `é${n}`, `m-${n}`, `m-${n}`]),
        sender: random() < 0.01 ? 'nobody' : pick(random, uids),
        receiver: pick(random, toGroup ? guids : uids),
        receiverType: toGroup ? 'group' : 'user',
        sentAt: pick(random, ['1700000000', '2024-02-28T10:00:00Z', '2024-06-01 12:00:00.5+02:00']),
        text: textOf(random),
      };
    }),
  };
  const lineEnd = pick(random, ['\n', '\r\n']);
  const sources: string[] = [];
  for (const [entity, rows] of Object.entries(tables)) {
    const text =
      format === 'csv'
        ? stringify(rows, { header: true, record_delimiter: lineEnd })
        : rows.map((row) => JSON.stringify(row) + lineEnd).join('');
    await writeFile(join(folder, `${entity}.${format}`), text);
    sources.push(`  ${entity}: { path: ${entity}.${format} }`);
  }
  const text = ['version: 1', 'name: long', 'target: sandbox', 'sources:', ...sources].join('\n');
  const pipeline = parsePipeline(text, join(folder, 'pipeline.yaml'), {});
  return () =>
    openPlan(pipeline, { routes: routesOf(pipeline), nowMs: NOW, strict: false, files: realFiles });
}
