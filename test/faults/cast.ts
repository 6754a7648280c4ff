import type { CoreName } from '../../src/input/entities/entity.ts';
import type { Finding, Format, Planted } from './kind.ts';

/** The header of every file. */
export const COLUMNS: Readonly<Record<CoreName, readonly string[]>> = {
  users: [
    'uid',
    'name',
    'avatar',
    'link',
    'role',
    'statusMessage',
    'metadata',
    'tags',
    'createdAt',
    'lastActiveAt',
  ],
  groups: [
    'guid',
    'name',
    'type',
    'password',
    'icon',
    'description',
    'owner',
    'metadata',
    'tags',
    'createdAt',
  ],
  members: ['guid', 'uid', 'scope', 'joinedAt', 'isBanned'],
  messages: [
    'muid',
    'sender',
    'receiver',
    'receiverType',
    'sentAt',
    'category',
    'type',
    'text',
    'data',
    'metadata',
    'attachments',
    'tags',
    'deliveredAt',
    'readAt',
    'parentMuid',
  ],
};

const seconds = (iso: string): number => Date.parse(iso) / 1000;
export const USERS_FROM = seconds('2022-01-01T00:00:00Z');
export const GROUPS_FROM = seconds('2022-02-01T00:00:00Z');
export const JOINED_FROM = seconds('2022-03-01T00:00:00Z');
export const SENT_FROM = seconds('2022-04-01T00:00:00Z');

export type Cells = Readonly<Record<string, unknown>>;

/** A row's text in a format, without its line end; columns without a cell are empty or left out. */
export function lineOf(format: Format, entity: CoreName, cells: Cells): string {
  if (format === 'ndjson') return JSON.stringify(cells);
  return COLUMNS[entity].map((column) => csvCell(cells[column])).join(',');
}

function csvCell(cell: unknown): string {
  if (cell === undefined || cell === null) return '';
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** People and a group that play in one planted kind only, so that no kind meets the rows of another. */
export class Cast {
  readonly format: Format;
  /** Members of the team. */
  readonly ann: string;
  readonly ben: string;
  /** Users without a membership. */
  readonly cy: string;
  readonly dee: string;
  readonly team: string;
  /** Epoch seconds at which their history begins. */
  readonly at = SENT_FROM;
  /** Where a fault may stand in any file: the file that this one stands in. */
  readonly entity: CoreName;
  /** A group that takes no more members. */
  readonly largeGroup: string | undefined;
  readonly #name: string;
  #ids = 0;

  constructor(format: Format, index: number, entity: CoreName, largeGroup: string | undefined) {
    this.format = format;
    this.entity = entity;
    this.largeGroup = largeGroup;
    this.#name = `cast${index}`;
    [this.ann, this.ben, this.cy, this.dee] = ['ann', 'ben', 'cy', 'dee'].map(
      (who) => `${this.#name}-${who}`,
    ) as [string, string, string, string];
    this.team = `${this.#name}-team`;
  }

  /** An id that stands nowhere else. */
  id(): string {
    this.#ids += 1;
    return `${this.#name}-${this.#ids}`;
  }

  /** The rows without which the planted ones would refer to nothing. */
  supporting(): readonly Planted[] {
    const users = [this.ann, this.ben, this.cy, this.dee].map((uid) => this.good('users', { uid }));
    const members = [this.ann, this.ben].map((uid) => this.good('members', { uid }));
    return [...users, this.good('groups', { guid: this.team }), ...members];
  }

  /** The cells of a good row, some of them replaced. */
  cells(entity: CoreName, replaced: Cells = {}): Cells {
    const good: Readonly<Record<CoreName, () => Cells>> = {
      users: () => ({ uid: this.id(), name: 'Planted', createdAt: USERS_FROM }),
      groups: () => ({
        guid: this.id(),
        name: 'Planted',
        type: 'public',
        owner: this.ann,
        createdAt: GROUPS_FROM,
      }),
      members: () => ({ guid: this.team, uid: this.cy, scope: 'participant', joinedAt: JOINED_FROM }),
      messages: () => ({
        muid: this.id(),
        sender: this.ann,
        receiver: this.team,
        receiverType: 'group',
        sentAt: this.at,
        text: 'Planted',
      }),
    };
    return { ...good[entity](), ...replaced };
  }

  /** A planted row of whole cells. */
  row(
    entity: CoreName,
    replaced: Cells,
    outcome: NonNullable<Planted['outcome']>,
    ...finds: readonly Finding[]
  ): Planted {
    return this.text(entity, lineOf(this.format, entity, this.cells(entity, replaced)), outcome, ...finds);
  }

  good(entity: CoreName, replaced: Cells = {}, ...finds: readonly Finding[]): Planted {
    return this.row(entity, replaced, 'pending', ...finds);
  }

  bad(entity: CoreName, replaced: Cells, ...finds: readonly Finding[]): Planted {
    return this.row(entity, replaced, 'rejected', ...finds);
  }

  /** A planted row of any text or bytes. */
  text(
    entity: CoreName,
    line: string | Buffer,
    outcome: NonNullable<Planted['outcome']>,
    ...finds: readonly Finding[]
  ): Planted {
    return { entity, bytes: Buffer.concat([Buffer.from(line), Buffer.from('\n')]), outcome, finds };
  }
}
