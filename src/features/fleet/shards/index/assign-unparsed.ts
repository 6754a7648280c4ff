import type { Step } from '../../../../delivery/plan.ts';
import { conversationOf } from '../../../../input/entities/conversation.ts';
import type { Mapping } from '../../../../input/rows/mapping.ts';
import { type Bounds, PLAIN } from '../../../../input/rows/record.ts';
import { fingerprintOf } from '../../../../keys/fingerprint64.ts';
import { rulesOf } from '../../../../prefilter/rules.ts';
import { type Division, shardOf } from './assign-to-shards.ts';

/** Decides which shard a record belongs to, by its bytes; undefined if that needs a row. */
export type AssignUnparsed = (record: Bounds) => number | undefined;

/** Columns of the cells that decide. */
type Columns = Readonly<Record<'muid' | 'sender' | 'receiver' | 'receiverType', number>>;

/**
 * Divides messages of a file as `assignToShards` does, as far as their cells are plain: most are, and no row is made of them.
 * @param names of the cells of a record, in order; the list may grow
 * @returns undefined if all of its records need rows
 */
export function assignUnparsed(
  { entity, mappings }: Step,
  names: readonly string[],
  file: number,
  { shards, muids, isContested }: Division,
): AssignUnparsed | undefined {
  const mapping = mappings[file] as Mapping;
  const at = entity.name === 'messages' && !mapping.leftOut ? columnsOf(mapping, names, entity) : undefined;
  if (!at) return undefined;
  return (record) => {
    const sender = idIn(record, at.sender);
    const receiver = idIn(record, at.receiver);
    const receiverType = idIn(record, at.receiverType);
    const { starts, ends, forms, bytes } = record;
    if (
      sender === undefined ||
      receiver === undefined ||
      receiverType === undefined ||
      forms[at.muid] !== PLAIN
    )
      return undefined;
    const { lo, hi } = fingerprintOf(bytes, starts[at.muid] as number, ends[at.muid] as number);
    if (muids.has(lo, hi) || isContested(lo, hi)) return undefined;
    const shard = shardOf(conversationOf({ sender, receiver, receiverType }), shards);
    muids.land(lo, hi, shard, record.line, file);
    return shard;
  };
}

function columnsOf(mapping: Mapping, names: readonly string[], entity: Step['entity']): Columns | undefined {
  const rules = rulesOf(entity, mapping, names);
  const column = (field: string): number => {
    const rule = rules?.find((each) => each.field === field);
    const { kind } = rule?.cellRule ?? {};
    const isItself =
      kind === 'key' || kind === 'word' || (rule?.cellRule.kind === 'id' && !rule.cellRule.affixes);
    return rule && isItself ? rule.column : -1;
  };
  const found = {
    muid: column('muid'),
    sender: column('sender'),
    receiver: column('receiver'),
    receiverType: column('receiverType'),
  };
  return Object.values(found).every((each) => each >= 0) ? found : undefined;
}

const CAPITALS = { from: 0x41, to: 0x5a } as const;

/** An id of small letters, digits and the like, which is in its cell as it is; undefined for all others. */
function idIn({ bytes, starts, ends, forms }: Bounds, column: number): string | undefined {
  if (forms[column] !== PLAIN) return undefined;
  const [start, end] = [starts[column] as number, ends[column] as number];
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte <= 0x20 || byte > 0x7e || (byte >= CAPITALS.from && byte <= CAPITALS.to)) return undefined;
  }
  return bytes.toString('latin1', start, end);
}
