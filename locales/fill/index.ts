import type { MessageCatalog } from '#lib/text/inline-messages.ts';
import fields from '../en-US.fields.ts';
import fill from '../en-US.fill.ts';
import de from './de.ts';
import checks from './en-checks.ts';
import es from './es.ts';
import fr from './fr.ts';
import it from './it.ts';
import type { PageMessages } from './messages.ts';
import nl from './nl.ts';
import pl from './pl.ts';
import pt from './pt.ts';

const en: PageMessages = { ...fill, ...fields, ...checks };

/** The languages that the page of a form speaks: those of receipts (`server/forms/definition/receipt-messages.ts`). */
export const FILL_LOCALES: Readonly<Record<string, PageMessages>> = { en, de, es, fr, it, nl, pl, pt };

/** The whole tag, where it is one: numbers and dates are written as its region has them. */
export function wholeTag(tag: string, language: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? language;
  } catch {
    return language;
  }
}

/** The words for the page of a form in a language (BCP 47), in English where there are none. */
export function fillMessagesFor(tag: string): MessageCatalog {
  const [language = ''] = tag.toLowerCase().split('-');
  const messages = Object.hasOwn(FILL_LOCALES, language) ? FILL_LOCALES[language] : undefined;
  return messages ? { language: wholeTag(tag, language), messages } : { language: 'en', messages: en };
}
