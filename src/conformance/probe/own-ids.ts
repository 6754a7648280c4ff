/** The start of every id that a probe makes: nothing else is ever changed or removed. */
export const PROBE_PREFIX = 'chatferry-probe-';

const OWN_ID = /^chatferry-probe-([0-9a-f]{8})-[a-z]+$/;

/** The token of an id that has exactly the form of a probe's; undefined for every other one. */
export const tokenOf = (id: string): string | undefined => OWN_ID.exec(id)?.[1];

/** The users that a probe makes; `made` only exists if the details of a row create users. */
const USERS = [
  'ann',
  'bob',
  'cat',
  'dan',
  'eve',
  'gone',
  'made',
  'odd',
  'out',
  'sue',
  'upper',
  'wide',
] as const;

export type ProbeUser = (typeof USERS)[number];

/** The ids and times of one probe. */
export type OwnIds = {
  readonly token: string;
  readonly uids: readonly string[];
  readonly guid: string;
  readonly uid: (name: ProbeUser) => string;
  readonly muid: (name: string) => string;
  /** Unix time in seconds, so many days before the probe. */
  readonly daysAgo: (days: number) => number;
};

/**
 * The ids of a probe.
 * @param token eight hexadecimal digits
 * @param nowMs when it began, epoch milliseconds
 */
export function ownIds(token: string, nowMs: number): OwnIds {
  const own = (name: string): string => `${PROBE_PREFIX}${token}-${name}`;
  const nowS = Math.floor(nowMs / 1_000);
  return {
    token,
    uids: USERS.map(own),
    guid: own('room'),
    uid: own,
    muid: (name) => own(`m-${name}`),
    daysAgo: (days) => nowS - days * 86_400,
  };
}
