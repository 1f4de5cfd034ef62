/** Why an import ended before its file did, in words for who began it. */
export class ImportAborted extends Error {}
