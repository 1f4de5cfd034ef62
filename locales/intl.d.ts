import type enUS from './en-US.ts';

declare global {
  namespace FormatjsIntl {
    interface Message {
      /** Only words that exist can be asked for. */
      ids: keyof typeof enUS;
    }
  }
}
