import { fileFailures } from '../../input/rows/forms/copied-address.ts';
import { type FileAddresses, type FileOutcome, fileOutcomes } from '../../pipeline/files/file-counts.ts';
import { addressFaults, addressLines } from '../result/file-addresses.ts';
import { type FileFacts, failureText } from '../result/file-copies.ts';
import type { Report } from '../result/report.ts';
import { html, type Markup, numberColumns, type Section, table } from './markup.ts';
import { bytes, counted, groupedUnbroken } from './numbers.ts';

const OUTCOMES: Readonly<Record<FileOutcome, string>> = {
  copied: 'Copied now',
  sameContent: 'The same content as another file',
  alreadyThere: 'Were in the storage already',
  known: 'Copied by an earlier run',
  kept: 'Left where they are',
};

/** Shows how the files of rows were copied; undefined if none were to be. */
export function filesSection({ fileCopies, fileFacts, fileAddresses }: Report): Section | undefined {
  if (fileAddresses) return addressesSection(fileAddresses);
  if (!fileCopies) return undefined;
  const { distinct, found, bytesCopied, failed, references, noRoom } = fileCopies;
  const rows = [
    ...fileOutcomes.map((outcome) => [OUTCOMES[outcome], fileCopies[outcome], references[outcome]] as const),
    ...fileFailures.map(
      (why) => [`Not copied: ${reasonOf(why)}`, failed[why], references.failed[why]] as const,
    ),
  ].filter(([, files, named]) => files + named > 0);
  return {
    id: 'files',
    title: 'Files',
    count: groupedUnbroken(distinct),
    body: html`<p class="lead">Rows name ${counted(distinct, 'file')} ${counted(found, 'time')}; ${bytes(bytesCopied)} were copied now.${noRoom > 0 ? html` ${counted(noRoom, 'file')} without room for the copy’s address in the message: attachments.csv.` : ''}</p>${table(
      'Files by outcome',
      ['Outcome', ...numberColumns('Files', 'References')],
      rows.map(([what, files, named]) => [what, groupedUnbroken(files), groupedUnbroken(named)]),
    )}${fileFacts && factTables(fileFacts)}`,
  };
}

const reasonOf = (why: (typeof fileFailures)[number]): string => failureText(why, 1).replace(/^1 /, '');

const factTables = ({ hosts, types, largest, failures }: FileFacts): Markup =>
  html`<h3>By host</h3>${table(
    'Known files by host',
    ['Host', ...numberColumns('Files', 'Bytes', 'Not copied')],
    hosts.map(({ host, files, bytes: size, failed }) => [
      host,
      groupedUnbroken(files),
      bytes(size),
      groupedUnbroken(failed),
    ]),
  )}${
    types.length > 0 &&
    html`<h3>By type</h3>${table(
      'Copied files by type',
      ['Type', ...numberColumns('Files', 'Bytes')],
      types.map(({ type, files, bytes: size }) => [
        html`<code>${type}</code>`,
        groupedUnbroken(files),
        bytes(size),
      ]),
    )}<h3>The largest</h3>${table(
      'The largest files',
      ['Address and type', ...numberColumns('Bytes')],
      largest.map(({ address, type, bytes: size }) => [html`<code>${address}</code> ${type}`, bytes(size)]),
    )}`
  }${
    failures.length > 0 &&
    html`<h3>Not copied</h3><ul class="warnings">${failures.map(({ why, count, samples }) =>
      samples.map(
        ({ address, message }, at) =>
          html`<li>${at === 0 && html`<strong>${failureText(why, count)}</strong>, such as `}<code>${address}</code>: ${message}</li>`,
      ),
    )}</ul>`
  }`;

/** Shows the addresses of files of a dry run. */
function addressesSection(found: FileAddresses): Section {
  const faults = addressFaults(found);
  return {
    id: 'files',
    title: 'Files',
    count: groupedUnbroken(found.addresses),
    body: html`<p class="lead">${addressLines(found)[0]}.</p>${
      faults.length > 0 &&
      html`<ul class="warnings">${faults.map(({ message, next }) => html`<li>${message}. <span class="hint">${next}</span></li>`)}</ul>`
    }${
      found.hosts.length > 0 &&
      table(
        'Addresses of files by host',
        ['Host', ...numberColumns('Addresses', 'Need a header', 'Expired', 'Refused')],
        found.hosts.map(({ host, addresses, needsHeader, expired, refused }) => [
          host,
          groupedUnbroken(addresses),
          groupedUnbroken(needsHeader),
          groupedUnbroken(expired),
          groupedUnbroken(refused),
        ]),
      )
    }`,
  };
}
