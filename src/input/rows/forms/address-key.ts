import { createHash } from 'node:crypto';

/** A member of a query: as it is written, and its name in lower case and its value as they are meant. */
type Member = { readonly raw: string; readonly name: string; readonly value: string };

/** The members of an address by name. */
type Members = ReadonlyMap<string, string>;

/** A way in which stores of files sign addresses: how it is known, and the members that belong to it alone. */
type Signature = {
  isIn(members: Members, host: string): boolean;
  readonly members: Pick<RegExp, 'test'>;
  /** When it ends, in milliseconds since 1970. */
  ends?(members: Members): number | undefined;
};

const NOTHING = /(?!)/;

const HEX = /^[0-9a-f]+$/i;

const has = (members: Members, ...names: readonly string[]): boolean =>
  names.every((name) => members.get(name));
const hasOne = (members: Members, ...names: readonly string[]): boolean =>
  names.some((name) => members.get(name));

/** Signatures with a date and a number of seconds, as those of S3. */
const dated = (begin: string, names: RegExp): Signature => ({
  isIn: (members) => has(members, `${begin}signature`) || has(members, `${begin}expires`),
  members: { test: (name) => name.startsWith(begin) && names.test(name.slice(begin.length)) },
  ends: (members) => {
    const [, y, m, d, h, min, s] =
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(members.get(`${begin}date`) ?? '') ?? [];
    const seconds = Number(members.get(`${begin}expires`) || Number.NaN);
    return asTime(Date.parse(`${y}-${m}-${d}T${h}:${min}:${s}Z`) + seconds * 1_000);
  },
});

/** Members that are a time in seconds or milliseconds since 1970. */
const ENDS = ['expires', 'expiry', 'exp', 'e'];

/** Members that seal such a time; each of them alone may mean anything. */
const SEALS = ['signature', 'sig', 'sign', 'hmac', 'token', 'auth', 'md5', 'hash', 'st'];

/** The time that is sealed, and its seal. */
function sealed(members: Members): readonly [end: string, seal: string] | undefined {
  const end = ENDS.find((name) => secondsOf(members.get(name)) !== undefined);
  const seal = SEALS.find((name) => has(members, name));
  return end !== undefined && seal !== undefined ? [end, seal] : undefined;
}

const SIGNATURES: readonly Signature[] = [
  dated('x-amz-', /./),
  dated('x-goog-', /./),
  dated(
    'x-oss-',
    /^(?:signature|signature-version|credential|date|expires|additional-headers|security-token)$/,
  ),
  // Members of S3 that nothing else has, without the rest; and the name of the call, which its libraries add.
  {
    isIn: (members) => [...members.keys()].some((name) => /^x-(?:amz|goog)-/.test(name)),
    members: /^x-(?:amz|goog)-|^x-id$/,
  },
  // CloudFront, Google and S3 as they were; Alibaba.
  {
    isIn: (members) =>
      has(members, 'signature') &&
      hasOne(
        members,
        'expires',
        'policy',
        'key-pair-id',
        'googleaccessid',
        'awsaccesskeyid',
        'ossaccesskeyid',
      ),
    members:
      /^(?:expires|signature|policy|key-pair-id|(?:google|aws|oss)access(?:key)?id|security-token|hash-algorithm)$/,
    ends: (members) => secondsOf(members.get('expires')) ?? endOfPolicy(members.get('policy')),
  },
  {
    isIn: (members, host) => has(members, 'expires', 'signature') && /(?:^|\.)intercomcdn\.\w+$/.test(host),
    members: /^req$/,
  },
  // Azure.
  {
    isIn: (members) => has(members, 'sig', 'sv') && hasOne(members, 'se', 'si'),
    members: /^(?:s[vprest]|ss|srt|spr|si[pg]?|sk(?:oid|tid|[test]|v)|s[acu]oid|scid|sdd|ses)$/,
    ends: (members) => asTime(Date.parse(members.get('se') ?? '')),
  },
  // Discord.
  {
    isIn: (members) => ['ex', 'hm'].every((name) => HEX.test(members.get(name) ?? '')),
    members: /^(?:ex|is|hm)$/,
    ends: (members) => hexSeconds(members.get('ex')),
  },
  // Facebook and Instagram.
  {
    isIn: (members) => has(members, 'oh') && /^[0-9a-f]{8}$/i.test(members.get('oe') ?? ''),
    members: /^(?:oh|oe|_nc_.*|ccb|edm)$/,
    ends: (members) => hexSeconds(members.get('oe')),
  },
  // Tencent.
  {
    isIn: (members) => has(members, 'q-signature'),
    members:
      /^q-(?:sign-algorithm|ak|sign-time|key-time|header-list|url-param-list|signature)$|^x-cos-security-token$/,
    ends: (members) => secondsOf(members.get('q-sign-time')?.split(';')[1]),
  },
  // Web servers and frameworks: a time, and what seals it.
  {
    isIn: (members) => sealed(members) !== undefined,
    members: NOTHING,
    ends: (members) => secondsOf(members.get(sealed(members)?.[0] ?? '')),
  },
  // The service: five minutes.
  { isIn: (members) => has(members, 'fat'), members: /^fat$/ },
];

/** Members that open a file and do not name it, on every host. */
const SECRETS =
  /^(?:token|auth|fat|jwt|access_?token|auth_?token|tempauth|api_?(?:key|token)|pub_secret|rc_token|rc_uid)$/;

/** The token of an export of Slack. */
const isSlackToken = ({ name, value }: Member): boolean => name === 't' && /^xox[a-z]-/.test(value);

const DATA_KEY = /^data:sha256,[0-9a-f]{64}$/;

/** The place of a secret that is a part of a key. */
const HIDDEN = /^~[0-9a-f]{32}$/;

/** Characters of a key: an address with more of them gets a digest in the place of its end. */
const KEY_CHARS_MAX = 3_000;

/**
 * Finds the key of the address of a file: the address without what opens it, which differs each time an old system gives it out.
 * Two addresses with one key lead to one file; a key is its own key. Never throws.
 */
export function addressKey(address: string): string {
  const text = address.trim();
  if (/^data:/i.test(text)) return DATA_KEY.test(text) ? text : `data:sha256,${digest(text)}`;
  const url = URL.parse(text.replace(/^private\+/i, ''));
  if (!url) return `unreadable:sha256,${digest(text)}`;
  const members = membersOf(url);
  const opens = openersOf(members, url.hostname);
  const kept = members.filter((member) => !opens.signed(member) && !opens.secret(member));
  const names = namesFile(url, kept);
  const query = members.flatMap((member) => {
    if (opens.signed(member)) return [];
    if (!opens.secret(member)) return [member.raw];
    if (names) return [];
    return HIDDEN.test(member.value)
      ? [member.raw]
      : [`${member.name}=~${digest(member.value).slice(0, 32)}`];
  });
  [url.username, url.password, url.search, url.hash] = ['', '', '', ''];
  const key = query.length > 0 ? `${url.href}?${query.join('&')}` : url.href;
  return key.length <= KEY_CHARS_MAX ? key : `${key.slice(0, 300)}~${digest(key)}`;
}

/** When an address stops working as its own text says, in milliseconds since 1970; undefined if it does not say so. */
export function expiryOf(address: string): number | undefined {
  const found = signaturesOf(address);
  if (!found) return undefined;
  const { signatures, members } = found;
  for (const { ends } of signatures) {
    const end = ends?.(members);
    if (end !== undefined) return end;
  }
  return [...members.values()].map(endOfToken).find((end) => end !== undefined);
}

/** True if an address was signed for a while: it stops working some time after it was made. */
export const isSigned = (address: string): boolean =>
  (signaturesOf(address)?.signatures.length ?? 0) > 0 || expiryOf(address) !== undefined;

function signaturesOf(
  address: string,
): { readonly signatures: readonly Signature[]; readonly members: Members } | undefined {
  if (!address.includes('?') || /^\s*data:/i.test(address)) return undefined;
  const url = URL.parse(address.trim().replace(/^private\+/i, ''));
  if (!url) return undefined;
  const members = byName(membersOf(url));
  return { members, signatures: SIGNATURES.filter((each) => each.isIn(members, url.hostname)) };
}

const byName = (members: readonly Member[]): Members =>
  new Map(members.map(({ name, value }) => [name, value]));

function openersOf(
  members: readonly Member[],
  host: string,
): { signed(member: Member): boolean; secret(member: Member): boolean } {
  if (members.length === 0) return { signed: () => false, secret: () => false };
  const found = byName(members);
  const signatures = SIGNATURES.filter(({ isIn }) => isIn(found, host));
  const isSignature = (name: string): boolean => signatures.some((each) => each.members.test(name));
  const [end, seal] = sealed(found) ?? [];
  return {
    signed: ({ name }) => !SECRETS.test(name) && (name === end || isSignature(name)),
    secret: (member) => SECRETS.test(member.name) || isSlackToken(member) || member.name === seal,
  };
}

function membersOf({ search }: URL): readonly Member[] {
  return search
    .slice(1)
    .split('&')
    .filter((raw) => raw !== '')
    .map((raw) => {
      const at = raw.indexOf('=');
      const [name, value] = at < 0 ? [raw, ''] : [raw.slice(0, at), raw.slice(at + 1)];
      return { raw, name: meant(name).toLowerCase(), value: meant(value) };
    });
}

/** A part of a query as it is meant; one that cannot be read stays as it is. */
function meant(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Endings of programs that give out many files under one path. */
const PROGRAM = /\.(?:php\d?|aspx?|ashx|jspx?|do|cgi|dll)$/i;

/** Members that name a file. */
const NAMES =
  /^(?:.*[_-])?(?:id|file|name|path|key)$|(?:file|message|attachment|media|unique|document|asset|object)id$/;

/** Ends of paths that follow the name of a file. */
const DEEDS = /^(?:download|view|raw|content|original|preview|redirect)?$/i;

/**
 * True if an address names its file without the token that opens it. Where a path such as `/inline/attachment` leads to all
 * files, the token says which.
 */
function namesFile({ pathname }: URL, members: readonly Member[]): boolean {
  if (members.some(({ name, value }) => value !== '' && NAMES.test(name))) return true;
  const parts = meant(pathname).split('/');
  const last = parts.findLast((part) => !DEEDS.test(part)) ?? '';
  if (PROGRAM.test(last)) return false;
  return /\.[A-Za-z0-9]{1,8}$/.test(last) || (last.length >= 6 && (last.match(/\d/g)?.length ?? 0) >= 3);
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The last time that a Date can hold. */
const TIME_MAX = 8.64e15;

const asTime = (ms: number): number | undefined => (ms > 0 && ms <= TIME_MAX ? ms : undefined);

/** Seconds or milliseconds since 1970, in ten to thirteen digits. */
function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{10,13}$/.test(text)) return undefined;
  const number = Number(text);
  return asTime(text.length <= 11 ? number * 1_000 : number);
}

const hexSeconds = (text: string | undefined): number | undefined =>
  text !== undefined && /^[0-9a-f]{8}$/i.test(text) ? asTime(Number.parseInt(text, 16) * 1_000) : undefined;

/** The end that a policy of CloudFront says. */
function endOfPolicy(policy: string | undefined): number | undefined {
  if (policy === undefined || policy.length > KEY_CHARS_MAX) return undefined;
  const text = Buffer.from(
    policy.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/'),
    'base64',
  ).toString();
  return secondsOf(/"DateLessThan"\s*:\s*\{\s*"AWS:EpochTime"\s*:\s*(\d{10})\s*\}/.exec(text)?.[1]);
}

/** The end of a token that says so: a JSON Web Token. */
function endOfToken(token: string): number | undefined {
  const [, body] = /^eyJ[\w-]{1,2000}\.(eyJ[\w-]{1,4000})\.[\w-]{1,2000}$/.exec(token) ?? [];
  if (body === undefined) return undefined;
  return secondsOf(/"exp"\s*:\s*(\d{10})\b/.exec(Buffer.from(body, 'base64url').toString())?.[1]);
}
