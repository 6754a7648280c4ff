import type { RunCodeText } from './code.ts';

/** Codes of keeping two systems alike, and of events that could not be written. */
export const liveCodes = {
  'LIVE.UNSUPPORTED': {
    exit: 'precondition',
    cause: 'This old system has no events that are read here.',
    fix: 'move it in a freeze: docs/operating/cut-over.md',
    example: 'live: {}, and system: discord',
  },
  'LIVE.ONE_WAY': {
    exit: 'precondition',
    cause: 'Nothing is written to this old system.',
    fix: 'live: { direction: forward }',
    example: 'direction: both, and system: twilio',
  },
  'LIVE.POLICY': {
    exit: 'precondition',
    cause: 'Reactions and pins come one by one: metadata would need all of them.',
    fix: 'policies: { reactions: write, pins: write }, or drop',
    example: 'live: {}, and reactions: metadata',
  },
  'LIVE.LISTEN': {
    exit: 'precondition',
    cause: 'The receiver cannot listen there.',
    fix: 'check live.listen: another program may have the port',
    example: 'a second receiver on the same port',
  },
  'LIVE.PLAIN_EXPOSED': {
    exit: 'precondition',
    cause: 'Other machines would reach the receiver without TLS.',
    fix: 'add live.listen.tls, or listen on 127.0.0.1 behind a proxy',
    example: 'listen: { host: 0.0.0.0 }',
  },
  'LIVE.PUBLIC_URL': {
    exit: 'precondition',
    cause: 'Nobody can tell the systems where to send events.',
    fix: 'add live.publicUrl, the https address of your proxy',
    example: 'hooks: set, without publicUrl',
  },
  'LIVE.SECRET': {
    exit: 'precondition',
    cause: 'The secret is missing that shows that events are genuine.',
    fix: 'add live.old.secrets, or live.service.password',
    example: 'service: { user: chatferry }',
  },
  'LIVE.PHASE': {
    exit: 'precondition',
    cause: 'The command does not fit the phase.',
    fix: 'chatferry live status <pipeline>',
    example: 'live switch before people talk',
  },
  'LIVE.GAP': {
    exit: 'state',
    cause: 'Events of some time may be missing, and nothing can list them.',
    fix: 'add sources.export.api, or export again, after events are received;  --exported-at TIME  says when it was made',
    example: 'an export from before the first event',
  },
  'LIVE.NOT_DRAINED': {
    exit: 'temporary',
    cause: 'The old system was not quiet in time.',
    fix: 'run it again with a longer  --within, or  --freeze',
    example: 'live switch while people write',
  },
  'LIVE.DEAD': {
    exit: 'rejected',
    cause: 'Some events could not be written; they are kept.',
    fix: 'chatferry live retry <pipeline>',
    example: 'live stop, and an event names no message',
  },
  'LIVE.EVENT_UNKNOWN': {
    exit: 'rejected',
    cause: 'The event is of a kind that is not read here.',
    fix: 'it is kept; a later version may read it:  chatferry live retry <pipeline>',
    example: 'type: poll.closed',
  },
  'LIVE.EVENT_MALFORMED': {
    exit: 'rejected',
    cause: 'The event is signed, but is no JSON, or lacks what its kind has.',
    fix: 'report it:  chatferry live retry <pipeline>  reads it again',
    example: 'a message without an id',
  },
  'LIVE.PARENT_MISSING': {
    exit: 'rejected',
    cause: 'The message that a reaction or a pin is of is in neither system.',
    fix: 'import it, then  chatferry live retry <pipeline>',
    example: 'a reaction to a message from before since',
  },
  'LIVE.CONFLICT': {
    exit: 'rejected',
    cause: 'Both systems have a user or a group of this id, each made there by somebody else.',
    fix: 'remove or rename one of them, then  chatferry live retry <pipeline>',
    example: 'a group that people make in both apps under one id',
  },
  'LIVE.REFUSED': {
    exit: 'rejected',
    cause: 'The old system refuses what people wrote in the service.',
    fix: 'correct it there, then  chatferry live retry <pipeline>',
    example: 'a text that is too long for it',
  },
} as const satisfies Readonly<Record<string, RunCodeText>>;
