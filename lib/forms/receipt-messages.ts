/** The texts of a receipt, in English. */
export const RECEIPT_MESSAGES = {
  receipt: 'Receipt of your answer',
  given: 'Given on {time}',
  changed: 'Changed on {time}',
  number: 'Number {id}',
  page: '{page} of {pages}',
  yes: 'Yes',
  no: 'No',
  lettersMissing:
    'Some letters can’t be shown in this file ([…]). All of it is in {name}, which is attached.',
  cut: 'There is more than fits here. All of it is in {name}, which is attached.',
};

/** The texts of the mail with a receipt, in English. */
export const RECEIPT_MAIL_MESSAGES = {
  subject: 'Your answer to {form}',
  text: 'Your answer to {form} has arrived.',
  action: 'Change your answer',
  note: 'You get this because your email address was given in the form. If it was not you, there is nothing to do. Keep links to your answer to yourself.',
};

type Prefixed<Prefix extends string, Messages> = Record<`${Prefix}.${keyof Messages & string}`, string>;

/** The same by the ids under which a form's author may replace them. */
export const RECEIPT_SOURCE = Object.fromEntries([
  ...Object.entries(RECEIPT_MESSAGES).map(([key, text]) => [`receipt.${key}`, text]),
  ...Object.entries(RECEIPT_MAIL_MESSAGES).map(([key, text]) => [`mail.${key}`, text]),
]) as Prefixed<'receipt', typeof RECEIPT_MESSAGES> & Prefixed<'mail', typeof RECEIPT_MAIL_MESSAGES>;
