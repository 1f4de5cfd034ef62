import { expect, it } from 'vitest';
import { receiptMessage } from '#server/forms/definition/receipt-messages.ts';
import { composeMail } from '#server/platform/mail/compose.ts';
import { mailMessages } from '#server/platform/mail/messages.en-US.ts';
import { receiptMailMessages } from './receipt-mail-messages.ts';

const LANGUAGES = ['de', 'es', 'fr', 'it', 'nl', 'pl', 'pt'];
const placesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

it.each(LANGUAGES)('the mail of a receipt speaks the language of the receipt: %s', (language) => {
  expect(receiptMessage(language, 'receipt')).not.toBe(receiptMessage('en', 'receipt'));
  const own = receiptMailMessages(`${language}-XX`);
  for (const part of ['subject', 'text', 'action', 'note'] as const) {
    expect(own?.[part], part).not.toBe(mailMessages[`receipt.${part}`]);
    expect(placesOf(own?.[part] ?? ''), part).toEqual(placesOf(mailMessages[`receipt.${part}`]));
  }
});

it('is in English when there is no translation', () => {
  for (const language of ['en', 'en-GB', 'ar', '', 'constructor'])
    expect(receiptMailMessages(language)).toBeNull();
});

it('shows the name of a form as text in any language', () => {
  const own = receiptMailMessages('de');
  if (!own) throw new Error('German has words');
  const { subject, text, html } = composeMail(
    {
      to: 'ada@example.org',
      template: 'receipt',
      values: { form: '<b>Regatta</b>\r\nhttps://evil.example' },
      link: 'https://hub.example/f/regatta#edit=token',
    },
    { localized: { language: 'de-AT', messages: own }, confirmation: '', submittedValues: [] },
  );
  expect(subject).toContain('Ihre Antwort auf „<b>Regatta');
  expect(subject).not.toMatch(/[\r\n]/);
  expect(text).toContain('Antwort ändern:\nhttps://hub.example/f/regatta#edit=token');
  expect(html).toContain('<html lang="de-AT">');
  expect(html).not.toContain('<b>');
  expect(`${text}${html}`).not.toContain('evil.example');
});

it('uses the author’s messages instead of the defaults, in any language', () => {
  const own = { 'mail.subject': '{form} への回答', 'receipt.receipt': '受領書' };
  expect(receiptMailMessages('ja', own)).toMatchObject({
    subject: '{form} への回答',
    text: 'Your answer to {form} has arrived.',
  });
  expect(receiptMailMessages('de', own)).toMatchObject({
    subject: '{form} への回答',
    action: 'Antwort ändern',
  });
  expect(receiptMailMessages('ja')).toBeNull();
  expect(receiptMessage('ja', 'receipt', {}, own)).toBe('受領書');
  expect(receiptMessage('ja', 'yes', {}, own)).toBe('Yes');
});
