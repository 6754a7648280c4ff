import { zipOf } from '../input/sources/documents/zip-file.ts';
import { needsHeader } from '../pipeline/files/source-answers.ts';
import type { SourceServer } from '../pipeline/files/source-server.ts';
import { picture } from './copied-here.ts';
import { digestOf } from './stores-here.ts';

/** An export of a chat system with files inside, as a pipeline reads it. */
export type ExportWithFiles = {
  /** Line of the sources of the pipeline. */
  readonly sources: string;
  readonly beside: Readonly<Record<string, string | Uint8Array>>;
  /** Further members of `files`. */
  readonly files: Readonly<Record<string, unknown>>;
  /** Digests of the files that messages get, sorted. */
  readonly digests: readonly string[];
};

const START = 1_767_225_600;
const sorted = (files: readonly Buffer[]): readonly string[] => files.map(digestOf).toSorted();

/** The folder of a chat of Telegram: a photo, a document with an odd name, and one that was not exported. */
export function telegramFolder(): ExportWithFiles {
  const said = (id: number, by: number, more: object) => ({
    id,
    type: 'message',
    date: '2026-01-01T00:00:00',
    date_unixtime: String(START + id),
    from: by === 1 ? 'Ann' : 'Bob',
    from_id: `user${by}`,
    text: '',
    text_entities: [],
    ...more,
  });
  const photo = picture('the quay', 5_000);
  const plan = Buffer.from('%PDF-1.7\nthe plan of the harbour, as far as anybody can tell\n');
  const missing = '(File not included. Change data exporting settings to download.)';
  return {
    sources: '  export: { system: telegram, path: export }',
    beside: {
      'export/result.json': JSON.stringify({
        name: 'Harbour',
        type: 'private_group',
        id: 9,
        messages: [
          said(1, 1, { photo: 'photos/photo_1@01-01-2026.jpg', text: 'That is the quay' }),
          said(2, 2, {
            file: 'files/Plan #1 – 100%.pdf',
            file_name: 'Plan.pdf',
            mime_type: 'application/pdf',
          }),
          said(3, 2, { file: missing, file_name: 'film.mp4', mime_type: 'video/mp4' }),
          said(4, 1, { text: 'Thanks' }),
        ],
      }),
      'export/photos/photo_1@01-01-2026.jpg': photo,
      'export/files/Plan #1 – 100%.pdf': plan,
    },
    files: {},
    digests: sorted([photo, plan]),
  };
}

/** The zip of a chat of WhatsApp, with its media in it. */
export function whatsappZip(): ExportWithFiles {
  const [photo, voice] = [
    picture('sails', 9_000),
    Buffer.concat([Buffer.from('OggS\0'), Buffer.alloc(900, 7)]),
  ];
  const chat = [
    '[17.10.25, 09:12:31] Ben: Morning! Is the boat still free on Sunday?',
    '\u200e[17.10.25, 09:16:20] Ann: That is the quay \u200e<attached: 00000006-PHOTO-2025-10-17-09-16-20.png>',
    '\u200e[17.10.25, 09:17:20] Ben: \u200e<attached: 00000007-AUDIO-2025-10-17-09-17-20.opus>',
    '[17.10.25, 09:20:55] Ann: Good',
    '',
  ].join('\r\n');
  return {
    sources: '  export: { system: whatsapp, path: export, zone: UTC }',
    beside: {
      'export/WhatsApp Chat - Ben.zip': zipOf([
        { name: '_chat.txt', content: chat },
        { name: '00000006-PHOTO-2025-10-17-09-16-20.png', content: photo },
        { name: '00000007-AUDIO-2025-10-17-09-17-20.opus', content: voice, method: 0 },
      ]),
    },
    files: {},
    digests: sorted([photo, voice]),
  };
}

/** An export of Slack with one file of slackdump's inside, and others that need a login at the server. */
export function slackFolder(source: SourceServer): ExportWithFiles {
  const [inside, login, other] = [picture('inside'), picture('behind a login', 7_000), picture('nobody')];
  const token = 'Bearer xoxb-12345-secret-of-slack';
  source.put('/files-pri/T1-F2/plan.png', login, {
    type: 'image/png',
    answer: needsHeader('authorization', token),
  });
  source.put('/files-pri/T1-F3/other.png', other, {
    type: 'image/png',
    answer: needsHeader('x-other', 'no', 403),
  });
  const file = (id: string, name: string) => ({
    id,
    name,
    mimetype: 'image/png',
    url_private: `${source.origin}/files-pri/T1-${id}/${name}`,
  });
  const said = (at: number, user: string, text: string, files: readonly object[]) => ({
    type: 'message',
    user,
    text,
    ts: `${START + at}.000100`,
    files,
  });
  const person = (id: string, name: string) => ({ id, team_id: 'T1', name, profile: { real_name: name } });
  const day = [
    said(1, 'U1', 'one', [file('F1', 'cat.png')]),
    said(2, 'U2', 'two', [file('F2', 'plan.png')]),
    said(3, 'U1', 'three', [file('F3', 'other.png')]),
    said(4, 'U2', 'four', [{ id: 'F4', mode: 'tombstone' }]),
  ];
  return {
    sources: '  export: { system: slack, path: export }',
    beside: {
      'slack.token': token,
      'export/users.json': JSON.stringify([person('U1', 'Ann'), person('U2', 'Bo')]),
      'export/channels.json': JSON.stringify([
        { id: 'C1', name: 'general', created: 1, creator: 'U1', members: ['U1', 'U2'] },
      ]),
      'export/general/2026-01-01.json': JSON.stringify(day),
      'export/__uploads/F1/my cat.png': inside,
    },
    files: {
      from: [{ host: source.host, header: { Authorization: { file: 'slack.token' } }, allowPrivate: true }],
    },
    digests: sorted([inside, login]),
  };
}
