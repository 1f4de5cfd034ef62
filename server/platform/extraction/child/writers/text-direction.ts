const FIRST_STRONG =
  /(?<rtl>[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}])|\p{L}/u;

/** Whether a text is written from right to left, by its first letter (Unicode, UAX 9, P2). */
export const isRightToLeft = (text: string): boolean => FIRST_STRONG.exec(text)?.groups?.rtl !== undefined;
