import { meant } from './copied-address.ts';
/** A member of a query: as it is written, and its name in lower case and its value as they are meant. */
export type QueryMember = { readonly raw: string; readonly name: string; readonly value: string };

/** Paths of systems that have one for each file, whatever the file is called. */
const SYSTEMS: readonly RegExp[] = [
  // Slack.
  /^\/files-(?:pri|tmb)\/T[^/]+\/[^/]/,
  // Firebase.
  /^\/v0\/b\/[^/]+\/o\/[^/]/,
  // Rocket.Chat.
  /\/(?:file-upload|ufs)\/[^/]+\/[^/]/,
];

/** Words for a file. A message, a person and an account have many of them. */
const FILE = /^(?:f|o|media|(?:file|attachment|asset|document|object|blob)s?)$/i;

const FILE_ID =
  /(?:^|[_-])(?:file|attachment|media|asset|document|object)(?:[_-]?unique)?[_-]?(?:id|uuid|guid)$/;
const FILE_NAME = /^(?:file|path|attachment|media|asset|document|object)(?:[_-]?(?:name|path))?$/;

/** Endings of programs, which give out many files under one path. */
const PROGRAM =
  /^(?:php\d?|phtml|aspx?|ashx|asmx|svc|jspx?|do|action|cgi|dll|pl|py|rb|cfm|json|x?html?|xml|js)$/i;

/** Parts of paths that say what is done with a file. */
const DEEDS = /^(?:download|view|raw|content|original|preview|redirect)?$/i;

/**
 * True if an address names its file without the secrets that open it. `/thumb.jpg`, `/2024-01/download` and `?account_id=1` do
 * not: a host may give each person another file there. To ask twice for one file is the cheaper fault.
 * @param members of its query, without secrets
 */
export function namesFile(pathname: string, members: readonly QueryMember[]): boolean {
  if (SYSTEMS.some((system) => system.test(pathname))) return true;
  const { stem, ending, above } = readPath(pathname);
  const isOne = FILE.test(stem) && stem.length > 1 && !stem.endsWith('s');
  const isNamed = ({ name, value }: QueryMember): boolean =>
    (FILE_ID.test(name) && /[1-9]/.test(value)) ||
    (FILE_NAME.test(name) && isUnique(value)) ||
    (isOne && name === 'id' && /[1-9]/.test(value));
  if (members.some(isNamed)) return true;
  if (PROGRAM.test(ending)) return false;
  const [parent = '', before = ''] = above.toReversed();
  if (isId(stem) && FILE.test(parent)) return true;
  return ending !== '' && (isUnique(stem) || (isId(parent) && FILE.test(before)));
}

/** True if a path ends with the name of a file. What seals the path and a time names nothing beside it. */
export function hasFileName(pathname: string): boolean {
  const { ending } = readPath(pathname);
  return ending !== '' && !PROGRAM.test(ending);
}

function readPath(pathname: string): {
  readonly stem: string;
  readonly ending: string;
  readonly above: readonly string[];
} {
  const parts = meant(pathname)
    .split('/')
    .map((part) => part.split(';', 1)[0] ?? '')
    .filter((part) => !DEEDS.test(part));
  const last = parts.pop() ?? '';
  const dot = last.lastIndexOf('.');
  const ending = last.slice(dot + 1);
  return dot >= 0 && /^[A-Za-z0-9]{1,8}$/.test(ending)
    ? { stem: last.slice(0, dot), ending, above: parts }
    : { stem: last, ending: '', above: parts };
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;
const isMixed = (run: string): boolean => /\d/.test(run) && /[A-Za-z]/.test(run);

/** True if a text has a part that a machine made so that no other is like it. */
const isUnique = (text: string): boolean =>
  UUID.test(text) ||
  (text.match(/[A-Za-z0-9]+/g) ?? []).some((run) => run.length >= 16 && isMixed(run) && isRandom(run));

/** True for hexadecimal digits, and for letters and digits that alternate as in no word, size or date. */
const isRandom = (run: string): boolean =>
  /^[0-9a-f]+$/i.test(run) || (run.match(/\d+|[a-z]+|[A-Z]+/g) ?? []).length * 2.5 >= run.length;

/** True for an identifier beside the word of what it identifies; a date is none. */
function isId(text: string): boolean {
  if (/^\d{5,20}$/.test(text)) return !/^(?:19|20)\d\d(?:[01]\d(?:[0-3]\d)?)?$/.test(text);
  return isUnique(text) || (/^[0-9a-f]{6,15}$/i.test(text) && isMixed(text) && !/(?:19|20)\d\d/.test(text));
}
