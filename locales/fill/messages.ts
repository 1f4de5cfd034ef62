import type { HintId } from '#lib/fields/hints.ts';
import type { CheckId } from '#lib/fields/translate-problem.ts';
import type { RefusalId } from '#lib/forms/refusal-message.ts';
import type fields from '../en-US.fields.ts';
import type fill from '../en-US.fill.ts';

/** What the page of a form says by itself. */
export type PageMessages = Record<keyof typeof fill | keyof typeof fields | CheckId, string>;

/** The same with what hints say and the API refuses, which they themselves say in English. */
export type FillMessages = PageMessages & Record<HintId | RefusalId, string>;
