import type { Data } from './entity.ts';
/** True if the service writes this member of metadata itself, whatever was sent. */
export declare const isAddedMetadata: (name: string) => boolean;
/** Metadata without what the service writes itself. */
export declare const ownMetadata: (metadata: Data) => Data;
/** A message's data without what the service writes itself, in its metadata too. */
export declare function ownData(data: Data): Data;
/** A message's data without what the service adds to live media; the same object if there is nothing of it. */
export declare const dataWithoutMedia: (data: Data) => Data;
