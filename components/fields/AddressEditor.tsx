'use no memo';

import { loadEmailParser } from '#lib/fields/email-address.ts';
import { loadAddressParser } from '#lib/fields/web-address.ts';
import type { EditorProps } from './editor-props.ts';
import { LineEditor } from './TextEditor.tsx';

// Loaded with the first address field of a page; from then on addresses are checked in full.
loadAddressParser();
loadEmailParser();

/** A web address or an e-mail address. */
export function AddressEditor(props: EditorProps) {
  return <LineEditor {...props} />;
}
