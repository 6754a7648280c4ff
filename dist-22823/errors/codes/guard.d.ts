/** Codes that stop a sync run before it sends anything, because its sources look wrong. */
export declare const guardCodes: {
    readonly 'GUARD.SOURCE_EMPTIED': {
        readonly exit: 'guard';
        readonly cause: 'A source has no rows any more, but the service still has rows from it. Usually the export has failed.';
        readonly fix: 'make the export again; to go on anyway, run the command with the --confirm that it printed';
        readonly example: 'users.csv with only its header; in the sync run before, it had 4,112 rows';
    };
    readonly 'GUARD.COLUMNS_GONE': {
        readonly exit: 'guard';
        readonly cause: 'A column or field that the last sync run had is gone from a source, or is empty in all of its rows. Usually the export has changed, or a field was taken out of the map.';
        readonly fix: 'make the export complete again, or name the new column in the map; to go on without the field, run with the --confirm that was printed: what the service has in it stays, and an empty column empties it';
        readonly example: 'groups.csv without its column type; in the sync run before, 100 rows had a value in it';
    };
    readonly 'GUARD.MAX_DELETE': {
        readonly exit: 'guard';
        readonly cause: 'More rows are missing from the sources, were deleted there (deletedAt), or are replies to another message than before, than one sync run may remove from the service.';
        readonly fix: 'look at what is missing (chatferry plan); to go on, raise sync.maxDelete or run with the --confirm that was printed';
        readonly example: 'sync: { onMissing: delete, maxDelete: 5% }, and 40 % of the users are missing';
    };
    readonly 'GUARD.MAX_EMPTY': {
        readonly exit: 'guard';
        readonly cause: 'A field would be emptied in more rows than sync.maxEmpty allows, by default 5 % of those that had a value in it (three are always allowed). Usually the export has lost values.';
        readonly fix: 'look at what is emptied (chatferry plan); to go on, raise sync.maxEmpty or run with the --confirm that was printed';
        readonly example: 'users.csv in which 40 of 200 cells of avatar are empty; in the sync run before, none was';
    };
    readonly 'GUARD.MOSTLY_CHANGED': {
        readonly exit: 'guard';
        readonly cause: 'More than half of the rows differ from the last sync run. Usually the map or the export has changed.';
        readonly fix: 'look at what has changed (chatferry plan); to go on, run with the --confirm that was printed';
        readonly example: 'map: { name: nickname }, where it was  map: { name: fullName }';
    };
    readonly 'PLAN.STALE': {
        readonly exit: 'state';
        readonly cause: 'The sources, the pipeline or the ledger have changed since the plan was made.';
        readonly fix: 'make the plan again: chatferry plan PIPELINE --out plan.json';
        readonly example: 'chatferry run pipeline.yaml --plan plan.json, a day after the plan';
    };
};
