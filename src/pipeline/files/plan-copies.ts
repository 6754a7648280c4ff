import { join } from 'node:path';
import type { CopiesRevision, Plan, Step } from '../../delivery/plan.ts';
import { holdsBytes, type StateStore } from '../../files/state/state-store.ts';
import { type CopiedAddress, type FindCopy, fileFieldOf } from '../../input/rows/forms/copied-address.ts';
import {
  type CopyRules,
  copiedFields,
  type FoundFields,
  fieldsOfFiles,
} from '../../input/rows/forms/files-step.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import type { Values } from '../../input/rows/row.ts';
import type { Files } from '../../system/files.ts';
import type { FilesSpec } from './files-spec.ts';
import { findCopyOf, keptAs } from './map/find-copy.ts';
import { MAP_INDEX, MAP_LOG, openFileMap } from './map/open-file-map.ts';

/** Things by which it is known what was copied, and where files are. */
export type CopiesPlace = {
  /** The state; undefined if nothing is known of it. */
  readonly state: StateStore | undefined;
  /** The folder of the state. */
  readonly stateFolder: string;
  /** Absolute paths of the export that files may be in; undefined if there is none. */
  readonly exported: readonly string[] | undefined;
  readonly files: Files;
  /** Disposes of something when no row is read any more. */
  holds(opened: AsyncDisposable): void;
};

/**
 * A plan whose rows have the addresses of copies: those that earlier runs have made, and for addresses that nobody has tried one
 * that looks like them, until the plan is given what has become of all of them.
 * @throws RunError `STATE.*`
 */
export async function withPlanCopies(plan: Plan, spec: FilesSpec, place: CopiesPlace): Promise<Plan> {
  const { exported } = place;
  const answers = new Answers(await savedCopies(spec, place));
  const rules: CopyRules = {
    what: spec.what,
    onFailure: spec.onFailure,
    find: (address) => answers.find(address),
    planned: findCopyOf(NO_MAP, spec),
    meaning: (kind) => [
      spec.publicUrl,
      spec.keep,
      answers.revision.outcomes,
      ...(kind !== 'attachments' || spec.recheck === 'all' ? [answers.revision.contents] : []),
    ],
  };
  const copied = (step: Step): Step => ({
    ...step,
    mappings: step.mappings.map((mapping) => withCopies(mapping, step.entity, rules)),
  });
  return {
    ...plan,
    steps: plan.steps.map(copied),
    copies: {
      steps: plan.steps,
      ...(exported ? { exported } : {}),
      use: (find, revision) => answers.use(find, revision),
      keep: (isKept) => answers.keep(isKept),
    },
  };
}

/**
 * A mapping whose rows have the addresses of copies in the place of those that they name. The same answers give the same row,
 * also where an address is signed anew each night.
 */
export function withCopies(mapping: Mapping, { name }: { readonly name: string }, rules: CopyRules): Mapping {
  const of = fileFieldOf(name);
  if (!of || !rules.what.has(of.kind)) return mapping;
  const isOfMessages = of.kind === 'attachments';
  const named: readonly string[] = isOfMessages ? ['attachments', 'data'] : [of.field];
  if (!mapping.fields.some(({ field }) => named.includes(field))) return mapping;
  const change = copiedFields(of);
  const changed = fieldsOfFiles(of);
  const mapped = (values: Values): FoundFields => change(mapping(values), rules);
  const copied: Mapping = Object.assign(mapped, {
    ...mapping,
    // Records of messages with files are never checked as bytes.
    isPlain: mapping.isPlain && isOfMessages,
    some: (asked: ReadonlySet<string>) =>
      changed.some((field) => asked.has(field))
        ? (values: Values) => mapped(values).fields
        : mapping.some(asked),
  });
  return Object.defineProperty(copied, 'meaning', {
    enumerable: true,
    get: () => [mapping.meaning, 'files', rules.onFailure, rules.meaning?.(of.kind)],
  });
}

const NO_REVISION: CopiesRevision = { outcomes: 0, contents: 0 };

/** Answers about copies: at first those of earlier runs. */
class Answers {
  #find: FindCopy;
  #revision: CopiesRevision;
  #isKept: ((address: string) => boolean) | undefined;

  constructor({ find, revision }: { readonly find: FindCopy; readonly revision: CopiesRevision }) {
    this.#find = find;
    this.#revision = revision;
  }

  get revision(): CopiesRevision {
    return this.#revision;
  }

  find(address: string): CopiedAddress {
    const copy = this.#find(address);
    return copy.outcome === 'unknown' && this.#isKept?.(address) ? keptAs(address) : copy;
  }

  keep(isKept: ((address: string) => boolean) | undefined): void {
    this.#isKept = isKept;
  }

  use(find: FindCopy, revision: CopiesRevision = this.#revision): void {
    this.#revision = revision;
    this.#find = (address) => {
      const copy = find(address);
      // An address without a file behind it must never be sent.
      return copy.outcome === 'unknown' ? { ...copy, isLate: true } : copy;
    };
  }
}

/** Answers of earlier runs. */
async function savedCopies(
  spec: FilesSpec,
  { state, stateFolder, files, holds }: CopiesPlace,
): Promise<{ readonly find: FindCopy; readonly revision: CopiesRevision }> {
  if (!state || !holdsBytes(state, MAP_LOG)) return { find: findCopyOf(NO_MAP, spec), revision: NO_REVISION };
  const map = await openFileMap(state, join(stateFolder, MAP_INDEX), files, 'read');
  holds(map);
  return {
    find: findCopyOf(map, spec),
    revision: map.revision,
  };
}

/** The map of a state without copies. */
const NO_MAP = { find: () => undefined };
