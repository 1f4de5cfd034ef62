import { isRecord } from '#lib/text/is-record.ts';

/** A rule that somebody began and neither kept nor gave up: no part of the draft yet. */
export type UnfinishedRule = {
  /** What it is about, `field f1`; empty where that is not chosen. */
  about: string;
  part: 'visible_if' | 'required_if';
  /** The condition as far as it goes (`components/forms/logic/condition-draft.ts`); null where nothing is chosen. */
  group: unknown;
};

/** By what is edited, `field f1 visible_if`; `NEW_RULE` is one that is not there yet. */
export type UnfinishedRules = Readonly<Record<string, UnfinishedRule>>;

export const NEW_RULE = 'new';
export const NO_UNFINISHED: UnfinishedRules = {};

const isUnfinished = (value: unknown): value is UnfinishedRule =>
  isRecord(value) &&
  typeof value.about === 'string' &&
  (value.part === 'visible_if' || value.part === 'required_if') &&
  'group' in value;

/** What a browser kept of them; what is none is left out. */
export const parseUnfinishedRules = (value: unknown): UnfinishedRules =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([slot, rule]) => (isUnfinished(rule) ? [[slot, rule]] : [])),
      )
    : NO_UNFINISHED;

export const hasUnfinished = (rules: UnfinishedRules): boolean => Object.keys(rules).length > 0;
