import type { HintId } from '#lib/fields/hints.ts';
import type { CheckId } from '#lib/fields/translate-problem.ts';
import type { RefusalId } from '#lib/forms/refusal-message.ts';
import type fields from '../en-US.fields.ts';
import type fill from '../en-US.fill.ts';

/** What the page of a form says by itself. */
export type PageMessages = Record<keyof typeof fill | keyof typeof fields, string>;

/** The same with what the validator and the API refuse and hint at, which they themselves say in English. */
export type FillMessages = PageMessages & Record<CheckId | HintId | RefusalId, string>;
