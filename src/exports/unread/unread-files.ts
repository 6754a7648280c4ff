import { type Head, isPage, isXml, type UnreadForm } from './unread-form.ts';

const starts =
  (...signatures: readonly string[]) =>
  ({ bytes }: Head): boolean =>
    signatures.some((hex) => {
      const signature = Buffer.from(hex, 'hex');
      return bytes.subarray(0, signature.length).equals(signature);
    });

const contains =
  (hex: string, at: number) =>
  ({ bytes }: Head): boolean =>
    bytes.subarray(at, at + hex.length / 2).equals(Buffer.from(hex, 'hex'));

/** True if a text begins with the headers of a mail, also after the line that begins each mail of a mailbox. */
function isMail({ text }: Head): boolean {
  const begin = text.slice(0, 16_384);
  const end = begin.search(/\r?\n\r?\n/);
  const lines = (end === -1 ? begin.slice(0, begin.lastIndexOf('\n')) : begin.slice(0, end)).split(/\r?\n/);
  const isBox = /^From \S.*\d\d:\d\d/.test(lines[0] ?? '');
  const headers = isBox ? lines.slice(1) : lines;
  const isHeader = (line: string): boolean => /^[A-Za-z][A-Za-z0-9-]*:|^[ \t]/.test(line);
  const names = new Set(headers.map((line) => line.split(':', 1)[0]?.toLowerCase()));
  const known = MAIL.filter((name) => names.has(name)).length;
  return headers.every(isHeader) && known >= (isBox ? 1 : MAIL_HEADERS_MIN);
}
const MAIL = ['return-path', 'received', 'from', 'subject', 'date', 'message-id'];
const MAIL_HEADERS_MIN = 2;

const CONVERT =
  'export again as CSV, NDJSON or JSON, or turn it into rows by a program:  sources: { messages: { command: [python3, convert.py], format: ndjson } }';

/** True if a file without text has a name with one of these endings. */
const binary =
  (name: RegExp) =>
  (head: Head): boolean =>
    head.text === '' && name.test(head.name);

const SQL_SERVER =
  'restore it into a server; then script its rows in Management Studio (Tasks, Generate Scripts, Types of data to script: Data only) and use  system: sql, or save each table of the chat as CSV with a header';
const ORACLE =
  'import it into a database; then, in SQLcl, write its rows with  set sqlformat insert  and use  system: sql, or each table of the chat as CSV:  set sqlformat csv, spool messages.csv, select * from messages;';

/** Kinds of files without rows that can be read; they count where nothing else is there. */
export const unreadFiles: readonly UnreadForm[] = [
  {
    name: 'an HTML page',
    advice: 'export again, as JSON or CSV instead of HTML',
    forms: [({ text }) => isPage(text)],
  },
  { name: 'XML', advice: CONVERT, forms: [({ text }) => isXml(text)] },
  { name: 'mail', advice: CONVERT, forms: [isMail] },
  { name: 'a PDF', advice: CONVERT, forms: [starts('255044462d')] },
  {
    name: 'an Office file of before 2007 (.xls), or one with a password',
    advice: 'save it as .xlsx without a password, or each sheet as CSV',
    forms: [starts('d0cf11e0a1b11ae1')],
  },
  { name: 'a mailbox of Outlook (.pst)', advice: CONVERT, forms: [starts('2142444e')] },
  { name: 'a text with styles (.rtf)', advice: CONVERT, forms: [({ text }) => text.startsWith('{\\rtf')] },
  {
    name: 'a backup of SQL Server (.bak)',
    advice: SQL_SERVER,
    forms: [starts('54415045000003'), binary(/\.bak$/i)],
  },
  {
    name: 'a data-tier application of SQL Server (.bacpac)',
    advice: SQL_SERVER,
    forms: [(head) => /\.(?:bac|dac)pac$/i.test(head.name) && starts('504b0304')(head)],
  },
  {
    name: 'a native file of bcp, of a table of SQL Server',
    advice: `${SQL_SERVER}; bcp -c writes text`,
    forms: [binary(/\.bcp$/i)],
  },
  { name: 'files of a database of SQL Server (.mdf)', advice: SQL_SERVER, forms: [binary(/\.[mln]df$/i)] },
  {
    name: 'a dump of exp of Oracle (.dmp)',
    advice: ORACLE,
    // Its header is the text EXPORT:V with the version.
    forms: [contains('4558504f52543a56', 3)],
  },
  {
    name: 'a dump of expdp of Oracle (Data Pump, .dmp)',
    advice: ORACLE,
    forms: [
      ({ bytes }) => /"?SYS_EXPORT_(?:SCHEMA|TABLE|FULL|TABLESPACE)_/.test(bytes.toString('latin1')),
      binary(/\.dmp$/i),
    ],
  },
  {
    name: 'an OpenDocument file (.ods)',
    advice: 'save it as .xlsx, or each sheet as CSV',
    // The first file of such a zip archive is its type, and not compressed.
    forms: [
      contains('6d696d65747970656170706c69636174696f6e2f766e642e6f617369732e6f70656e646f63756d656e74', 30),
    ],
  },
  {
    name: 'a Word, PowerPoint or Excel file',
    advice: 'unpack an Excel file (.xlsx) that is in an archive; save other tables as CSV',
    forms: [contains('5b436f6e74656e745f54797065735d2e786d6c', 30)],
  },
  {
    name: 'an archive in an archive',
    advice: 'unpack it, and name the folder of its files',
    forms: [starts('504b0304', '377abcaf271c', '526172211a07'), contains('7573746172', 257)],
  },
  {
    name: 'a picture',
    advice: 'name the files of the messages',
    forms: [starts('89504e470d0a1a0a', 'ffd8ff', '474946383761', '474946383961'), contains('57454250', 8)],
  },
  {
    name: 'a recording',
    advice: 'name the files of the messages',
    forms: [starts('4f676753', '494433', '1a45dfa3'), contains('66747970', 4)],
  },
];
