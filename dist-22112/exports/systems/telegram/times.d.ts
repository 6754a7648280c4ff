import type { ExportObject } from '../../files/export-rows.ts';
/** Reads the times of an export: as seconds since 1970, in old versions as the clock on the wall of who exported. */
export declare class Times {
    #private;
    /**
     * @param zone of times without one; absent if none is declared
     * @throws RunError `EXPORT.SHAPE_INVALID` for a zone that does not exist
     */
    constructor(zone: string | undefined);
    /** The times that follow are of another file. */
    begin(): void;
    /**
     * Milliseconds since 1970 of the member `name`; undefined for none, NaN for what is no time.
     * @throws RunError `EXPORT.ZONE_MISSING`
     */
    of(row: ExportObject, name: 'date' | 'edited'): number | undefined;
}
