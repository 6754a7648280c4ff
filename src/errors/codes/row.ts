import type { CodeText, RowCodeText } from './code.ts';

/** Codes for rows of any entity: their fields, their ids, and what they refer to. */
export const generalCodes = {
  'ROW.FIELD_MISSING': {
    cause: 'A required field has no value: its cell is empty or blank, or no column has its name.',
    fix: 'fill the cell, or name its column in the pipeline: map: { <field>: <column> }',
    example: { files: { 'users.csv': 'uid,name\nann,\n' } },
  },
  'ROW.IS_HEADER': {
    cause: 'The row repeats the header, as in files that were joined.',
    fix: 'remove the row, or name the files one by one: path: "export/*.csv"',
    example: { files: { 'users.csv': 'uid,name\nann,Ann\nuid,name\nben,Ben\n' } },
  },
  'ROW.FIELD_TYPE': {
    cause: 'The value has the wrong type, such as a list where an object is expected.',
    fix: 'use the type this field expects',
    example: { files: { 'users.ndjson': '{"uid":"ann","name":["Ann","Lee"]}\n' } },
  },
  'ROW.JSON_INVALID': {
    cause: 'The field holds JSON, and the cell is not valid JSON.',
    fix: 'write the cell as JSON, for example {"team":"red"}',
    example: { files: { 'users.csv': 'uid,name,metadata\nann,Ann,{team:red}\n' } },
  },
  'ROW.TIME_INVALID': {
    cause:
      'The cell is not a time in the expected form (by default epoch seconds or ISO 8601 with a zone), does not exist, or is outside the ten digits of epoch seconds.',
    fix: 'declare the format: map: { <field>: { from: <column>, time: dd/MM/yyyy } }; if the text means "no time", in all columns of the source: nulls: ["0000-00-00 00:00:00"]',
    example: { files: { 'users.csv': 'uid,name,createdAt\nann,Ann,31/02/2024\n' } },
  },
  'ROW.TIME_NO_ZONE': {
    cause: 'The time names no zone, nor does the pipeline. A wrong guess would move messages by hours.',
    fix: 'declare the zone: map: { <field>: { from: <column>, time: iso, zone: Europe/Berlin } }',
    example: { files: { 'users.csv': 'uid,name,createdAt\nann,Ann,2024-02-28 10:00:00\n' } },
  },
  'ROW.VALUE_UNMAPPED': {
    cause: 'The value is not in the list that the pipeline has for this column.',
    fix: 'add the value to the list: map: { <field>: { from: <column>, values: { old: new } } }',
    example: {
      files: { 'users.csv': 'uid,name,role\nann,Ann,director\n' },
      map: 'role: { from: role, values: { staff: default } }',
    },
  },
  'ROW.LOOKUP_MISSING': {
    cause: 'No row of the file in which the pipeline looks this value up has it.',
    fix: 'add the row to that file, or declare a default: map: { <field>: { from: <column>, lookup: { file: people.csv, key: email, value: id }, default: unknown } }',
    example: {
      files: { 'users.csv': 'uid,name,team\nann,Ann,blue\n', 'teams.csv': 'team,role\nred,staff\n' },
      map: 'role: { from: team, lookup: { file: teams.csv, key: team, value: role } }',
    },
  },
  'ROW.OTHER_UNCLEAR': {
    cause: 'The list does not have exactly one value that differs from the other column.',
    fix: 'skip such rows with where:, or declare a default: map: { <field>: { other: <column>, than: <column>, default: unknown } }',
    example: {
      files: { 'users.csv': 'uid,name,people\nann,Ann,ann|bob|cem\n' },
      map: 'statusMessage: { other: people, than: uid }',
    },
  },
  'ROW.TEXT_MALFORMED': {
    cause: 'The text contains a NUL character or half of a surrogate pair, which the service cannot store.',
    fix: 'remove it',
    example: { files: { 'users.ndjson': '{"uid":"ann","name":"Ann \\ud83d"}\n' } },
  },
  'ROW.ENCODING_INVALID': {
    cause: 'Bytes of the row are invalid in the encoding of the file. Usually it is not UTF-8.',
    fix: 'save the file as UTF-8, or declare its encoding: encoding: windows-1252',
    example: { files: { 'users.csv': 'uid,name\njoerg,J⟨F6⟩rg\n' } },
  },
  'ROW.TOO_LARGE': {
    cause: 'The row is longer than 1 MiB, or the service or a proxy answered 413 for it.',
    fix: 'shorten or split the row',
    example: { files: { 'users.csv': 'uid,name\nann,⟨x × 1048576⟩\n' } },
  },
  'ROW.DUPLICATE': {
    cause: 'An earlier row has the same key but different content.',
    fix: 'keep one of the two rows',
    example: { files: { 'users.csv': 'uid,name\nann,Ann\nann,Another Ann\n' } },
  },
  'ID.INVALID': {
    cause: 'An id is 1 to 100 characters of a-z, 0-9, hyphen and underscore.',
    fix: 'let the pipeline make a legal id, the same one wherever the text appears: map: { <field>: { from: <column>, as: [trim, slug] } }',
    example: { files: { 'users.csv': 'uid,name\nann@example.com,Ann\n' } },
  },
  'ID.COLLISION': {
    cause: 'Two different values produce the same id, and would become one user or group.',
    fix: 'change one of the two values, or give each its own id in a file: idMap: users.map.csv',
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
    cause: 'The id has lost digits: a spreadsheet wrote it as 1.23457E+15, or another program rounded it.',
    fix: 'write the id as a string; numbers beyond 9007199254740991 lose digits',
    example: { files: { 'users.csv': 'uid,name\n1.23457E+15,Ann\n' } },
  },
  'REFERENCE.UNKNOWN': {
    cause:
      'The row refers to a user or group that no source has. The service would refuse it, or create a message without a sender.',
    fix: 'add the missing row to its file, or let the service decide with references: open; if ids differ only in capital letters, make all of them with  as: [lower, slug]',
    example: {
      files: { 'users.csv': 'uid,name\nann,Ann\n', 'groups.csv': 'guid,name,owner\nteam,Team,bob\n' },
    },
  },
  'REFERENCE.BLOCKED': {
    cause: 'The row is valid, but refers to a user or group that was rejected.',
    fix: 'correct the rejected row that this one refers to; a retry of the rejects sends both',
    example: {
      files: { 'users.csv': 'uid,name\nann,\n', 'groups.csv': 'guid,name,owner\nteam,Team,ann\n' },
    },
  },
  'REFERENCE.INACTIVE': {
    cause: 'The row needs a call by or about a deactivated user, which the service refuses.',
    fix: 'skip such rows with where; or keep reactions and pins in metadata, and replies as ordinary messages, with policies; or activate the user: deactivatedAt: never',
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
  cause: 'The service refused this row. The rest of the code and the message are its own.',
  fix: 'the service refused the row: correct what its message names, then retry the rejects',
  example: 'SERVICE.ERR_ALREADY_EXISTS  the service has this row already, with other content',
} as const satisfies CodeText & { example: string };
