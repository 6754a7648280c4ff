import type { Method } from '../service/api/endpoint.ts';
import type { endpoints } from '../service/api/endpoints.ts';
import type { ChatService } from '../service/client/chat-service.ts';
import type { Management } from '../service/client/management.ts';
import type { ApiResponse } from '../service/transport/transport.ts';

export type EndpointName = keyof typeof endpoints;

/** One thing that the service is to do as documented. */
export type Check = {
  readonly name: string;
  /** The calls whose documented behaviour it looks at; none where it looks at what all calls have in common. */
  readonly covers: readonly EndpointName[];
  /** `read` sends GET requests alone; `write` makes rows with names of its own and removes them again. */
  readonly needs: 'read' | 'write';
  /** Resolves where the service is as documented; rejects with what is not, or with a SkippedCheck. */
  readonly run: (context: CheckContext) => Promise<void>;
};

/** A request below the typed client, for what that one would never send. */
export type RawRequest = {
  readonly method: Method;
  /** Below the base address. */
  readonly path: string;
  /** The key of the peer where absent; `unknown` is a key that no app has. */
  readonly key?: 'own' | 'none' | 'unknown';
  /** Stands in place of the version at the end of the base address. */
  readonly version?: string;
  readonly onBehalfOf?: string;
  /** Sent as it is, as JSON. */
  readonly body?: string;
};

/** The service under test. */
export type Peer = {
  /** With a key of the scope fullAccess. */
  readonly service: ChatService;
  /** With a key of the scope authOnly. */
  readonly authOnly?: ChatService;
  readonly management?: Management;
  /** The same address with credentials that are not those of the account. */
  readonly managementRefused?: Management;
  /** Whether the records of calls have an address. */
  readonly hasCalls: boolean;
  /** Sends one request as it is; waits where the service throttles, repeats a GET alone. */
  readonly send: (request: RawRequest, signal: AbortSignal) => Promise<ApiResponse>;
};

/** What one check has. */
export type CheckContext = Peer & {
  readonly signal: AbortSignal;
  /** A name that nothing else in the app has, for a row that the check makes. */
  readonly id: (label: string) => string;
  /** Registers what removes a row; called before the row is made, run when the check has ended, last one first. */
  readonly later: (undo: () => Promise<unknown>) => void;
};

/** The app, or what is known of it, has nothing to look at. */
export class SkippedCheck extends Error {
  override readonly name = 'SkippedCheck';
}

/** Ends a check that has nothing to look at. */
export function skip(reason: string): never {
  throw new SkippedCheck(reason);
}
