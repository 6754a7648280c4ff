import { hash } from 'node:crypto';

const ID_CHARS = 32;
const NAME_CHARS = 6;

const digest = (kind: string, id: string): string => hash('sha256', `${kind}\n${id}`, 'hex');

/** An id that stands for one of the old system: the same one in every run, without any of its letters. */
const madeId = (kind: 'u' | 'c' | 'm', id: string): string =>
  // A record without an id stays one: it is rejected.
  id === '' ? '' : `${kind}-${digest(kind, id).slice(0, ID_CHARS)}`;

export const madeUser = (id: string): string => madeId('u', id);
export const madeConversation = (id: string): string => madeId('c', id);
export const madeMessage = (id: string): string => madeId('m', id);

/** A name that stands for one, such as `User 1a2b3c`. */
export const madeName = (noun: 'User' | 'Group' | 'Topic', id: string): string =>
  `${noun} ${digest(noun === 'User' ? 'u' : noun === 'Group' ? 'c' : 'm', id).slice(0, NAME_CHARS)}`;

/** The name of a reaction, which an app may have called by a person. */
export const madeReaction = (reaction: string): string =>
  `reaction-${digest('r', reaction).slice(0, NAME_CHARS * 2)}`;

/** An address that leads nowhere, for one of a file. */
export const madeAddress = (address: string, name: string): string =>
  `https://example.invalid/${digest('f', address).slice(0, ID_CHARS)}/${name}`;
