import { emailProblem } from '#lib/text/rules.ts';
import { mailMarkdown } from './mail-markdown.ts';
import type { MailContent, MailPart, QueuedMessage } from './message.ts';
import { mailMessages } from './messages.en-US.ts';
import { INVISIBLE_JOINER, replaceUnseen } from './unseen.ts';

/** The content of a mail, as plain text and as HTML. */
export type ComposedMail = { subject: string; text: string; html: string };

/** A name in a mail is at most this long. */
const NAME_MAX = 100;

/** A name as outsiders may put it into a mail: one line, not too long, and no link. */
function plainName(name: string): string {
  const line = replaceUnseen(name).replace(/\s+/gu, ' ').trim();
  const letters = [...line];
  const cut = letters.length > NAME_MAX ? `${letters.slice(0, NAME_MAX - 1).join('')}…` : line;
  return withoutLinks(cut);
}

/** So that a mail program makes no link of what a user typed. */
function withoutLinks(text: string): string {
  return text.replace(/(?<=\S)[.:/@](?=\S)/gu, `$&${INVISIBLE_JOINER}`);
}

/** Outsiders' text of several lines: no invisible characters, no link. */
function plainLines(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/u).map((line) => withoutLinks(replaceUnseen(line).trim()));
}

/** Values that are the app's own, to be read and copied as they are; any other is a name that somebody chose. */
const OWN_VALUES = ['code', 'address', 'place', 'time', 'minutes', 'days', 'left'];

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

function part(message: QueuedMessage, name: MailPart, letter: MailContent | undefined): string | null {
  const own = Object.entries(mailMessages).find(([id]) => id === `${message.template}.${name}`)?.[1];
  const found = letter?.localized?.messages[name] ?? own;
  if (found === undefined) return null;
  return found.replace(/\{(\w+)\}/g, (_, value: string) => {
    const text = message.values[value];
    if (text === undefined) throw new TypeError(`the mail ${message.template} has no value for ${value}`);
    return OWN_VALUES.includes(value) ? text : plainName(text);
  });
}

const BODY =
  'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.6';
const CODE = 'font-size:28px;font-weight:600;letter-spacing:4px;font-family:Consolas,Menlo,monospace';
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:10px;background:#5F51E6;color:#FFFFFF;font-weight:600;text-decoration:none';
const SMALL = 'font-size:14px;color:#6A6780';

const LEVEL_PIXELS = 16;
const LEVELS_MAX = 8;

function submissionValueHtml({ label, value, level }: MailContent['submittedValues'][number]): string {
  const indent = `padding-left:${Math.min(level, LEVELS_MAX) * LEVEL_PIXELS}px`;
  const question = plainLines(label).map(escaped).join(' ');
  if (value === null) return `<p style="${indent};font-weight:600">${question}</p>`;
  const escapedLines = plainLines(value).map(escaped).join('<br>');
  return `<p style="${indent}"><span style="${SMALL}">${question}</span><br>${escapedLines}</p>`;
}

function submissionValueText({ label, value, level }: MailContent['submittedValues'][number]): string {
  const indent = '  '.repeat(Math.min(level, LEVELS_MAX));
  const lines = [
    ...plainLines(label),
    ...(value === null ? [] : plainLines(value).map((line) => `  ${line}`)),
  ];
  return lines.map((line) => indent + line).join('\n');
}

function html(
  message: QueuedMessage,
  content: {
    subject: string;
    paragraphs: string[];
    note: string | null;
    confirmation: ReturnType<typeof mailMarkdown> | null;
  },
  letter: MailContent | undefined,
): string {
  const action = part(message, 'action', letter);
  const paragraphs = content.paragraphs.map((one) => {
    const style = one === message.values.code ? ` style="${CODE}"` : '';
    return `<p${style}>${escaped(one).replaceAll('\n', '<br>')}</p>`;
  });
  const link = message.link === undefined ? null : escaped(message.link);
  return [
    `<!doctype html><html lang="${escaped(letter?.localized?.language ?? 'en-US')}"><head><meta charset="utf-8"><title>${escaped(content.subject)}</title></head>`,
    `<body style="margin:0;padding:32px 16px;background:#FAFAFC;color:#1B1830;${BODY}">`,
    '<div style="max-width:520px;margin:0 auto;padding:32px;background:#FFFFFF;border:1px solid #E8E7F0;border-radius:14px">',
    '<p style="margin-top:0;font-weight:700;color:#5F51E6">Hubkeep</p>',
    ...paragraphs,
    ...(content.confirmation ? [content.confirmation.html] : []),
    ...(letter?.submittedValues ?? []).map(submissionValueHtml),
    ...(link && action ? [`<p><a href="${link}" style="${BUTTON}">${escaped(action)}</a></p>`] : []),
    ...(link ? [`<p style="${SMALL};word-break:break-all">${link}</p>`] : []),
    ...(content.note
      ? [`<p style="${SMALL};margin-bottom:0">${escaped(content.note).replaceAll('\n', '<br>')}</p>`]
      : []),
    '</div></body></html>',
  ].join('\n');
}

/**
 * A mail as plain text and as HTML that loads nothing. Names in it are untrusted: one line, escaped, no
 * links.
 * @throws TypeError for an invalid address, or a value that the template lacks.
 */
export function composeMail(message: QueuedMessage, letter?: MailContent): ComposedMail {
  if (emailProblem(message.to)) throw new TypeError('a mail is for exactly one address');
  const subject = part(message, 'subject', letter);
  const body = part(message, 'text', letter);
  if (subject === null || body === null) throw new TypeError(`there is no mail ${message.template}`);
  const note = part(message, 'note', letter);
  const action = part(message, 'action', letter);
  const paragraphs = body.split('\n\n');
  const confirmation = letter?.confirmation ? mailMarkdown(letter.confirmation) : null;
  const text = [
    ...paragraphs,
    ...(confirmation ? [confirmation.text] : []),
    ...(letter?.submittedValues ?? []).map(submissionValueText),
    ...(message.link ? [`${action}:\n${message.link}`] : []),
    ...(note ? [note] : []),
  ].join('\n\n');
  const parts = { subject, paragraphs, note, confirmation };
  return { subject, text: `${text}\n`, html: html(message, parts, letter) };
}
