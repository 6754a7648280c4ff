import type { RecordPlace, SourceConversation } from '../neutral.ts';
import { besideOwn } from './beside-own.ts';
import type { ExportTable } from './export-table.ts';
import { pictureAddress, type SourceCopies } from './file-addresses.ts';
import { readyColumns, readyIds } from './ids.ts';
import { legalSeconds, type SourceMetadata, storedText, tagsCell } from './legal-cells.ts';
import { type People, shortName } from './people.ts';

export const GROUP_COLUMNS = [
  'guid',
  'name',
  'type',
  'icon',
  'description',
  'owner',
  'metadata',
  'tags',
  'createdAt',
  ...readyColumns('groups'),
];

const DESCRIPTION_CHARS_MAX = 255;

/** Parts needed to make the rows of groups. */
type GroupDeps = {
  readonly table: ExportTable;
  readonly people: People;
  readonly metadata: SourceMetadata;
  /** The id of the owner of groups that have none. */
  readonly owner: string | undefined;
  /** Absent if addresses of icons stay as they are. */
  readonly copies: SourceCopies | undefined;
};

/** Writes the rows of groups. */
export class GroupRows {
  readonly #deps: GroupDeps;
  /** The groups that get the declared owner. */
  readonly #ownerless = new Set<string>();
  /** When the groups were created, in whole seconds. */
  readonly #createdAt = new Map<string, number>();

  constructor(deps: GroupDeps) {
    this.#deps = deps;
  }

  /** The number of groups that have no owner of their own and get the declared one. */
  get givenOwner(): number {
    return this.#ownerless.size;
  }

  /** Whoever created a group joined it in the same moment; the service takes only members who joined after that. */
  joinedAfter(guid: string, joinedAt: number | undefined): string | undefined {
    const [joined, created = 0] = [legalSeconds(joinedAt), this.#createdAt.get(guid)];
    return joined === undefined || Number(joined) > created ? joined : String(created + 1);
  }

  add(guid: string, conversation: SourceConversation, type: 'public' | 'private', place: RecordPlace): void {
    const { id, icon, picture = {}, owner, tags = [], isArchived } = conversation;
    const { people, table } = this.#deps;
    const name = storedText(conversation.name?.trim() || id);
    const description = storedText(conversation.description ?? '');
    const isOwned = owner !== undefined && people.isKnown(owner) && !people.isSkipped(owner);
    // What several people wrote to each other is nobody else's.
    const given = conversation.type === 'direct' ? undefined : this.#deps.owner;
    const owned = isOwned ? owner : given;
    if (!isOwned && given !== undefined) this.#ownerless.add(guid);
    else this.#ownerless.delete(guid);
    const shown = pictureAddress(icon, picture, place.root, this.#deps.copies);
    const isLong = Array.from(description).length > DESCRIPTION_CHARS_MAX;
    const metadata = this.#deps.metadata.cell(id, {
      ...(shortName(name) === name ? {} : { name }),
      ...(isLong ? { description } : {}),
      ...(icon && shown === undefined ? { icon } : {}),
      ...(owner !== undefined && !isOwned ? { owner } : {}),
      ...(isArchived ? { archived: true } : {}),
      ...besideOwn(conversation.metadata),
    });
    const createdAt = legalSeconds(conversation.createdAt);
    if (createdAt !== undefined) this.#createdAt.set(guid, Number(createdAt));
    table.add(
      [
        guid,
        shortName(name),
        type,
        shown,
        (isLong ? undefined : description) || undefined,
        owned,
        metadata,
        tagsCell([...tags, ...(isArchived ? ['archived'] : [])]),
        createdAt,
        ...readyIds(guid, owned),
      ],
      place,
      guid,
    );
  }
}
