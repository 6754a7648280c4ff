import { rowsOfPipeline } from '../../../support/rows-of-pipeline.ts';

/** Prints what the forms of values make of one table, for a comparison between machines. */

const ROWS = [
  ['a 1', '25.10.2026 02:50', 'ÇA VA', 'Zürich', '1.234,50', 'ı İ'],
  ['A 1', '25.10.2026 02:10', 'ça va', 'ZÜRICH', '12', 'I i'],
  ['ß', '25.10.2026 03:05', 'STRASSE', 'Ärger', '0x10', 'ẞ'],
  ['10', '29.03.2026 02:30', '', 'zebra', '1e3', 'Σας'],
  ['9', '15.07.2026 12:00', ' x ', 'Å', '007', 'ǅ'],
];
const cell = (text: string): string => `"${text}"`;
const table = ['id,at,text,place,number,odd', ...ROWS.map((row) => row.map(cell).join())].join('\n');

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Australia/Lord_Howe'];
const sources = zones.map(
  (zone, index) => `
    - path: rows-${index + 9}.csv
      map:
        muid: { template: "${index}-{id}-{odd}", as: slug }
        sender: { from: place, as: [trim, nfc, lower, slug] }
        receiver: { hash: [id, odd] }
        receiverType: { const: user }
        sentAt: { from: at, time: "dd.MM.yyyy HH:mm", zone: ${zone} }
        text: { from: text, as: upper, default: none }
        metadata.number: number
        metadata.lower: { from: odd, as: lower }
        metadata.upper: { from: odd, as: upper }`,
);

const files = zones.map((_, index) => ({ name: `rows-${index + 9}.csv`, text: `${table}\n` }));
const all = await rowsOfPipeline(`sources:\n  messages:${sources.join('')}\n`, files);
const globbed = await rowsOfPipeline(
  'sources: { messages: { path: "*.csv", map: { muid: { hash: [$file, $line] }, sender: place, receiver: odd, receiverType: { const: user }, sentAt: { const: 1795000000 }, text: $file } } }\n',
  ['B-10.csv', 'b-9.csv', 'a_1.csv', 'ä.csv', 'Z.csv', 'i.csv', 'ı.csv'].map((name) => ({
    name,
    text: `${table}\n`,
  })),
);
process.stdout.write(all + globbed);
