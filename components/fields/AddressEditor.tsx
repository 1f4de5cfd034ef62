'use no memo';

import { loadAddresses } from '#lib/fields/web-address.ts';
import type { EditorProps } from './editor-props.ts';
import { LineEditor } from './TextEditor.tsx';

// It comes with the first web address of a page; from then on addresses are looked at closely.
loadAddresses();

/** A web address. */
export function AddressEditor(props: EditorProps) {
  return <LineEditor {...props} />;
}
