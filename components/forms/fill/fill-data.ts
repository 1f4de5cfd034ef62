import type { PostedSubmission, SubmissionConfirmation } from '#lib/browser/posted-submission.ts';
import type { FormState } from '#lib/contract/form.ts';
import type { PublicForm } from '#lib/contract/public-form.ts';
import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import type { PhoneCountries } from '#lib/fields/phone-countries.ts';
import type { RejectedFields } from '#lib/fields/problem.ts';
import type { FormLayout } from '#lib/forms/layout.ts';
import type { MessageCatalog } from '#lib/text/inline-messages.ts';

/** What is asked: of a version, in one language. */
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

/** All that the page of a form is made of. */
export type FillData = {
  slug: string;
  /** Of buttons, hints and problems, in the language of the form where there are some. */
  words: MessageCatalog;
  asked: LocalizedForm;
  /** How the page writes and reads numbers, days and times. */
  writtenIn: InputFormat;
  state: FormState | 'unpublished';
  opensAt: string | null;
  closesAt: string | null;
  hidden: 'drop' | 'keep';
  challenge: PublicForm['challenge'];
  /** Of phone numbers without a country's code; null where each needs it. */
  country: string | null;
  languages: { tag: string; name: string }[];
  theme: FillTheme | null;
  /** Texts of pages and blocks as HTML, made safe by the server; by the id of what they belong to. */
  html: Record<string, string>;
  /** Of the share link by which alone it may be seen: the form leaves the screen when it ends. */
  linkId: string | null;
  /** Whether search engines may take it up. */
  isIndexed: boolean;
  signedIn: boolean;
  /** The id of who is signed in; empty for nobody. What is typed is kept for them alone. */
  account: string;
  isEmbedded: boolean;
  /** Where the form's pictures are, up to their id. */
  pictures: string;
  /** The form's own address, absolute. */
  address: string;
  /** What the address fills in. */
  prefilled: Values;
  posted: PostedSubmission | null;
  /** What came of an answer that was posted without a script; undefined where none was. */
  sent: SubmissionConfirmation | null;
  isSent: boolean;
  /** Of the answer that is posted without a script. */
  answerKey: string;
};

/** What was filled in. */
export type Filled = {
  values: Values;
  /** Chosen beside phone numbers, by path. */
  countries: PhoneCountries;
};

/** Initial state of a submission. */
export type InitialFill = RejectedFields &
  Filled & {
    asked: LocalizedForm;
    /** Fields that have no value begin with their default. */
    defaults: boolean;
    /** The id of the page that is open; empty for the first. */
    page: string;
    /** Sentences about the whole. */
    problem: string | null;
  };

/** What a try to send came to: what is wrong, under paths or about the whole; null where nothing is. */
export type Refusal = RejectedFields & { problem: string | null };
