import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { pageQuery } from '#lib/contract/pagination.ts';
import { row } from '#lib/contract/table.ts';
import { idField, queryText, typeError } from '#lib/contract/text-field.ts';
import { valuesField } from '#lib/contract/values-field.ts';
import { OPTION_COLORS } from '#lib/fields/option-colors.ts';
import * as message from '#lib/text/messages.ts';

const SCORE_DEFAULT = 0.5;
/** Entries of a list that are compared; of a longer one the first ones. */
export const COMPARED_MAX = 200_000;
/** Pairs of entries that are listed: the likeliest. */
export const LISTED_PAIRS_MAX = 2_000;
/** Rows that become one. */
const MERGED_MAX = 20;

export const duplicatesQuery = z.object({
  ...pageQuery,
  /** From 0 to 1: pairs below it are left out. */
  min_score: queryText('Min score', { max: 10 }).transform((text, context) => {
    const score = text === undefined ? SCORE_DEFAULT : Number(text);
    if (score >= 0 && score <= 1) return score;
    context.addIssue({ code: 'custom', message: message.numberRange('Min score', 0, 1) });
    return z.NEVER;
  }),
});

export const DUPLICATE_REASONS = [
  'same_email',
  'same_phone',
  'same_name',
  'similar_name',
  'same_address',
  'different_email',
  'different_phone',
  'different_name',
] as const;

/** Two rows that may be one person, how likely that is (0 to 1), and why. */
export const contactDuplicate = z.object({
  rows: z.array(row),
  score: z.number(),
  reasons: z.array(z.enum(DUPLICATE_REASONS)),
});
export type ContactDuplicate = z.output<typeof contactDuplicate>;

/** Rows that are one: the first stays, the others are deleted. Given values win over those of the rows. */
export const mergeRequest = z
  .strictObject({
    rows: z
      .array(idField('Row'), { error: typeError('Rows', 'list') })
      .min(2, message.minCount('Rows', 2))
      .max(MERGED_MAX, message.maxCount('Rows', MERGED_MAX)),
    values: valuesField.default({}),
    run_id: idField('Run').optional().meta({
      description:
        'An id (UUID) of several merges that are made at once, by which all of them are undone: a new one, or that of the first of them. With it, rows that somebody marked as different people are refused (409 `distinct_rows`).',
    }),
  })
  .meta({
    examples: [
      {
        rows: ['0196f5a0-0000-7000-8000-000000000001', '0196f5a0-0000-7000-8000-000000000002'],
        values: { name: 'Ada Lovelace' },
      },
    ],
  });
export type MergeRequest = z.output<typeof mergeRequest>;

export const mergeParams = z.object({ id: idField('Item'), merge_id: idField('Merge') });

/** A merge, by whose id it is undone, and the row that was kept. */
export const rowMerge = z.object({ id: z.string(), row });

/** Two rows that are not the same person, or may be again. */
export const distinctRequest = z
  .strictObject({
    rows: z
      .array(idField('Row'), { error: typeError('Rows', 'list') })
      .min(2, message.minCount('Rows', 2))
      .max(2, message.maxCount('Rows', 2)),
    distinct: z.boolean({ error: typeError('Distinct', 'boolean') }).default(true),
  })
  .meta({
    examples: [
      {
        rows: ['0196f5a0-0000-7000-8000-000000000001', '0196f5a0-0000-7000-8000-000000000002'],
        distinct: true,
      },
    ],
  });
export const distinctRows = z.object({ distinct: z.boolean() });

/** A merge of the last 30 days, or all of one run, the newest first, with the row that was kept last. */
export const listedMerge = z.object({
  id: z.string(),
  /** By which all of it are undone: the id of the first of them. */
  run_id: z.string(),
  /** How many merges it stands for, and how many of them still stand. */
  merges: z.number(),
  standing: z.number(),
  /** As it is now; null where it was deleted since. */
  row: row.nullable(),
  /** How many rows were merged into it. */
  merged: z.number(),
  made_at: z.string(),
  /** Empty for readers outside the hub. */
  made_by: z.object({ id: z.string(), name: z.string() }),
  undone_at: z.string().nullable(),
});
export const runParams = z.object({ id: idField('Item'), run_id: idField('Run') });
/** Merges of a run are undone in parts, the newest first: the next part begins after the last merge of the one before. */
export const undoRunRequest = z
  .strictObject({ after: idField('Merge').nullable().default(null) })
  .meta({ examples: [{ after: null }] });
/** How many merges were undone, how many could not be, and where to continue; null where it is done. */
export const undoneRun = z.object({ undone: z.number(), refused: z.number(), after: z.string().nullable() });
export type ListedMerge = z.output<typeof listedMerge>;
export const mergesQuery = z.object(pageQuery);

/** Rows of one request for their photos. */
export const PHOTO_ROWS_MAX = 50;

export const contactPhotosQuery = z.object({
  /** Ids of rows, separated by commas. */
  rows: queryText('Rows', { max: 4000 })
    .transform((text) => (text === undefined ? [] : text.split(',').map((one) => one.trim())))
    .refine((rows) => rows.length <= PHOTO_ROWS_MAX, { error: message.maxCount('Rows', PHOTO_ROWS_MAX) }),
});

/** What is shown of a card beside the columns of a list. */
export const FURTHER_PROPERTIES = [
  ...(['EMAIL', 'TEL', 'ADR', 'URL', 'IMPP', 'BDAY', 'ANNIVERSARY', 'NICKNAME'] as const),
  ...(['CATEGORIES', 'ORG', 'TITLE', 'ROLE', 'RELATED', 'NOTE'] as const),
] as const;
/** What the card of a person says besides the columns of their list, and of what kind that is. */
export const cardValue = z.object({
  property: z.enum(FURTHER_PROPERTIES),
  kind: z.string(),
  value: z.string(),
  /** The number or address could not be read as one when the person was imported. */
  unread: z.literal(true).optional(),
});
export type CardValue = z.output<typeof cardValue>;

/** A label of the people of a list, and how many of them have it. */
export const contactLabel = z.object({
  /** That of the choice: a row's value has the ids of its labels. */
  id: z.string(),
  label: z.string(),
  color: z.enum(OPTION_COLORS).optional(),
  people: z.number(),
});
export type ContactLabel = z.output<typeof contactLabel>;

/** A row whose photo can be read. */
export const contactPhoto = z.object({ row_id: z.string() });

/** A submission of a person: of which form, and when. */
export const personSubmission = z.object({
  id: z.string(),
  form_id: z.string(),
  form_title: z.string(),
  /** Of the form's space; empty for who may not see that. */
  space_slug: z.string(),
  created_at: z.string(),
});
export type PersonSubmission = z.output<typeof personSubmission>;
