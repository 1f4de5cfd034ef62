import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { pageQuery } from '#lib/contract/pagination.ts';
import { choiceField, idField, textField } from '#lib/contract/text-field.ts';
import { CONVERSIONS } from '#lib/text/conversion.ts';
import * as message from '#lib/text/messages.ts';

export const jobParams = z.object({ id: idField('Job') });

/** The fields beside the file of an import of documents. */
export const importDocumentsRequest = z.object({
  /** The folder that they go into. */
  parent: idField('Folder').optional(),
  /** Where they come from; files of the same source are known again. */
  source: textField('Source', { max: 100 }).optional(),
  /**
   * What is done with files that are here already of this source: they are updated (the default), added once more as
   * new, or, with `choose`, the import waits for its user to say it where there are any (`jobs/{id}/existing/`).
   */
  existing: choiceField('Existing', ['update', 'add', 'choose']).optional(),
});
export type ImportDocumentsRequest = z.output<typeof importDocumentsRequest>;

/** What becomes of the files of an import that waits which are here already. */
export const chooseExistingRequest = z.object({ existing: choiceField('Existing', ['update', 'add']) });

/** How many files an import would update, as they changed since the last time, leave as they are, and add. */
export const importPlan = z.object({ update: z.number(), unchanged: z.number(), add: z.number() });
export type ImportPlan = z.output<typeof importPlan>;

/** What became of a file of an import; a file that is here already, and is the same, is imported and `unchanged`. */
export const importedFile = z.object({
  /** Its path in the archive. */
  name: z.string(),
  /** The same for people, where it has the ids in it that Notion adds. */
  clean_name: z.string().optional(),
  status: z.enum(['imported', 'changed', 'failed']),
  unchanged: z.literal(true).optional(),
  item_id: z.string().optional(),
  reason: z.string().optional(),
});
export type ImportedFile = z.output<typeof importedFile>;

/** Work that continues after its request's response. */
export const job = z.object({
  id: z.string(),
  state: z.enum(['queued', 'running', 'ready', 'failed']),
  /** Of an import of rows that somebody paused: it continues when it is resumed. */
  paused: z.literal(true).optional(),
  /** From 0 to 1; null where unknown. */
  progress: z.number().nullable(),
  done: z.number(),
  /** Of a change of a column, or of all rows that a filter found: how many rows there are. */
  total: z.number().optional(),
  rejected: z.number(),
  /** Of an import into a contact list: how many of `done` were imported without a number or an address that can't be read. */
  partial: z.number().optional(),
  /** Of an import into a contact list: how many people were added, changed, and left as they are. */
  people: z.object({ added: z.number(), updated: z.number(), unchanged: z.number() }).optional(),
  /** Of an import of documents that has ended: how many of `done` were here already, and are the same. */
  unchanged: z.number().optional(),
  reason: z.string().optional(),
  errors_url: z.string().nullable(),
  /** Where the refused lines of an import are cards; else they are CSV. */
  errors_format: z.literal('vcf').optional(),
  /** Of an import of documents that has ended: those that failed first. Of a complete copy: the item. */
  result: z.array(importedFile).optional(),
  /** Of an import of documents that waits for a choice (`jobs/{id}/existing/`). */
  plan: importPlan.optional(),
});
export type Job = z.output<typeof job>;

/** A past import of documents into a space, with its job; kept for 90 days after it has ended. */
export const documentImport = job
  .pick({ id: true, state: true, progress: true, done: true, rejected: true, unchanged: true, reason: true })
  .extend({ file_name: z.string(), created_at: z.string(), errors_url: z.null() });
export type DocumentImport = z.output<typeof documentImport>;
export const documentImportListQuery = z.object(pageQuery);

/** What a stored file is converted to. */
export const convertItemRequest = z.object({
  to: choiceField('To', CONVERSIONS),
  /** Of a workbook: the number of its sheet, from 0; by default the first that has rows and is not hidden. */
  sheet: z
    .number({ error: message.invalidType('Sheet', 'number') })
    .int()
    .min(0)
    .max(999)
    .optional(),
});
export type ConvertItemRequest = z.input<typeof convertItemRequest>;

/** A conversion as it begins. */
export const conversionJob = job.extend({
  /** The new table; null for a document, which the job's `result` names once it is written. */
  item_id: z.string().nullable(),
});
