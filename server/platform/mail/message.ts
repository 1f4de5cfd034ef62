import type { words } from './words.en-US.ts';

type Words = typeof words;

/** The mails that there are. */
export type MailTemplate = keyof Words extends infer Id
  ? Id extends `${infer Name}.subject`
    ? Name
    : never
  : never;

type Part<Template extends MailTemplate> = Extract<keyof Words, `${Template}.${string}`>;
type Named<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Named<Rest>
  : never;
type Values<Template extends MailTemplate> = Record<Named<Words[Part<Template>]>, string>;

/** A mail to one person: a template, what its words name, and where its button leads. */
export type MailMessage<Template extends MailTemplate = MailTemplate> = {
  to: string;
  template: Template;
  values: Values<Template>;
  /** After this it is not sent any more: what it holds would not work. */
  until?: Date;
} & (`${Template}.action` extends keyof Words ? { link: string } : { link?: never });

/** The parts of a mail; not every template has the last two. */
export type MailPart = 'subject' | 'text' | 'action' | 'note';

/** A message whatever its template, as it is kept until it is sent. */
export type KeptMessage = {
  to: string;
  template: MailTemplate;
  values: Record<string, string>;
  link?: string | undefined;
  /** The answer whose receipt it is, and the token of the link to it. */
  receipt?: ReceiptFor | undefined;
  /** The answer that the team of its form is mailed. */
  answer?: AnswerFor | undefined;
};

export type AnswerFor = { submissionId: string };

export type ReceiptFor = { submissionId: string; token: string };

/** What a mail holds beside its template: paragraphs, then answers to questions. Strangers' words, all of them. */
export type Letter = {
  /** In place of the template's words: the mail speaks another language. */
  spoken: { language: string; words: Readonly<Record<MailPart, string>> } | null;
  paragraphs: readonly string[];
  answers: readonly { label: string; value: string | null; level: number }[];
};
