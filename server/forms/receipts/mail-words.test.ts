import { expect, it } from 'vitest';
import { say } from '#server/forms/definition/words.ts';
import { compose } from '#server/platform/mail/compose.ts';
import { words } from '#server/platform/mail/words.en-US.ts';
import { mailWordsIn } from './mail-words.ts';

const LANGUAGES = ['de', 'es', 'fr', 'it', 'nl', 'pl', 'pt'];
const placesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

it.each(LANGUAGES)('the mail of a receipt speaks the language of the receipt: %s', (language) => {
  expect(say(language, 'receipt')).not.toBe(say('en', 'receipt'));
  const own = mailWordsIn(`${language}-XX`);
  for (const part of ['subject', 'text', 'action', 'note'] as const) {
    expect(own?.[part], part).not.toBe(words[`receipt.${part}`]);
    expect(placesOf(own?.[part] ?? ''), part).toEqual(placesOf(words[`receipt.${part}`]));
  }
});

it('is in English where there are no words', () => {
  for (const language of ['en', 'en-GB', 'ar', '', 'constructor']) expect(mailWordsIn(language)).toBeNull();
});

it('shows the name of a form as text in any language', () => {
  const own = mailWordsIn('de');
  if (!own) throw new Error('German has words');
  const { subject, text, html } = compose(
    {
      to: 'ada@example.org',
      template: 'receipt',
      values: { form: '<b>Regatta</b>\r\nhttps://evil.example' },
      link: 'https://hub.example/f/regatta#edit=token',
    },
    { spoken: { language: 'de-AT', words: own }, paragraphs: [], answers: [] },
  );
  expect(subject).toContain('Ihre Antwort auf „<b>Regatta');
  expect(subject).not.toMatch(/[\r\n]/);
  expect(text).toContain('Antwort ändern:\nhttps://hub.example/f/regatta#edit=token');
  expect(html).toContain('<html lang="de-AT">');
  expect(html).not.toContain('<b>');
  expect(`${text}${html}`).not.toContain('evil.example');
});

it('an author’s words stand in place of the receipt’s own, in any language', () => {
  const own = { 'mail.subject': '{form} への回答', 'receipt.receipt': '受領書' };
  expect(mailWordsIn('ja', own)).toMatchObject({
    subject: '{form} への回答',
    text: 'Your answer to {form} has arrived.',
  });
  expect(mailWordsIn('de', own)).toMatchObject({ subject: '{form} への回答', action: 'Antwort ändern' });
  expect(mailWordsIn('ja')).toBeNull();
  expect(say('ja', 'receipt', {}, own)).toBe('受領書');
  expect(say('ja', 'yes', {}, own)).toBe('Yes');
});
