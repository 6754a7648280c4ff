import { choice, numberQuirk, toggle } from './quirk.ts';

/** Switches for what public sources leave open about the bulk import. */
export const IMPORT_QUIRKS = {
  poison: choice(
    'poison',
    ['row', 'batch500', 'batch400'],
    'a bad row fails alone, HTTP 200',
    '`batch500`: a blank or too old message makes the answer 500 `ERR_EXCEPTION` after the good rows were imported. `batch400`: with a bad row, the whole batch is refused and nothing is imported; an existing row is not a bad row',
  ),
  nested: toggle('nested', '`data.<key>.data`', '`data.<key>.data.data`'),
  overwrite: toggle('overwrite', 'an import refuses a user or group that exists', 'it changes it'),
  membersOnly: toggle('membersonly', 'a group accepts imported messages of any user', 'only of its members'),
  unreadImports: toggle(
    'unreadimports',
    'imports change no unread count',
    'imported messages without `readAt` are unread',
  ),
  retentionDays: numberQuirk(
    'retention=DAYSd',
    /^(\d{1,9})d?$/,
    0,
    'messages of any age',
    'older messages are refused; the same as `--retention`',
  ),
  ageCode: choice(
    'agecode',
    ['format', 'request'],
    'a too old message is refused with `ERR_IMPORT_INVALID_MESSAGE_FORMAT`',
    'with `ERR_BAD_REQUEST`',
  ),
  rowCode: choice(
    'rowcode',
    ['format', 'request'],
    'a row with a wrong field is refused with `ERR_IMPORT_INVALID_…_FORMAT`, as is a whole value of another form',
    'such a row is refused with `ERR_BAD_REQUEST`',
  ),
  rowLimitStatus: choice('rowlimit', [400, 413], 'a request with more than 50 rows is answered 400', '413'),
  rowKeys: choice(
    'rowkeys',
    ['folded', 'exact', 'any'],
    'the key of a row is its id, in upper or lower case',
    '`exact`: in lower case only. `any`: every key is accepted, and the answer uses it',
  ),
  muidChars: numberQuirk(
    'muid=1..1000',
    /^([1-9]\d{0,2}|1000)$/,
    1000,
    'a muid has at most 1,000 characters',
    'that many characters',
  ),
  muidText: choice(
    'muidtext',
    ['any', 'id'],
    'a muid is any text',
    'only letters, digits, `-` and `_`, imported and sent',
  ),
  muidAgain: choice(
    'muidagain',
    ['refuse', 'replace', 'add'],
    'an import refuses a muid that a message has',
    '`replace`: it replaces content and tags of that message. `add`: it adds another message',
  ),
  importBody: choice(
    'importbody',
    ['rows', 'fields'],
    'an import of messages needs only `messages`',
    'also `guid`, `name` and `type` beside it, which a published schema lists as required',
  ),
  rowOrder: choice(
    'roworder',
    ['body', 'key'],
    'the rows of a request are imported in the order of its text, so messages of one second have ids in it',
    'in the order of their keys',
  ),
  joinRule: choice(
    'joinrule',
    ['group', 'user', 'both', 'now'],
    'an imported `joinedAt` is later than the `createdAt` that an import gave the group',
    'later than that of the user, of both, or of neither',
  ),
  joinedAt: choice(
    'joinedat',
    ['now', 'group', 'required'],
    'an imported member without `joinedAt` joins at the time of the call',
    '`group`: one second after its group was created. `required`: the row is refused',
  ),
  details: choice(
    'details',
    ['create', 'update', 'ignore'],
    'the `…Details` in a row create what is missing',
    '`update`: and change what exists. `ignore`: they do nothing',
  ),
  importMentions: choice(
    'importmentions',
    ['text', 'details'],
    'the text of an imported message says whom it mentions',
    'only its `mentionedUserDetails` do; a mention in the text alone stays text',
  ),
  importContent: choice(
    'importcontent',
    ['any', 'checked'],
    'an imported message other than a text needs no content',
    'a row is refused as the call to send it would be: a file without attachments, a custom message without `customData`',
  ),
  importFiles: choice(
    'importfiles',
    ['any', 'limited'],
    'an imported message may have attachments of any number and size',
    'only as a sent one may: 10, of 100 MB',
  ),
  activeOnly: toggle(
    'activeonly',
    'imports accept deactivated users as senders, receivers and members',
    'each such row is refused with `ERR_UID_NOT_FOUND`',
  ),
  ownerJoins: toggle(
    'ownerjoins',
    'the owner of an imported group is no member of it',
    'the owner becomes an admin, at the time the group was created',
  ),
  importNotes: toggle(
    'importnotes',
    'imports write no messages about members',
    'an imported member writes the action message `added`',
  ),
  importPush: toggle(
    'importpush',
    'imports notify nobody',
    'the log of notifications has each imported message',
  ),
  importWebhooks: toggle(
    'importwebhooks',
    'imports cause no event for webhooks',
    'imported groups, members and messages cause the events of live calls',
  ),
  importBudget: choice(
    'importbudget',
    ['shared', 'each'],
    'the four imports share one budget a minute',
    'each has its own',
  ),
} as const;
