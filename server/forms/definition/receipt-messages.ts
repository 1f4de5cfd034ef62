import { RECEIPT_MESSAGES as en } from '#lib/forms/receipt-messages.ts';
import type { TranslationTexts } from '#lib/forms/translations.ts';

type ReceiptMessages = typeof en;

const de: ReceiptMessages = {
  receipt: 'Beleg Ihrer Antwort',
  given: 'Gegeben am {time}',
  changed: 'Geändert am {time}',
  number: 'Nummer {id}',
  page: '{page} von {pages}',
  yes: 'Ja',
  no: 'Nein',
  lettersMissing:
    'Einige Zeichen kann diese Datei nicht zeigen ([…]). Alles steht in {name}, das angehängt ist.',
  cut: 'Es ist mehr, als hier Platz hat. Alles steht in {name}, das angehängt ist.',
};

const es: ReceiptMessages = {
  receipt: 'Comprobante de su respuesta',
  given: 'Enviada el {time}',
  changed: 'Modificada el {time}',
  number: 'Número {id}',
  page: '{page} de {pages}',
  yes: 'Sí',
  no: 'No',
  lettersMissing: 'Este archivo no puede mostrar algunas letras ([…]). Todo está en {name}, que va adjunto.',
  cut: 'Hay más de lo que cabe aquí. Todo está en {name}, que va adjunto.',
};

const fr: ReceiptMessages = {
  receipt: 'Reçu de votre réponse',
  given: 'Donnée le {time}',
  changed: 'Modifiée le {time}',
  number: 'Numéro {id}',
  page: '{page} sur {pages}',
  yes: 'Oui',
  no: 'Non',
  lettersMissing:
    'Ce fichier ne peut pas montrer certaines lettres ([…]). Tout se trouve dans {name}, en pièce jointe.',
  cut: 'Il y en a plus que ce qui tient ici. Tout se trouve dans {name}, en pièce jointe.',
};

const it: ReceiptMessages = {
  receipt: 'Ricevuta della sua risposta',
  given: 'Data il {time}',
  changed: 'Modificata il {time}',
  number: 'Numero {id}',
  page: '{page} di {pages}',
  yes: 'Sì',
  no: 'No',
  lettersMissing:
    'Questo file non può mostrare alcune lettere ([…]). Tutto si trova in {name}, che è allegato.',
  cut: 'C’è più di quanto stia qui. Tutto si trova in {name}, che è allegato.',
};

const nl: ReceiptMessages = {
  receipt: 'Ontvangstbewijs van uw antwoord',
  given: 'Gegeven op {time}',
  changed: 'Gewijzigd op {time}',
  number: 'Nummer {id}',
  page: '{page} van {pages}',
  yes: 'Ja',
  no: 'Nee',
  lettersMissing:
    'Sommige letters kan dit bestand niet tonen ([…]). Alles staat in {name}, dat is bijgevoegd.',
  cut: 'Er is meer dan hier past. Alles staat in {name}, dat is bijgevoegd.',
};

const pl: ReceiptMessages = {
  receipt: 'Potwierdzenie odpowiedzi',
  given: 'Przesłano: {time}',
  changed: 'Zmieniono: {time}',
  number: 'Numer {id}',
  page: '{page} z {pages}',
  yes: 'Tak',
  no: 'Nie',
  lettersMissing:
    'Niektórych liter nie można pokazać w tym pliku ([…]). Całość jest w załączonym pliku {name}.',
  cut: 'Jest tego więcej, niż się tu mieści. Całość jest w załączonym pliku {name}.',
};

const pt: ReceiptMessages = {
  receipt: 'Comprovante da sua resposta',
  given: 'Enviada em {time}',
  changed: 'Alterada em {time}',
  number: 'Número {id}',
  page: '{page} de {pages}',
  yes: 'Sim',
  no: 'Não',
  lettersMissing:
    'Este arquivo não pode mostrar algumas letras ([…]). Tudo está em {name}, que vai em anexo.',
  cut: 'Há mais do que cabe aqui. Tudo está em {name}, que vai em anexo.',
};

/** The receipt's own messages; all other texts are the form's, in the language of the submission. */
const LANGUAGES: Readonly<Record<string, ReceiptMessages>> = { en, de, es, fr, it, nl, pl, pt };

/**
 * A receipt's own messages in a language (BCP 47), in English where it has none.
 * @param own the author's replacements, by ids such as `receipt.given`
 */
export function receiptMessage(
  language: string,
  key: keyof ReceiptMessages,
  values: Record<string, string | number> = {},
  own: TranslationTexts = {},
): string {
  const [primary = ''] = language.toLowerCase().split('-');
  const messages = (Object.hasOwn(LANGUAGES, primary) && LANGUAGES[primary]) || en;
  return (own[`receipt.${key}`] ?? messages[key]).replace(/\{(\w+)\}/g, (_, name: string) =>
    String(values[name] ?? ''),
  );
}
