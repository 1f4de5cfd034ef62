import { expect, it } from 'vitest';
import { fillWordsIn } from '#locales/fill/index.ts';
import { sayRefusal } from './say-refusal.ts';

const german = fillWordsIn('de');

it('says what the API refuses in the words of the page', () => {
  const refusal = { code: 'form_full', message: 'This form has as many answers as it takes.' };
  expect(sayRefusal(refusal, german)).toBe('Die Höchstzahl an Antworten auf dieses Formular ist erreicht.');
});

it('says in whole minutes when to try again', () => {
  const inSeconds = (retryAfter: number) =>
    sayRefusal({ code: 'too_many_attempts', message: 'Too many attempts.', retryAfter }, german);
  expect(inSeconds(3)).toBe('Zu viele Versuche. Versuchen Sie es in einer Minute noch einmal.');
  expect(inSeconds(61)).toBe('Zu viele Versuche. Versuchen Sie es in 2 Minuten noch einmal.');
});

it('leaves a refusal that it has no words for, and every one in English, as the API says it', () => {
  const message = 'Something new.';
  expect(sayRefusal({ code: 'something_new', message }, german)).toBe(message);
  expect(sayRefusal({ code: 'form_full', message }, fillWordsIn('en'))).toBe(message);
});
