import type { Pipeline } from '../../pipeline/pipeline.ts';

/**
 * Sentences about keeping two systems alike: what notifies people, and what is not carried. None for a pipeline that does not
 * say `live`.
 */
export function liveWarnings({ live, pull }: Pick<Pipeline, 'live' | 'pull'>): readonly string[] {
  if (!live) return [];
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
    ...(pull
      ? []
      : [
          'live: the old system cannot be asked (no api): a time without a receiver stays a gap, and a switch is refused',
        ]),
  ];
}
