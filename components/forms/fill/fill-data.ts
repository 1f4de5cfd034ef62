import type { PostedSubmission, SubmissionConfirmation } from '#lib/browser/posted-submission.ts';
import type { FormState } from '#lib/contract/form.ts';
import type { PublicForm } from '#lib/contract/public-form.ts';
import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import type { PhoneCountries } from '#lib/fields/phone-countries.ts';
import type { RejectedFields } from '#lib/fields/problem.ts';
import type { FormLayout } from '#lib/forms/layout.ts';
import type { MessageCatalog } from '#lib/text/inline-messages.ts';

/** The definition of a version, in one language. */
export type LocalizedForm = {
  version: number;
  title: string;
  description: string;
  language: string;
  fields: FieldDefinition[];
  layout: FormLayout;
};

export type FillTheme = {
  /** CSS variables, for a `style`. */
  variables: Record<`--${string}`, string>;
  isDark: boolean;
  cover: string | null;
  logo: string | null;
};

/** All data of a form's page. */
export type FillData = {
  slug: string;
  /** Messages of buttons, hints and problems, in the language of the form where they exist in it. */
  messages: MessageCatalog;
  definition: LocalizedForm;
  /** The page's format of numbers, dates and times. */
  writtenIn: InputFormat;
  state: FormState | 'unpublished';
  opensAt: string | null;
  closesAt: string | null;
  hidden: 'drop' | 'keep';
  challenge: PublicForm['challenge'];
  /** The default country of phone numbers; null where each needs its calling code. */
  country: string | null;
  languages: { tag: string; name: string }[];
  theme: FillTheme | null;
  /** Texts of pages and blocks as sanitized HTML; by the id of the page or block. */
  html: Record<string, string>;
  /** The share link that gives access to the form: the form is hidden when the link ends. */
  linkId: string | null;
  /** Whether search engines may index it. */
  isIndexed: boolean;
  signedIn: boolean;
  /** The user's id; empty for a visitor. Drafts are stored for this user only. */
  account: string;
  isEmbedded: boolean;
  /** The address of the form's pictures, without their id. */
  pictures: string;
  /** The form's own address, absolute. */
  address: string;
  /** Values from the address's query. */
  prefilled: Values;
  posted: PostedSubmission | null;
  /** The confirmation of a submission posted without a script; undefined where none was. */
  sent: SubmissionConfirmation | null;
  isSent: boolean;
  /** The idempotency key of a submission posted without a script. */
  submissionKey: string;
};

/** The current input. */
export type Filled = {
  values: Values;
  /** Countries chosen for phone numbers, by path. */
  countries: PhoneCountries;
};

/** Initial state of a submission. */
export type InitialFill = RejectedFields &
  Filled & {
    definition: LocalizedForm;
    /** Whether fields without a value get their default. */
    defaults: boolean;
    /** The id of the open page; empty for the first. */
    page: string;
    /** A problem of the whole form. */
    problem: string | null;
  };

/** The problems of a refused submission, by path or of the whole form. */
export type Refusal = RejectedFields & { problem: string | null };
