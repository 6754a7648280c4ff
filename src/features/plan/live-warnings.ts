import { oldSystemOf } from '../../pipeline/live/live-fault.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';

/** Records whose fields of an app are compared with nothing, by old system. */
const UNCARRIED: Readonly<Record<string, string>> = {
  stream: 'a message (custom fields)',
  sendbird: 'a user, a channel or a message (data, custom type, metadata)',
  twilio: 'a user, a conversation or a message (attributes)',
};

/**
 * Sentences about keeping two systems alike: what notifies people, and what is not carried. None for a pipeline that does not
 * say `live`.
 */
export function liveWarnings(pipeline: Pick<Pipeline, 'live' | 'pull' | 'sources'>): readonly string[] {
  const { live, pull } = pipeline;
  if (!live) return [];
  const uncarried = UNCARRIED[oldSystemOf(pipeline) ?? ''];
  const { write, direction, back } = live;
  return [
    ...(write === 'import'
      ? []
      : [
          'live: once both systems are alike, new messages are sent as an app sends them, and may notify people',
        ]),
    ...(direction === 'both' && back.push ? ['live: the old system notifies people, too (back.push)'] : []),
    direction === 'forward'
      ? 'live: what people write in the new system is not carried back to the old one'
      : 'live: what is carried back has the time of its writing there; receipts, friends and blocks are not carried back',
    ...(uncarried === undefined
      ? []
      : [`live: a change of nothing but what an app has noted on ${uncarried} is not carried`]),
    ...(pull
      ? []
      : [
          'live: the old system cannot be asked (no api): a time without a receiver stays a gap, and a switch is refused',
        ]),
  ];
}
