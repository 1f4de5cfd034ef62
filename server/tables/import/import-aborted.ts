/** Why an import ended before its file did, as a message for its user. */
export class ImportAborted extends Error {}
