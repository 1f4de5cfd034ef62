'use no memo';

import { loadEmailParser } from '#lib/fields/email-address.ts';
import { loadAddressParser } from '#lib/fields/web-address.ts';
import type { EditorProps } from './editor-props.ts';
import { LineEditor } from './TextEditor.tsx';

// They come with the first address of a page; from then on addresses are looked at closely.
loadAddressParser();
loadEmailParser();

/** A web address or an e-mail address. */
export function AddressEditor(props: EditorProps) {
  return <LineEditor {...props} />;
}
