import { useLayoutEffect } from 'react';
import { PasteReport } from './PasteReport.tsx';
import { type Clipboard, type ClipboardOptions, useClipboard } from './use-clipboard.tsx';

type ClipboardKeeperProps = { options: ClipboardOptions; onReady: (clipboard: Clipboard) => void };

/** Has the clipboard of a grid ready, and shows what of a paste was not stored. */
export function ClipboardKeeper({ options, onReady }: ClipboardKeeperProps) {
  const clipboard = useClipboard(options);
  useLayoutEffect(() => onReady(clipboard));
  return clipboard.report && <PasteReport report={clipboard.report} onClose={clipboard.closeReport} />;
}
