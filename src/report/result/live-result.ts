import { z } from 'zod';

const count = z.int().nonnegative();
const time = z.string().describe('RFC 3339');

/** A system that is kept alike with the other one. */
export const liveSide = z.enum(['old', 'new']).describe('old: the old system; new: the service');

const direction = z
  .object({
    received: count.describe('events that were received: the sum of all others but conflicts and echoes'),
    duplicate: count,
    unchanged: count.describe('what they say was so already, echoes among them'),
    folded: count.describe('a later event about the same was written in their place'),
    created: count,
    updated: count,
    removed: count,
    skipped: count.describe('they move nothing, or the pipeline leaves them out'),
    dead: count.describe('they could not be written and are kept'),
    waiting: count,
    conflicts: count.describe('both sides had changed the same'),
    echoes: count.describe('events of what we wrote ourselves'),
  })
  .describe('events of one direction since capture began');

const milliseconds = z.number().nonnegative();

/** The member `live` of a result. */
export const liveResultSchema = z
  .object({
    phase: z.enum(['capture', 'bulk', 'catch-up', 'live', 'switch', 'switched', 'stopped']),
    since: time,
    captureSince: time.describe('when events began to be received'),
    proven: z.partialRecord(liveSide, time).describe('when the first genuine event of each side came in'),
    isFrozen: z.boolean().exactOptional().describe('whether people are kept from writing on the old side'),
    forward: direction,
    back: direction.exactOptional(),
    lagMs: z
      .object({
        p50: milliseconds,
        p95: milliseconds,
        max: milliseconds,
        oldestWaiting: milliseconds.exactOptional(),
      })
      .describe('from the receipt of the last events to their writing, milliseconds'),
    badSignatures: count,
    refused: z
      .object({
        tooLarge: count,
        malformed: count.describe('its body is not what its header says'),
        unsupportedEncoding: count,
        incomplete: count.describe('the connection ended before'),
        unavailable: count.describe('nothing could be stored: the disk, the backlog, or it was ending'),
      })
      .describe('requests at the right address that were not taken; lists find what they would have said'),
    gaps: z
      .array(z.object({ side: liveSide, from: time, to: time, closed: z.boolean() }))
      .describe('times in which nobody received events; closed once they were listed'),
    dead: z
      .array(
        z.object({
          side: liveSide,
          seq: count,
          code: z.string(),
          message: z.string(),
          about: z.string(),
          at: time,
        }),
      )
      .describe('the last events that could not be written'),
  })
  .describe('how two systems are kept alike');

/** The state of two systems that are kept alike, as results show it. */
export type LiveResult = z.infer<typeof liveResultSchema>;
