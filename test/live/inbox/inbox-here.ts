import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InboxEvent, InboxReader, ReceivedEvent } from '../../../src/features/live/inbox/inbox.ts';
import type { InboxPlace } from '../../../src/features/live/inbox/inbox-place.ts';
import { openInboxReader } from '../../../src/features/live/inbox/open-inbox-reader.ts';
import { openInboxWriter } from '../../../src/features/live/inbox/open-inbox-writer.ts';
import type { Side } from '../../../src/features/live/side.ts';
import { realSystem, type System } from '../../../src/system/system.ts';

/** An inbox in a folder of its own, which goes with it. */
export class InboxHere implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'chatferry-inbox-'));
  readonly place: InboxPlace = { folder: this.folder, keepMs: 1_000 };

  writer(system: System = realSystem) {
    return openInboxWriter(this.place, system);
  }

  reader(system: System = realSystem) {
    return openInboxReader(this.place, system);
  }

  /** The paths of the segments of a side, the oldest first. */
  segments(side: Side = 'old'): readonly string[] {
    const folder = join(this.folder, 'live/in');
    return readdirSync(folder)
      .filter((name) => name.startsWith(`${side}-`))
      .toSorted()
      .map((name) => join(folder, name));
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** An event with a text as its body. */
export const eventOfText = (text: string, side: Side = 'old', receivedAt = 1_000): ReceivedEvent => ({
  side,
  receivedAt,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(text),
});

export const textOf = ({ body }: Pick<ReceivedEvent, 'body'>): string => body.toString();

/** Everything that waits on a side, without marking it. */
export async function allWaiting(reader: InboxReader, side: Side = 'old'): Promise<readonly InboxEvent[]> {
  const events: InboxEvent[] = [];
  const taken = new Set<number>();
  for (;;) {
    const more = await reader.take(side, 100, taken);
    if (more.length === 0) return events;
    for (const event of more) {
      events.push(event);
      taken.add(event.seq);
    }
  }
}
