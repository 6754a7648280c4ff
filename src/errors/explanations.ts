import type { FilesExample } from './codes/code.ts';
import { serviceCode } from './codes/row.ts';
import { runCodes } from './codes/run.ts';
import { syncCodes } from './codes/sync.ts';
import { nearest } from './nearest.ts';
import { noticeCodes } from './notice-codes.ts';
import { type RowCode, rowCodes } from './row-codes.ts';
import { type ExitName, exitCodes } from './run-error.ts';

/** The full explanation of a code. */
export type Explanation = {
  readonly code: string;
  /** `row`: rejects the row; `notice`: the row is imported anyway; `run`: ends the command. */
  readonly kind: 'row' | 'notice' | 'run';
  readonly cause: string;
  readonly fix: string;
  /** The command's exit code. */
  readonly exitCode: number;
  readonly example: FilesExample | string;
  /** Part of the example that has to be different, where it is of rows that are rejected. */
  readonly corrected?: FilesExample;
};

/** The general entry for rows that the service refuses. */
const SERVICE_CODE = 'SERVICE.<code of the service>';

/** Parts of the example of a code that are replaced, and by what, to correct it. */
const CORRECTIONS: Readonly<Record<RowCode, readonly [from: string, to: string]>> = {
  'ROW.FIELD_MISSING': ['ann,\n', 'ann,Ann\n'],
  'ROW.IS_HEADER': ['ann,Ann\nuid,name\n', 'ann,Ann\n'],
  'ROW.FIELD_TYPE': ['["Ann","Lee"]', '"Ann Lee"'],
  'ROW.JSON_INVALID': ['{team:red}', '"{""team"":""red""}"'],
  'ROW.TIME_INVALID': ['31/02/2024', '2024-02-28T10:00:00Z'],
  'ROW.TIME_NO_ZONE': ['2024-02-28 10:00:00', '2024-02-28 10:00:00Z'],
  'ROW.VALUE_UNMAPPED': ['{ staff: default }', '{ staff: default, director: default }'],
  'ROW.LOOKUP_MISSING': ['red,staff\n', 'red,staff\nblue,default\n'],
  'ROW.OTHER_UNCLEAR': ['ann|bob|cem', 'ann|bob'],
  'ROW.TEXT_MALFORMED': ['\\ud83d', '\\ud83d\\ude00'],
  'ROW.ENCODING_INVALID': ['⟨F6⟩', 'ö'],
  'ROW.TOO_LARGE': ['⟨x × 1048576⟩', 'Ann'],
  'ROW.DUPLICATE': ['ann,Another', 'ann-2,Another'],
  'ID.INVALID': ['ann@example.com', 'ann-example-com'],
  'ID.COLLISION': ['2,ann-lee-a36e143c5359,', '2,Ann Lee,'],
  'ID.PRECISION_LOST': ['1.23457E+15', '1234567890123456'],
  'REFERENCE.UNKNOWN': ['ann,Ann\n', 'ann,Ann\nbob,Bob\n'],
  'REFERENCE.BLOCKED': ['ann,\n', 'ann,Ann\n'],
  'REFERENCE.INACTIVE': ['2024-01-02T00:00:00Z', 'never'],
  'ROW.TRANSFORM_FAILED': ['ben,\n', 'ben,Ben\n'],
  'ROW.TRANSFORM_RESULT': ['=> row.name', '=> row'],
  'CSV.QUOTE_UNCLOSED': ['"Ann\n', '"Ann"\n'],
  'CSV.QUOTE_STRAY': ['Ann "Annie" Lee', '"Ann ""Annie"" Lee"'],
  'CSV.COLUMNS_MISMATCH': ['Lee, Ann', '"Lee, Ann"'],
  'XLSX.CELL_INVALID': ['#N/A', 'Ann'],
  'NDJSON.SYNTAX_INVALID': ['"Ann",}', '"Ann"}'],
  'NDJSON.NOT_OBJECT': ['["ann","Ann"]', '{"uid":"ann","name":"Ann"}'],
  'NDJSON.TOO_DEEP': ['⟨{"a": × 64⟩1⟨} × 64⟩', '{"a":1}'],
  'USER.NAME_TOO_LONG': ['⟨n × 101⟩', '⟨n × 100⟩'],
  'USER.URL_INVALID': ['/img/ann.png', 'https://files.example.com/img/ann.png'],
  'USER.METADATA_TOO_LARGE': ['⟨m × 5120⟩', '⟨m × 5000⟩'],
  'USER.TAGS_INVALID': ['"[""red"",""""]"', '"[""red""]"'],
  'USER.STATUS_TOO_LONG': ['⟨s × 256⟩', '⟨s × 255⟩'],
  'GROUP.NAME_TOO_LONG': ['⟨n × 101⟩', '⟨n × 100⟩'],
  'GROUP.TYPE_INVALID': ['secret', 'private'],
  'GROUP.PASSWORD_MISSING': ['password,\n', 'password,open-sesame\n'],
  'GROUP.PASSWORD_TOO_LONG': ['⟨p × 101⟩', '⟨p × 100⟩'],
  'GROUP.DESCRIPTION_TOO_LONG': ['⟨d × 256⟩', '⟨d × 255⟩'],
  'GROUP.URL_INVALID': ['www.example.com', 'https://www.example.com'],
  'GROUP.METADATA_TOO_LARGE': ['⟨m × 5120⟩', '⟨m × 5000⟩'],
  'GROUP.TAGS_INVALID': ['[1]', '"[""one""]"'],
  'ROLE.NAME_TOO_LONG': ['⟨n × 101⟩', '⟨n × 100⟩'],
  'ROLE.DESCRIPTION_TOO_LONG': ['⟨d × 256⟩', '⟨d × 255⟩'],
  'REACTION.TOO_LONG': ['⟨x × 46⟩', '👍'],
  'REACTION.INVALID': ['ann,.\n', 'ann,👍\n'],
  'RECEIPT.CONVERSATION_INVALID': ['\nteam,', '\ngroup_team,'],
  'RECEIPT.NOT_IN_CONVERSATION': ['ben,cat,', 'ben,ann,'],
  'RECEIPT.TIME_MISSING': ['ben,ann,\n', 'ben,ann,1717200000\n'],
  'FRIEND.SELF': ['ann,ann', 'ann,ben'],
  'BLOCK.SELF': ['ann,ann', 'ann,ben'],
  'BAN.OWNER': ['guid,uid\nteam,ann', 'guid,uid\nteam,ben'],
  'MEMBER.SCOPE_INVALID': ['ann,owner', 'ann,admin'],
  'MEMBER.JOINED_AT_INVALID': ['2090', '2020'],
  'MESSAGE.KEY_INVALID': ['⟨k × 256⟩', 'm-1'],
  'MESSAGE.RECEIVER_TYPE_INVALID': ['channel', 'group'],
  'MESSAGE.CATEGORY_INVALID': [',action,', ',message,'],
  'MESSAGE.TYPE_INVALID': [',sticker,', ',text,'],
  'MESSAGE.TEXT_EMPTY': ['1717200000,\n', '1717200000,Hello\n'],
  'MESSAGE.DATA_TOO_LARGE': ['⟨t × 10240⟩', '⟨t × 5000⟩'],
  'MESSAGE.ATTACHMENT_INVALID': [
    '/a.png"}',
    '/a.png","name":"a.png","mimeType":"image/png","extension":"png"}',
  ],
  'MESSAGE.FILE_MISSING': [',image,', ',text,'],
  'MESSAGE.CUSTOM_DATA_MISSING': [',custom,poll,', ',message,text,'],
  'MESSAGE.TAGS_INVALID': ['[2]', '"[""two""]"'],
  'MESSAGE.TO_SELF': ['ann,ann,user', 'ann,ben,user'],
  'MESSAGE.TOO_OLD': ['policy: reject', 'policy: skip'],
  'EXPORT.CONVERSATION_UNKNOWN': [
    '{"messages"',
    '{"group_channels":[{"channel_url":"gone","name":"Gone","members":[{"user_id":"ann"}]}],"messages"',
  ],
  'EXPORT.CONVERSATION_UNCLEAR': ['chat/general/', 'chat/C1/'],
  'EXPORT.SENDER_UNKNOWN': ['{"user_id":"bob"}]', '{"user_id":"bob"},{"user_id":"cy"}]'],
  'EXPORT.ROW_UNREADABLE': ["'Hi')", "'Hi',1767225600)"],
  'EXPORT.FILE_DAMAGED': [
    '"message_id":2,',
    '"message_id":2,"message":"Ho","created_at":1767225660000,"user":{"user_id":"ann","nickname":"N"}}]}',
  ],
  'EXPORT.ROW_UNKNOWN': ['{"type":"shelf","item":{"id":"s-1"}}\n', ''],
};

/** Every code: rows, then notices, then runs, each in the order of its table. */
export const explanations: readonly Explanation[] = [
  ...Object.entries(rowCodes).map(([code, text]) => rowExplanation(code, 'row', 'rejected', text)),
  ...Object.entries(syncCodes).map(
    ([code, text]): Explanation => ({ code, kind: 'row', ...text, exitCode: exitCodes.rejected }),
  ),
  { code: SERVICE_CODE, kind: 'row', ...serviceCode, exitCode: exitCodes.rejected },
  ...Object.entries(noticeCodes).map(([code, text]) => rowExplanation(code, 'notice', 'ok', text)),
  ...Object.entries(runCodes).map(
    ([code, { exit, cause, fix, example }]): Explanation => ({
      code,
      kind: 'run',
      cause,
      fix,
      exitCode: exitCodes[exit],
      example,
    }),
  ),
];

function rowExplanation(
  code: string,
  kind: 'row' | 'notice',
  exit: ExitName,
  { cause, fix, example }: { cause: string; fix: string; example: FilesExample },
): Explanation {
  const corrected = correctedPart(code, example);
  return { code, kind, cause, fix, exitCode: exitCodes[exit], example, ...(corrected ? { corrected } : {}) };
}

/** The explanation of a code, in upper or lower case; undefined if there is none. */
export function explanationOf(code: string): Explanation | undefined {
  const name = code.trim().toUpperCase();
  const found = explanations.find((each) => each.code === name);
  if (found || !/^SERVICE\.[A-Z0-9_]+$/.test(name)) return found;
  const general = explanations.find((each) => each.code === SERVICE_CODE);
  return general && { ...general, code: name };
}

/** The code that a mistyped one most likely means: one that ends with it, or the nearest. */
export function meantCode(code: string): string | undefined {
  const name = code.trim().toUpperCase();
  const codes = explanations.map((each) => each.code).filter((each) => each !== SERVICE_CODE);
  return codes.find((each) => each.endsWith(`.${name}`)) ?? nearest(name, codes);
}

/** The example of a code as it should be; undefined for a code that rejects no row. */
export function correctedExample(code: string, example: FilesExample): FilesExample | undefined {
  if (!Object.hasOwn(CORRECTIONS, code)) return undefined;
  const [from, to] = CORRECTIONS[code as RowCode];
  const right = (text: string): string => text.replace(from, () => to);
  const each = (files: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(files).map(([name, text]) => [right(name), right(text)]));
  const { files, beside, source, map, pipeline } = example;
  return {
    files: each(files),
    ...(beside === undefined ? {} : { beside: each(beside) }),
    ...(source === undefined ? {} : { source: right(source) }),
    ...(map === undefined ? {} : { map: right(map) }),
    ...(pipeline === undefined ? {} : { pipeline: right(pipeline) }),
  };
}

/** Returns the part of the corrected example that differs from the example; undefined for a code that rejects no row. */
function correctedPart(code: string, example: FilesExample): FilesExample | undefined {
  const corrected = correctedExample(code, example);
  if (!corrected) return undefined;
  const differing = (now: FilesExample['beside'] = {}, before: FilesExample['beside'] = {}) =>
    Object.fromEntries(Object.entries(now).filter(([name, text]) => before[name] !== text));
  const { source, map, pipeline } = corrected;
  return {
    files: differing({ ...corrected.files, ...corrected.beside }, { ...example.files, ...example.beside }),
    ...(source === example.source ? {} : { source }),
    ...(map === example.map ? {} : { map }),
    ...(pipeline === example.pipeline ? {} : { pipeline }),
  } as FilesExample;
}
