import type { CodeText, RowCodeText } from './code.ts';

/** Codes for rows of any entity: their fields, their ids, and what they refer to. */
export const generalCodes = {
  'ROW.FIELD_MISSING': {
    cause:
      'A field that the service needs has no value: the cell is empty or blank, or no column has its name.',
    fix: 'fill the cell, or name its column in the pipeline: map: { <field>: <column> }',
    example: { files: { 'users.csv': 'uid,name\nann,\n' } },
  },
  'ROW.IS_HEADER': {
    cause:
      'The row is the header of its file once more, as where files were joined. It would become a row whose key is the name of a column.',
    fix: 'remove the row, or name the files one by one in the pipeline: path: "export/*.csv"',
    example: { files: { 'users.csv': 'uid,name\nann,Ann\nuid,name\nben,Ben\n' } },
  },
  'ROW.FIELD_TYPE': {
    cause: 'The value is of another type than the field takes, such as a list where an object is expected.',
    fix: 'write the value in the type that the field takes',
    example: { files: { 'users.ndjson': '{"uid":"ann","name":["Ann","Lee"]}\n' } },
  },
  'ROW.JSON_INVALID': {
    cause: 'The cell of a field that holds JSON cannot be read as JSON.',
    fix: 'write the cell as JSON, for example {"team":"red"}',
    example: { files: { 'users.csv': 'uid,name,metadata\nann,Ann,{team:red}\n' } },
  },
  'ROW.TIME_INVALID': {
    cause:
      'The cell is not a time in the expected form, names a day that does not exist or a time that the clocks skip, or lies outside what the service stores (ten digits of epoch seconds).',
    fix: 'write epoch seconds or ISO 8601 with a zone, or declare the format: map: { <field>: { from: <column>, time: dd/MM/yyyy } }; texts that mean that there is no time: nulls: ["0000-00-00 00:00:00"] in the source, which holds for all its columns',
    example: { files: { 'users.csv': 'uid,name,createdAt\nann,Ann,31/02/2024\n' } },
  },
  'ROW.TIME_NO_ZONE': {
    cause:
      'The time names no zone and the pipeline declares none. A guessed zone would move every message by hours.',
    fix: 'declare the zone: map: { <field>: { from: <column>, time: iso, zone: Europe/Berlin } }',
    example: { files: { 'users.csv': 'uid,name,createdAt\nann,Ann,2024-02-28 10:00:00\n' } },
  },
  'ROW.VALUE_UNMAPPED': {
    cause: 'The pipeline lists the values of this column, and the value of this row is not in the list.',
    fix: 'add the value to the list in the pipeline: map: { <field>: { from: <column>, values: { old: new } } }',
    example: {
      files: { 'users.csv': 'uid,name,role\nann,Ann,director\n' },
      map: 'role: { from: role, values: { staff: default } }',
    },
  },
  'ROW.LOOKUP_MISSING': {
    cause: 'The pipeline looks the value up in another file, and no row of that file has it.',
    fix: 'add the row to that file, or say what to use instead: map: { <field>: { from: <column>, lookup: { file: people.csv, key: email, value: id }, default: unknown } }',
    example: {
      files: { 'users.csv': 'uid,name,team\nann,Ann,blue\n', 'teams.csv': 'team,role\nred,staff\n' },
      map: 'role: { from: team, lookup: { file: teams.csv, key: team, value: role } }',
    },
  },
  'ROW.OTHER_UNCLEAR': {
    cause:
      'The pipeline takes the only value of a list that is not the one in another column, and the list has none or several.',
    fix: 'leave out such rows with where:, or say what to use instead: map: { <field>: { other: <column>, than: <column>, default: unknown } }',
    example: {
      files: { 'users.csv': 'uid,name,people\nann,Ann,ann|bob|cem\n' },
      map: 'statusMessage: { other: people, than: uid }',
    },
  },
  'ROW.TEXT_MALFORMED': {
    cause: 'The text contains a NUL character or half of a surrogate pair. The service cannot store it.',
    fix: 'remove the NUL character or the half of a surrogate pair; the service cannot store it',
    example: { files: { 'users.ndjson': '{"uid":"ann","name":"Ann \\ud83d"}\n' } },
  },
  'ROW.ENCODING_INVALID': {
    cause:
      'The row contains bytes that are not valid in the encoding of the file. Usually the file is not UTF-8 and the pipeline does not declare its encoding.',
    fix: 'save the file as UTF-8, or declare its encoding: encoding: windows-1252',
    example: { files: { 'users.csv': 'uid,name\njoerg,J⟨F6⟩rg\n' } },
  },
  'ROW.TOO_LARGE': {
    cause:
      'The row is longer than 1 MiB; it is skipped and never kept in memory. Or the service, or something in front of it, answers 413 for this row alone.',
    fix: 'split or shorten the row; at most 1 MiB is read as one row',
    example: { files: { 'users.csv': 'uid,name\nann,⟨x × 1048576⟩\n' } },
  },
  'ROW.DUPLICATE': {
    cause:
      'An earlier row has the same key and other content. Only one of the two can be imported, and only you know which.',
    fix: 'keep one of the two rows: an earlier row has the same key and other content',
    example: { files: { 'users.csv': 'uid,name\nann,Ann\nann,Another Ann\n' } },
  },
  'ID.INVALID': {
    cause:
      'The service would refuse the id: it takes 1 to 100 characters of a-z, 0-9, hyphen and underscore. A blank before or after it is one more character.',
    fix: 'let the pipeline make a legal id of the text, the same one wherever the text stands: map: { <field>: { from: <column>, as: [trim, slug] } }; or use 1 to 100 of a-z 0-9 - _',
    example: { files: { 'users.csv': 'uid,name\nann@example.com,Ann\n' } },
  },
  'ID.COLLISION': {
    cause:
      'Two different cells become the same id. As one row they would be one person or one group, and what belongs to one would go to the other.',
    fix: 'change one of the two cells, or name the id of each in a file: idMap: users.map.csv',
    example: {
      files: {
        'messages.csv':
          'muid,author,receiver,sentAt,text\n1,Ann Lee,team,1700000000,Hi\n2,ann-lee-a36e143c5359,team,1700000060,Hello\n',
      },
      map: 'sender: { from: author, as: slug }, receiverType: { const: group }',
      pipeline: '  users: { from: messages, key: sender }\nreferences: open',
    },
  },
  'ID.PRECISION_LOST': {
    cause:
      'The id has lost digits: a spreadsheet wrote it as 1.23457E+15, or the program that wrote the file rounded it.',
    fix: 'write the id as a string; numbers beyond 9007199254740991 lose digits',
    example: { files: { 'users.csv': 'uid,name\n1.23457E+15,Ann\n' } },
  },
  'REFERENCE.UNKNOWN': {
    cause:
      'The row refers to a user or a group that is not in the sources. The service would refuse the row, or create a message without a sender.',
    fix: 'add the missing row to its file, or set references: open to let the service decide; if ids are made of texts that differ in capital letters alone, make all of them with  as: [lower, slug]',
    example: {
      files: { 'users.csv': 'uid,name\nann,Ann\n', 'groups.csv': 'guid,name,owner\nteam,Team,bob\n' },
    },
  },
  'REFERENCE.BLOCKED': {
    cause:
      'The row itself is valid, but the user or group that it refers to was rejected, so the row is not sent.',
    fix: 'correct the rejected row that this one refers to: a retry of the rejects sends both',
    example: {
      files: { 'users.csv': 'uid,name\nann,\n', 'groups.csv': 'guid,name,owner\nteam,Team,ann\n' },
    },
  },
  'REFERENCE.INACTIVE': {
    cause:
      'The row is written by a call for, or about, a user who is deactivated. The service takes no such call: it answers that there is no such user. Messages, memberships and owners are imported all the same; with api: rest users are created active.',
    fix: 'leave such rows out with where; carry reactions and pins in the metadata of their message, and replies as ordinary messages, by the policies; or activate the user: deactivatedAt: never',
    example: {
      files: {
        'users.csv': 'uid,name,deactivatedAt\nann,Ann,\nben,Ben,2024-01-02T00:00:00Z\n',
        'friends.csv': 'uid,friendUid\nann,ben\n',
      },
    },
  },
} as const satisfies Record<string, RowCodeText>;

/** The text for every `SERVICE.<code>` of a row: a refusal by the service, under the service's own code. */
export const serviceCode = {
  cause: 'The service refused this row. The rest of the code and the message come from the service.',
  fix: 'the service refused the row: correct what its message names, then retry the rejects',
  example: 'SERVICE.ERR_ALREADY_EXISTS  the service has this row already, with other content',
} as const satisfies CodeText & { example: string };
