import type {
  LaneOutcome,
  LaneWriter,
  LiveRow,
  LiveRows,
} from '../../../src/features/live/pass/lane-writer.ts';
import { openLaneWriter } from '../../../src/features/live/pass/open-lane-writer.ts';
import { loadPipeline } from '../../../src/pipeline/pipeline.ts';
import { appOf } from '../../origins/stream/stream-app.ts';
import { type StreamHere, streamHere } from '../../origins/stream/stream-here.ts';
import { contextHere } from './writer-here.ts';

export const never = new AbortController().signal;
const SENT = 1_780_000_000;

/** An app with people and channels of its own, which is the old side of a pipeline. */
export const oldStream = (): Promise<StreamHere> =>
  streamHere({
    app: appOf([
      { type: 'user', item: { id: 'Bob Smith', name: 'Bob', created_at: '2026-01-01T00:00:00Z' } },
      { type: 'user', item: { id: 'eve', name: 'Eve', created_at: '2026-01-01T00:00:00Z' } },
      {
        type: 'channel',
        item: {
          id: 'fun',
          type: 'messaging',
          created_by: 'eve',
          name: 'Fun',
          created_at: '2026-01-01T00:00:00Z',
        },
      },
      {
        type: 'member',
        item: {
          channel_type: 'messaging',
          channel_id: 'fun',
          user_id: 'eve',
          created_at: '2026-01-01T00:00:00Z',
        },
      },
      {
        type: 'message',
        item: {
          channel_type: 'messaging',
          channel_id: 'fun',
          id: 'old-1',
          user: 'eve',
          text: 'from before',
          type: 'regular',
          created_at: '2026-01-01T00:00:00.000000Z',
        },
      },
    ]),
    rest: 'policies: { reactions: write, pins: write }\nlive: { direction: both, publicUrl: "https://relay.example.io" }',
  });

export const streamWriter = ({ here }: StreamHere): Promise<LaneWriter> =>
  openLaneWriter({ pipeline: loadPipeline(here.pipeline, {}), to: 'old' }, contextHere());

export const message = (muid: string, text: string, more: LiveRow = {}): LiveRow => ({
  muid,
  sender: 'ann',
  receiver: 'team',
  receiverType: 'group',
  sentAt: SENT,
  type: 'text',
  data: { text },
  ...more,
});

/** People, a group and messages of the service. */
export const people: LiveRows = {
  users: [
    { uid: 'ann', name: 'Ann', avatar: 'https://a.example/ann.png' },
    { uid: 'ben', name: 'Ben' },
  ],
  groups: [{ guid: 'team', name: 'Team', type: 'private', owner: 'ann', metadata: { colour: 'red' } }],
  members: [
    { guid: 'team', uid: 'ann', scope: 'admin' },
    { guid: 'team', uid: 'ben', scope: 'participant' },
  ],
  messages: [message('new-1', 'hello'), message('new-2', 'hi', { sender: 'ben', parentMuid: 'new-1' })],
  reactions: [{ muid: 'new-1', uid: 'ben', reaction: 'love' }],
};

export const said = (outcomes: readonly LaneOutcome[]): readonly string[] =>
  outcomes.map(({ entity, key, outcome }) => `${entity} ${key} ${outcome.status}`);
