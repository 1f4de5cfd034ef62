import { isRecord } from '#lib/text/is-record.ts';

/** A rule that was begun and neither saved nor cancelled: it is no part of the draft yet. */
export type UnfinishedRule = {
  /** Its subject, `field f1`; empty where none is chosen. */
  about: string;
  part: 'visible_if' | 'required_if';
  /** The incomplete condition (`components/forms/logic/condition-draft.ts`); null where nothing is chosen. */
  group: unknown;
};

/** By the edited rule, `field f1 visible_if`; `NEW_RULE` is a new one. */
export type UnfinishedRules = Readonly<Record<string, UnfinishedRule>>;

export const NEW_RULE = 'new';
export const NO_UNFINISHED: UnfinishedRules = {};

const isUnfinished = (value: unknown): value is UnfinishedRule =>
  isRecord(value) &&
  typeof value.about === 'string' &&
  (value.part === 'visible_if' || value.part === 'required_if') &&
  'group' in value;

/** Parses stored rules; invalid ones are left out. */
export const parseUnfinishedRules = (value: unknown): UnfinishedRules =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([slot, rule]) => (isUnfinished(rule) ? [[slot, rule]] : [])),
      )
    : NO_UNFINISHED;

export const hasUnfinished = (rules: UnfinishedRules): boolean => Object.keys(rules).length > 0;
