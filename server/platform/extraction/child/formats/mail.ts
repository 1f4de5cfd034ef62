import PostalMime, { type Address } from 'postal-mime';
import { stripWrappers } from '#lib/text/html-text.ts';
import { DAMAGED, Unreadable } from '#server/platform/extraction/result.ts';
import { cleanHtml, previewHtml, textOfClean } from './clean-html.ts';
import type { Reader } from './reader.ts';

const MAX_FILE = 100 * 1024 * 1024;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function addressText(address: Address): string {
  if (address.group) return address.group.map(addressText).join(', ');
  return address.name && address.address
    ? `${address.name} <${address.address}>`
    : address.name || address.address || '';
}

const addressesText = (list: Address[] | undefined) =>
  (list ?? []).map(addressText).filter(Boolean).join(', ');

/** One message: sender, recipients, subject, text, and the names of its attachments. */
export const readMail: Reader = async (file, out) => {
  const bytes = await file.bytes(MAX_FILE);
  let mail: Awaited<ReturnType<typeof PostalMime.parse>>;
  try {
    mail = await PostalMime.parse(bytes);
  } catch {
    throw new Unreadable('corrupt', DAMAGED);
  }
  const attachments = mail.attachments.flatMap(({ filename }) => (filename ? [filename] : []));
  // As the sender's clock had it: the parser's own date is for programs.
  const sent = mail.headers.find(({ key }) => key === 'date')?.value;
  const date = sent?.replace(/\s+/g, ' ').trim() ?? '';
  const heads: [string, string][] = [
    ['From', mail.from ? addressText(mail.from) : ''],
    ['To', addressesText(mail.to)],
    ['Cc', addressesText(mail.cc)],
    ['Subject', mail.subject ?? ''],
    ['Date', date],
    ['Attachments', attachments.join(', ')],
  ];
  const known = heads.filter(([, value]) => value);
  // Its own page frame is replaced by ours. A program that writes only text may send that frame empty.
  const markup = cleanHtml(stripWrappers(mail.html ?? '')).trim();
  const clean =
    markup ||
    (mail.text ?? '')
      .split(/\n{2,}/)
      .map((paragraph) => `<p>${escaped(paragraph.trim()).replaceAll('\n', '<br />')}</p>`)
      .join('');
  const text = mail.text?.trim() ? mail.text : textOfClean(clean);
  if (known.length === 0 && !text.trim()) throw new Unreadable('corrupt', 'The file holds no message.');
  await out.add(
    { type: 'message' },
    `${known.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${text}`,
    mail.subject,
  );
  const list = known.map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`).join('');
  const attached = mail.attachments.flatMap(({ filename, mimeType, content }, at) => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
    const name = filename || (mimeType === 'message/rfc822' ? `message-${at + 1}.eml` : '');
    return name ? [{ name, bytes }] : [];
  });
  return {
    attached,
    meta: attachments.length > 0 ? { attachments } : {},
    title: mail.subject || undefined,
    preview: previewHtml(cleanHtml(`<dl>${list}</dl>${clean}`)),
  };
};
