import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { UndoDone, UndoPreview } from '../../../src/features/undo/undo-document.ts';
import type { ServiceHere } from '../../support/service-here.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A row without what the service changes by itself. */
export const shown = (row: object): Row => {
  const { updatedAt: _, updatedBy: __, lastActiveAt: ___, ...rest } = row as Row;
  return rest;
};
export const put = ({ folder }: ServiceHere, name: string, text: string): void =>
  writeFileSync(join(folder, name), text);
export const stateOf = ({ folder }: ServiceHere): string => join(folder, '.chatferry/here');
export const formerOf = (here: ServiceHere): string => join(stateOf(here), 'former.ndjson');

export async function sync(here: ServiceHere): Promise<void> {
  const { exitCode, result } = await here.json('run', '--yes');
  expect(exitCode, JSON.stringify(result)).toBe(0);
}

export async function undo(here: ServiceHere): Promise<{ planned: UndoPreview; done: UndoDone }> {
  const { result: planned } = await here.json<UndoPreview>('undo');
  const { exitCode, result: done } = await here.json<UndoDone>('undo', '--confirm', String(planned.confirm));
  expect(exitCode, JSON.stringify(done)).toBe(0);
  const { result: again } = await here.json<UndoPreview>('undo');
  expect(again.next).toBe('nothing is left to do');
  expect(existsSync(formerOf(here))).toBe(false);
  return { planned, done };
}
