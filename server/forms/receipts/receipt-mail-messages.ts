import { RECEIPT_MAIL_MESSAGES } from '#lib/forms/receipt-messages.ts';
import type { TranslationTexts } from '#lib/forms/translations.ts';

/** The messages of a receipt's mail; for its parts see `server/platform/mail/messages.en-US.ts`. */
type ReceiptMailMessages = Readonly<Record<'subject' | 'text' | 'action' | 'note', string>>;

const de: ReceiptMailMessages = {
  subject: 'Ihre Antwort auf „{form}“',
  text: 'Ihre Antwort auf „{form}“ ist angekommen.',
  action: 'Antwort ändern',
  note: 'Sie erhalten diese Mail, weil Ihre E-Mail-Adresse im Formular angegeben wurde. Wenn Sie das nicht waren, brauchen Sie nichts zu tun. Geben Sie Links zu Ihrer Antwort nicht weiter.',
};

const es: ReceiptMailMessages = {
  subject: 'Su respuesta a «{form}»',
  text: 'Su respuesta a «{form}» ha llegado.',
  action: 'Cambiar la respuesta',
  note: 'Recibe este correo porque su dirección se indicó en el formulario. Si no fue usted, no tiene que hacer nada. No comparta los enlaces a su respuesta.',
};

const fr: ReceiptMailMessages = {
  subject: 'Votre réponse à «\u00a0{form}\u00a0»',
  text: 'Votre réponse à «\u00a0{form}\u00a0» est bien arrivée.',
  action: 'Modifier la réponse',
  note: 'Vous recevez ce message parce que votre adresse e-mail a été indiquée dans le formulaire. Si ce n’était pas vous, il n’y a rien à faire. Gardez pour vous les liens vers votre réponse.',
};

const it: ReceiptMailMessages = {
  subject: 'La sua risposta a «{form}»',
  text: 'La sua risposta a «{form}» è arrivata.',
  action: 'Modifica la risposta',
  note: 'Riceve questo messaggio perché il suo indirizzo e-mail è stato indicato nel modulo. Se non è stato lei, non deve fare nulla. Tenga per sé i link alla sua risposta.',
};

const nl: ReceiptMailMessages = {
  subject: 'Uw antwoord op ‘{form}’',
  text: 'Uw antwoord op ‘{form}’ is aangekomen.',
  action: 'Antwoord wijzigen',
  note: 'U ontvangt deze mail omdat uw e-mailadres in het formulier is opgegeven. Was u dat niet, dan hoeft u niets te doen. Houd links naar uw antwoord voor uzelf.',
};

const pl: ReceiptMailMessages = {
  subject: 'Odpowiedź na „{form}”',
  text: 'Odpowiedź na „{form}” dotarła.',
  action: 'Zmień odpowiedź',
  note: 'Ta wiadomość została wysłana, ponieważ w formularzu podano ten adres e-mail. Jeśli podał go ktoś inny, nie trzeba nic robić. Linków do odpowiedzi proszę nie udostępniać.',
};

const pt: ReceiptMailMessages = {
  subject: 'Sua resposta a “{form}”',
  text: 'Sua resposta a “{form}” chegou.',
  action: 'Alterar a resposta',
  note: 'Você recebeu esta mensagem porque seu endereço de e-mail foi informado no formulário. Se não foi você, não é preciso fazer nada. Não compartilhe os links para a sua resposta.',
};

const LANGUAGES: Readonly<Record<string, ReceiptMailMessages>> = { de, es, fr, it, nl, pl, pt };

/**
 * The messages of a receipt's mail in a language (BCP 47); null where they are those of the app, in English.
 * @param own the author's replacements, by ids such as `mail.subject`
 */
export function receiptMailMessages(
  language: string,
  own: TranslationTexts = {},
): ReceiptMailMessages | null {
  const [primary = ''] = language.toLowerCase().split('-');
  const known = (Object.hasOwn(LANGUAGES, primary) && LANGUAGES[primary]) || null;
  const ownTexts = (['subject', 'text', 'action', 'note'] as const).flatMap((key) => {
    const text = own[`mail.${key}`];
    return text === undefined ? [] : [[key, text] as const];
  });
  return ownTexts.length === 0
    ? known
    : { ...RECEIPT_MAIL_MESSAGES, ...known, ...Object.fromEntries(ownTexts) };
}
