import { type SheetCell, workbookOf } from '../../input/sources/xlsx/workbook.ts';

/** A part of a chat in a workbook. */
export const at = (day: number, minute: number): Date => new Date(Date.UTC(2026, 6, day, 9, minute));

/** A part of a chat in a workbook. */
export const USERS: readonly SheetCell[][] = [
  ['id', 'name', 'created'],
  ['u-1', 'Ann', at(1, 0)],
  ['u-2', 'Ben', at(1, 1)],
  ['u-3', 'Cem', at(1, 2)],
];
/** A part of a chat in a workbook. */
export const ROOMS: readonly SheetCell[][] = [
  ['id', 'name', 'type', 'owner'],
  ['r-1', 'Sales', 'private', 'u-1'],
  ['r-2', 'Help', 'public', 'u-2'],
];
/** A part of a chat in a workbook. */
export const MESSAGES: readonly SheetCell[][] = [
  ['id', 'room_id', 'sender_id', 'sent_at', 'text'],
  ...Array.from({ length: 12 }, (_, n): SheetCell[] => [
    `m-${n}`,
    `r-${1 + (n % 2)}`,
    `u-${1 + (n % 3)}`,
    at(2, n),
    `line one of ${n}\nline two, "said"`,
  ]),
];

/** A workbook with the users, rooms and messages of a chat, and a hidden sheet. */
export const BOOK = workbookOf([
  { name: 'users', rows: USERS },
  { name: 'notes', isHidden: true, rows: [['id'], ['x']] },
  { name: 'rooms', rows: ROOMS },
  { name: 'messages', rows: MESSAGES },
]);
