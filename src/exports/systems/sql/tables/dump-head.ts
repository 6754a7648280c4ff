import type { Dialect } from '../dump/statement-skip.ts';

/** Facts about a dump that its beginning tells. */
export type DumpHead = {
  /** For people. */
  readonly label: string;
  /** True if nothing says which database has written it. */
  readonly isUnknown: boolean;
  readonly dialect: Dialect;
  /** The encoding of the file; absent for UTF-8. */
  readonly encoding: string | undefined;
  /** A character set that is not known. */
  readonly unknownCharset: string | undefined;
  /** The line at the end of a whole dump; absent if it has none. */
  readonly lastLine: string | undefined;
};

const STATEMENT =
  /^[^\S\r\n\u2028\u2029]*(?:INSERT\s+(?:\/\*[^*]*\*\/\s*|\w+\s+){0,5}INTO\s|INSERT\s+(?:\w+\.)?\[|INSERT\s+[\w.]+\s*\([^()]{1,2000}\)\s*VALUES\s*\(|REPLACE\s+INTO\s|COPY\s+\S.*\bFROM\s+stdin\b|CREATE\s+(?:\w+\s+){0,2}TABLE\s|CREATE\s+DATABASE\s)/im;
const KNOWN =
  /^-- (?:MySQL|MariaDB) dump |^--\s*PostgreSQL database (?:cluster )?dump|^-- phpMyAdmin SQL Dump|^-- Adminer /m;
/** A text that begins with a date, as logs and chats do, is about a statement that stands in it. */
const DATED = /^\W{0,3}\p{Nd}{1,4}\W{1,3}\p{Nd}{1,2}\W{1,3}\p{Nd}{1,4}\W{1,4}\p{Nd}/u;

/** True if a text is the beginning of a dump. */
export const isDumpHead = (head: string): boolean =>
  KNOWN.test(head) || (STATEMENT.test(head) && !DATED.test(head));

/** Names of character sets of MySQL and PostgreSQL, and the encodings they are; latin1 of MySQL is not ISO 8859-1. */
const MYSQL: Readonly<Record<string, string>> = {
  latin1: 'windows-1252',
  latin2: 'iso-8859-2',
  latin5: 'iso-8859-9',
  latin7: 'iso-8859-13',
  cp1250: 'windows-1250',
  cp1251: 'windows-1251',
  cp1256: 'windows-1256',
  cp1257: 'windows-1257',
  greek: 'iso-8859-7',
  hebrew: 'iso-8859-8',
  koi8r: 'koi8-r',
  koi8u: 'koi8-u',
  cp850: 'cp850',
  cp866: 'cp866',
  sjis: 'shift_jis',
  cp932: 'cp932',
  ujis: 'euc-jp',
  eucjpms: 'euc-jp',
  gbk: 'gbk',
  gb2312: 'gb2312',
  gb18030: 'gb18030',
  big5: 'big5',
  euckr: 'euc-kr',
  tis620: 'tis620',
};
const POSTGRES: Readonly<Record<string, string>> = {
  latin1: 'iso-8859-1',
  latin2: 'iso-8859-2',
  latin3: 'iso-8859-3',
  latin4: 'iso-8859-4',
  latin5: 'iso-8859-9',
  latin9: 'iso-8859-15',
  win1250: 'windows-1250',
  win1251: 'windows-1251',
  win1252: 'windows-1252',
  win1253: 'windows-1253',
  win1254: 'windows-1254',
  win1255: 'windows-1255',
  win1256: 'windows-1256',
  win1257: 'windows-1257',
  win866: 'cp866',
  win874: 'windows-874',
  koi8r: 'koi8-r',
  koi8u: 'koi8-u',
  sjis: 'shift_jis',
  euc_jp: 'euc-jp',
  euc_kr: 'euc-kr',
  euc_cn: 'gb2312',
  gbk: 'gbk',
  gb18030: 'gb18030',
  big5: 'big5',
  uhc: 'cp949',
};
const UNICODE = /^(?:utf-?8(?:mb[34])?|unicode|ascii|us7ascii|binary|sql_ascii|default)$/;

/** Marks of MySQL: what the other databases do not write. */
const MYSQL_ALONE = /MySQL|phpMyAdmin|Adminer|`|^SET NAMES|\bENGINE\s*=\s*\w|\bAUTO_INCREMENT\b/m;

/** Lines that only scripts for SQL Server have, and what its values alone are. */
const SQL_SERVER =
  /^(?:INSERT\s+(?:INTO\s+)?(?:\w+\.)?\[|CREATE\s+TABLE\s+\[|USE\s+\[|SET\s+(?:ANSI_NULLS|QUOTED_IDENTIFIER|IDENTITY_INSERT)\s|\/\*{6} Object:)/im;
const SQL_SERVER_VALUE = /\bCAST\((?:N'|0x)|\[dbo\]\.|\bN?VARCHAR\s*\(max\)/i;
/** The same for Oracle. */
const ORACLE = /^(?:REM INSERTING into |SET DEFINE OFF\b|Prompt |INSERT ALL\s)/im;
const ORACLE_VALUE =
  /\bN?VARCHAR2\s*\(|\bTO_(?:DATE|TIMESTAMP(?:_TZ)?|N?CLOB)\s*\(\s*n?q?'|,\s*TIMESTAMP\s*'|[\s,(]n?q'[[{(<!]/i;
const GO = /^GO\s*$/im;
/** The line by which a dump says what has written it. */
const SIGNED = /^-- (?:MySQL|MariaDB|phpMyAdmin|Adminer)/m;

function scriptOf(head: string): 'SQL Server' | 'Oracle' | undefined {
  if (SIGNED.test(head)) return undefined;
  const isPlain = !MYSQL_ALONE.test(head);
  if (SQL_SERVER.test(head) || (isPlain && (GO.test(head) || SQL_SERVER_VALUE.test(head))))
    return 'SQL Server';
  return ORACLE.test(head) || (isPlain && ORACLE_VALUE.test(head)) ? 'Oracle' : undefined;
}

/** Reads the beginning of a dump. */
export function dumpHead(head: string): DumpHead {
  const isPostgres =
    /PostgreSQL database|^SET standard_conforming_strings|^COPY .* FROM stdin;|pg_catalog/m.test(head);
  const isSqlite = /^PRAGMA |^BEGIN TRANSACTION;/m.test(head) && !GO.test(head);
  const script = isPostgres || isSqlite ? undefined : scriptOf(head);
  const isMaria = /MariaDB/.test(head);
  const isMysql = !isPostgres && !isSqlite && !script && (isMaria || MYSQL_ALONE.test(head));
  const written = /SET NAMES '?(\w+)|client_encoding\s*(?:=|to)\s*'?([\w-]+)/i.exec(head);
  const charset = (written?.[1] ?? written?.[2] ?? 'utf8').toLowerCase();
  const encoding = UNICODE.test(charset) ? undefined : (isPostgres ? POSTGRES : MYSQL)[charset];
  return {
    label:
      script ??
      (isPostgres ? 'PostgreSQL' : isSqlite ? 'SQLite' : isMaria ? 'MariaDB' : isMysql ? 'MySQL' : 'SQL'),
    isUnknown: !isPostgres && !isSqlite && !isMysql && !script,
    dialect: {
      isPostgres,
      isSqlServer: script === 'SQL Server',
      isOracle: script === 'Oracle',
      isBackslashed: isMysql || (isPostgres && /^SET standard_conforming_strings = off/m.test(head)),
      delimiter: ';',
    },
    encoding,
    unknownCharset: encoding === undefined && !UNICODE.test(charset) ? charset : undefined,
    lastLine: /^-- (?:MySQL|MariaDB) dump /m.test(head)
      ? '-- Dump completed'
      : /^-- PostgreSQL database dump\s*$/m.test(head)
        ? '-- PostgreSQL database dump complete'
        : undefined,
  };
}
