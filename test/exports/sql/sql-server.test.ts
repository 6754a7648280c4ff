import { describe, expect, test } from 'vitest';
import { zipOf } from '../../input/sources/documents/zip-file.ts';
import { messagesOf, ofFiles, run, textsOf } from '../dumps.ts';
import { kindOf, summaryOf } from '../expected.ts';

/** Scripts of SQL Server Management Studio ("Generate Scripts", with data) and of other tools for SQL Server. */

const SETTINGS = 'SET ANSI_NULLS ON\nGO\nSET QUOTED_IDENTIFIER ON\nGO\n';
const table = (name: string, ...columns: readonly string[]): string =>
  `/****** Object:  Table [dbo].[${name}]    Script Date: 5/1/2024 10:00:00 AM ******/
${SETTINGS}CREATE TABLE [dbo].[${name}](
${columns.map((column) => `\t${column},\n`).join('')} CONSTRAINT [PK_${name}] PRIMARY KEY CLUSTERED ([Id] ASC)
WITH (PAD_INDEX = OFF, STATISTICS_NORECOMPUTE = OFF) ON [PRIMARY]
) ON [PRIMARY] TEXTIMAGE_ON [PRIMARY]
GO
`;
const TABLES = `USE [ChatDb]
GO
${table('Users', '[Id] [int] IDENTITY(1,1) NOT NULL', '[Name] [nvarchar](100) NOT NULL')}${table('Rooms', '[Id] [int] NOT NULL', '[Type] [varchar](10) NULL', '[Name] [nvarchar](max) NULL')}${table('Room_Members', '[Room_Id] [int] NOT NULL', '[User_Id] [int] NOT NULL')}${table(
  'Messages',
  '[Id] [int] IDENTITY(1,1) NOT NULL',
  '[Room_Id] [int] NOT NULL',
  '[Sender_Id] [int] NOT NULL',
  '[Body] [nvarchar](max) NULL',
  "[Kind] [nvarchar](20) NULL DEFAULT (N'it''s, (')",
  '[Created_At] [datetime2](7) NOT NULL',
  '[Words]  AS (len([Body])) PERSISTED',
)}`;
const PEOPLE = `SET IDENTITY_INSERT [dbo].[Users] ON \nGO
INSERT [dbo].[Users] ([Id], [Name]) VALUES (1, N'Ann')
GO
INSERT [dbo].[Users] ([Id], [Name]) VALUES (2, N'Bob')
GO
SET IDENTITY_INSERT [dbo].[Users] OFF
GO
INSERT [dbo].[Rooms] ([Id], [Type], [Name]) VALUES (1, N'public', N'Quay')
INSERT [dbo].[Room_Members] ([Room_Id], [User_Id]) VALUES (1, 1)
INSERT [dbo].[Room_Members] ([Room_Id], [User_Id]) VALUES (1, 2)
GO
`;
const HEAD = 'INSERT [dbo].[Messages] ([Id], [Room_Id], [Sender_Id], [Body], [Kind], [Created_At]) VALUES';
const AT = "CAST(N'2024-05-01T10:00:00.0000000' AS DateTime2)";
const message = (id: number, body: string, at = AT): string =>
  `${HEAD} (${id}, 1, ${(id % 2) + 1}, ${body}, NULL, ${at})\n`;
/** As SQL Server Management Studio saves it. */
const saved = (text: string): Buffer => Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`, 'utf16le');
const ZONED = { options: ', zone: UTC' };

test('a script of Management Studio lands, in UTF-16 with CRLF, GO and without semicolons', async () => {
  const script = `${TABLES}${PEOPLE}SET IDENTITY_INSERT [dbo].[Messages] ON
${message(1, "N'it''s a \"test\"; [x] -- no comment\nGO\nINSERT [dbo].[Messages] (1)'")}${message(2, "N'ü☃😀'")}GO
print 'Processed 100 total records'
GO
${message(3, "N'C:\\temp\\'")}SET IDENTITY_INSERT [dbo].[Messages] OFF
GO
ALTER TABLE [dbo].[Messages]  WITH CHECK ADD  CONSTRAINT [FK_M_U] FOREIGN KEY([Sender_Id])
REFERENCES [dbo].[Users] ([Id])
GO
ALTER TABLE [dbo].[Messages] CHECK CONSTRAINT [FK_M_U]
GO
CREATE PROCEDURE [dbo].[Say] AS
BEGIN
  SET NOCOUNT ON;
INSERT [dbo].[Messages] ([Id], [Room_Id], [Sender_Id], [Body], [Kind], [Created_At]) VALUES (9, 1, 1, N'of a procedure', NULL, GETDATE());
END
GO
USE [master]
GO
`;
  await using here = await ofFiles({ 'export/script.sql': saved(script) }, ZONED);
  const { summary } = await summaryOf(here);
  expect(kindOf(summary, 'messages')).toMatchObject({ read: 3, imported: 3 });
  expect(kindOf(summary, 'members')).toMatchObject({ read: 2, imported: 2 });
  expect(summary.notes.join('\n')).not.toMatch(/cut|not read/);
  await here.json('run', '--yes');
  expect(await textsOf(here)).toEqual({
    1: 'it\'s a "test"; [x] -- no comment\r\nGO\r\nINSERT [dbo].[Messages] (1)',
    2: 'ü☃😀',
    3: 'C:\\temp\\',
  });
});

test('times in text and in bytes, of every type', async () => {
  const ten = 1_714_557_600;
  const times = [
    "CAST(N'2024-05-01T10:00:00.000' AS DateTime)",
    "CAST(N'2024-05-01 12:00:00.0000000 +02:00' AS DateTimeOffset(7))",
    "CAST('20240501 10:00:00' AS smalldatetime)",
    "CONVERT(datetime, '2024-05-01 10:00:00', 120)",
    'CAST(0x0000B16300A4CB80 AS DateTime)',
    'CAST(0xB1630258 AS SmallDateTime)',
    'CAST(0x070010ACD153BE460B AS DateTime2)',
    'CAST(0x070010ACD153BE460B7800 AS DateTimeOffset)',
  ];
  const script = `${TABLES}${PEOPLE}${times.map((time, at) => message(at + 1, `N'${at}'`, time)).join('')}`;
  await using here = await ofFiles({ 'export/script.sql': script }, ZONED);
  await here.json('run', '--yes');
  const landed = [...(await messagesOf(here)).values()].map(({ sentAt }) => sentAt);
  expect(landed).toEqual(times.map(() => ten));
  const day = "CONVERT(date, '02/05/2024', 103)";
  await using days = await ofFiles(
    {
      'export/script.sql': `${TABLES}${PEOPLE}${message(1, "N'a'", 'CAST(0xBE460B00 AS Date)')}${message(2, "N'b'", day)}`,
    },
    ZONED,
  );
  await days.json('run', '--yes');
  const dates = [...(await messagesOf(days)).values()].map(({ sentAt }) => Number(sentAt));
  expect(dates.map((at) => new Date(at * 1_000).toISOString().slice(0, 10)).sort()).toEqual([
    '2024-05-01',
    '2024-05-02',
  ]);
});

test.each([
  ['CAST(0x07FF AS DateTime2)', /'0x07FF AS DateTime2' is not a time/],
  ["CONVERT(datetime, 'May 1 2024', 9)", /the style 9 of CONVERT/],
  ['GETDATE()', /the expression 'GETDATE\(\)' is not understood/],
])('the value %s is refused by name, and the rows around it land', async (value, said) => {
  const script = `${TABLES}${PEOPLE}${message(1, "N'one'")}${message(2, "N'two'", value)}${message(3, "N'three'")}`;
  await using here = await ofFiles({ 'export/script.sql': script }, ZONED);
  const { summary, report } = await summaryOf(here);
  expect(kindOf(summary, 'messages')).toMatchObject({ read: 3, imported: 2, dropped: { unreadable: 1 } });
  expect(JSON.stringify(report.problems)).toMatch(said);
});

describe('other ways to write the rows', () => {
  test('several rows of one INSERT, names in any case, sums of texts, comments, no brackets', async () => {
    const script = `${TABLES}${PEOPLE}insert into ChatDb.dbo.messages (id,room_id,sender_id,body,created_at) values
\t (1,1,1,N'a'+CHAR(13)+char(10)+N'b',${AT}),
\t (2,1,2,CAST(N'two' AS nvarchar(max)),${AT}); -- it's (a comment
/* INSERT [dbo].[Messages] */ INSERT INTO dbo.Messages(Id,Room_Id,Sender_Id,Body,Created_At) VALUES (3,1,1,(N'three'),${AT})`;
    expect(await run(script, ZONED)).toEqual({ 1: 'a\r\nb', 2: 'two', 3: 'three' });
  });

  test('INSERT with SELECT is named, and the rows behind it land', async () => {
    const script = `${TABLES}${PEOPLE}INSERT [dbo].[Messages] ([Id]) SELECT 7 UNION ALL SELECT 8\nGO\n${message(1, "N'one'")}`;
    await using here = await ofFiles({ 'export/script.sql': script }, ZONED);
    const { summary } = await summaryOf(here);
    expect(kindOf(summary, 'messages')).toMatchObject({ read: 1, imported: 1 });
    expect(summary.notes.join('\n')).toMatch(/1 statements whose rows are not read, the first in line \d+/);
  });

  test('a text beyond the limit is rejected, and the rows around it land', async () => {
    const long = `N'${'x'.repeat(700_000)}' + N'${'y'.repeat(700_000)}'`;
    const script = `${TABLES}${PEOPLE}${message(1, "N'one'")}${message(2, long)}${message(3, `N'${'it'.repeat(600_000)}'`)}${message(4, "N'four'")}`;
    await using here = await ofFiles({ 'export/script.sql': saved(script) }, ZONED);
    const { summary } = await summaryOf(here);
    expect(kindOf(summary, 'messages')).toMatchObject({ read: 4, imported: 2, dropped: { unreadable: 2 } });
  });
});

const backup = Buffer.concat([Buffer.from('TAPE\0\0\u0003\0\u008c\0\u000e\0'), Buffer.alloc(4_096, 1)]);
test.each<[string, string, Uint8Array, RegExp]>([
  ['a backup', 'chat.bak', backup, /a backup of SQL Server \(\.bak\)[\s\S]*Generate Scripts[\s\S]*CSV/],
  [
    'a data-tier application',
    'chat.bacpac',
    zipOf([
      { name: '[Content_Types].xml', content: Buffer.from('<?xml version="1.0"?><Types/>') },
      { name: 'model.xml', content: Buffer.from('<?xml version="1.0"?><DataSchemaModel/>') },
      { name: 'Data/dbo.Users/TableData-000-00000.BCP', content: Buffer.from([1, 0, 0, 0]) },
    ]),
    /a data-tier application of SQL Server \(\.bacpac\)[\s\S]*CSV/,
  ],
  ['a native bcp file', 'messages.bcp', Buffer.from([4, 1, 0, 0, 0, 255, 254, 0, 0]), /bcp[\s\S]*CSV/],
])('%s is refused by name, with the way to CSV', async (_, name, bytes, said) => {
  await using here = await ofFiles({ [`export/${name}`]: bytes });
  await expect(here.json('validate')).rejects.toThrow(said);
});
