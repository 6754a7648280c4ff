import { readFileSync } from 'node:fs';
import type { LaneWork } from '../../../src/features/live/pass/lane-writer.ts';
import type { Side } from '../../../src/features/live/side.ts';
import { writerHere } from './writer-here.ts';

/** Writes the work in a JSON file, and prints what became of it: a process that can be killed. */
const [file = '', to, work = ''] = process.argv.slice(2);
{
  await using writer = await writerHere(file, to as Side);
  const signal = new AbortController().signal;
  const outcomes = await writer.write(JSON.parse(readFileSync(work, 'utf8')) as LaneWork, signal);
  console.log(
    JSON.stringify(outcomes.map(({ entity, key, outcome }) => `${entity} ${key} ${outcome.status}`)),
  );
}
