import type { mailMessages } from './messages.en-US.ts';

type MailMessages = typeof mailMessages;

/** The mails that there are. */
export type MailTemplate = keyof MailMessages extends infer Id
  ? Id extends `${infer Name}.subject`
    ? Name
    : never
  : never;

type Part<Template extends MailTemplate> = Extract<keyof MailMessages, `${Template}.${string}`>;
type Named<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Named<Rest>
  : never;
type Values<Template extends MailTemplate> = Record<Named<MailMessages[Part<Template>]>, string>;

/** A mail to one person: a template, its parameters, and the address of its button. */
export type MailMessage<Template extends MailTemplate = MailTemplate> = {
  to: string;
  template: Template;
  values: Values<Template>;
  /** After this it is not sent any more: its content would not work. */
  until?: Date;
  /** An address that ends mails of this kind, by a POST without a body (RFC 8058). */
  unsubscribe?: string;
} & (`${Template}.action` extends keyof MailMessages ? { link: string } : { link?: never });

/** The parts of a mail; not every template has the last two. */
export type MailPart = 'subject' | 'text' | 'action' | 'note';

/** A message of any template, as it is stored until it is sent. */
export type QueuedMessage = {
  to: string;
  template: MailTemplate;
  values: Record<string, string>;
  link?: string | undefined;
  unsubscribe?: string | undefined;
  /** The submission whose receipt it is, and the token of the link to it. */
  receipt?: ReceiptReference | undefined;
  /** The submission that is mailed to its form's team. */
  answer?: NotificationReference | undefined;
};

export type NotificationReference = { submissionId: string };

export type ReceiptReference = { submissionId: string; token: string };

/**
 * What a mail contains in addition to its template: a confirmation, then the values of fields. All of it
 * untrusted.
 */
export type MailContent = {
  /** In place of the template's messages: the mail has another language. */
  localized: { language: string; messages: Readonly<Record<MailPart, string>> } | null;
  /** Markdown; may be empty. */
  confirmation: string;
  submittedValues: readonly { label: string; value: string | null; level: number }[];
};
