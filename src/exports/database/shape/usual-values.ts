/** Usual meaning of the values of a column with the type of a conversation. */
export const usualTypes: Readonly<Record<string, 'public' | 'private' | 'direct'>> = {
  public: 'public',
  channel: 'public',
  open: 'public',
  publicchannel: 'public',
  broadcast: 'public',
  private: 'private',
  group: 'private',
  p: 'private',
  room: 'private',
  privatechannel: 'private',
  team: 'private',
  closed: 'private',
  dm: 'direct',
  direct: 'direct',
  im: 'direct',
  d: 'direct',
  self: 'direct',
  groupdm: 'direct',
  mpim: 'direct',
  onetoone: 'direct',
  '1to1': 'direct',
  '11': 'direct',
  oneonone: 'direct',
  '1on1': 'direct',
  personal: 'direct',
  pair: 'direct',
  dual: 'direct',
  directmessage: 'direct',
  single: 'direct',
  user: 'direct',
  chat: 'direct',
};

/** Meaning of a column of yes and no for a conversation. */
export const flagTypes: Readonly<
  Record<string, readonly ['public' | 'private' | 'direct', 'public' | 'private' | 'direct']>
> = {
  isprivate: ['private', 'public'],
  isgroup: ['private', 'direct'],
  isdirect: ['direct', 'private'],
  ispublic: ['public', 'private'],
  isgroupchat: ['private', 'direct'],
  isdm: ['direct', 'private'],
};

/** Kinds of messages that nobody wrote. */
export const usualSystem = ['system', 'system_*', 'event', 'service', 'join', 'leave'] as const;

/** Values of the status or the kind of a message which say that somebody took it back, or that it was never sent. */
export const deletedValues: ReadonlySet<string> = new Set([
  'deleted',
  'removed',
  'unsent',
  'recalled',
  'revoked',
  'retracted',
]);
export const unsentValues: ReadonlySet<string> = new Set(['draft', 'scheduled']);

/** Kinds of messages that only some of those inside may see. */
export const internalValues: ReadonlySet<string> = new Set([
  'note',
  'internal',
  'internal_note',
  'internal-note',
  'internalnote',
  'private_note',
  'private-note',
  'privatenote',
  'staff_note',
  'agent_note',
  'whisper',
]);
