import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useToast } from '#components/ui/Toaster.tsx';
import type { ImportPreview } from '#lib/contract/table-import.ts';
import { failureOf } from '#services/http.ts';
import { cancelJob } from '#services/jobs.ts';
import { previewImport, sendImportFile } from '#services/table.ts';
import { type FilePreview, type FileReading, isOfCards, previewOf, readCsvPreview } from './csv-preview.ts';
import { isWorkbook, needsServerPreview, readWorkbookPreview } from './workbook-preview.ts';

/** The statuses of a job that can't be cancelled because it is over, or no longer there. */
const GONE = [404, 409];

type Source = {
  itemId: string;
  isContacts: boolean;
  /** The id of an import whose file was sent already. */
  prepared: string | null;
};

/** The sheets of a workbook that the server read. */
const sheetsOf = ({ sheets, hidden_sheets: hiddenSheets = [], sheet }: ImportPreview) => ({
  ...(sheets ? { sheets, hiddenSheets } : {}),
  ...(sheet === undefined ? {} : { sheet }),
});

/** The first lines of a file: read here, or by the server, which is sent the file before it is known where it goes. */
export function useFilePreview({ itemId, isContacts, prepared }: Source) {
  const intl = useIntl();
  const toast = useToast();
  const [share, setShare] = useState<number | null>(null);
  const [jobId, setJobId] = useState(prepared);
  const sent = useRef<{ file: File | null; id: string } | null>(
    prepared === null ? null : { file: null, id: prepared },
  );
  const upload = useRef<AbortController | null>(null);
  const request = useRef<AbortController | null>(null);
  const [isReading, setReading] = useState(false);
  const wasStarted = useRef(false);
  useEffect(
    () => () => {
      upload.current?.abort();
      request.current?.abort();
    },
    [],
  );

  const cancelSent = async (id: string) => {
    try {
      await cancelJob(id);
    } catch (error) {
      // Where it ended, or was removed, meanwhile, there is nothing left to cancel.
      if (GONE.includes(failureOf(error)?.status ?? 0)) return;
      toast({ tone: 'error', text: intl.formatMessage({ id: 'table.import_not_cancelled' }) });
    }
  };

  /** Nothing is imported of a file in whose place another one is chosen. */
  const dropSent = () => {
    upload.current?.abort();
    upload.current = null;
    request.current?.abort();
    setShare(null);
    if (sent.current) void cancelSent(sent.current.id);
    sent.current = null;
    setJobId(null);
  };

  const send = async (file: File): Promise<string> => {
    const abort = new AbortController();
    upload.current = abort;
    setShare(0);
    try {
      const { id } = await sendImportFile(itemId, file, { signal: abort.signal, onProgress: setShare });
      sent.current = { file, id };
      setJobId(id);
      return id;
    } finally {
      if (upload.current === abort) setShare(null);
    }
  };

  const readThere = async (id: string, reading: FileReading): Promise<FilePreview> => {
    request.current?.abort();
    const abort = new AbortController();
    request.current = abort;
    setReading(true);
    try {
      const found = await previewImport(id, reading, abort.signal);
      const { lines, encoding, separator, is_named = false } = found;
      // They may be fewer than the file has: what they take together is limited.
      return {
        ...previewOf(lines, isContacts, true, reading.hasHeader, is_named),
        ...sheetsOf(found),
        ...(encoding !== undefined && separator !== undefined ? { text: { encoding, separator } } : {}),
      };
    } finally {
      if (request.current === abort) setReading(false);
    }
  };

  /** @returns null for a file that can't be read; throws what the server refused */
  const read = async (file: File | null, reading: FileReading): Promise<FilePreview | null> => {
    if (sent.current && sent.current.file === file) return readThere(sent.current.id, reading);
    dropSent();
    if (!file) return null;
    if (await needsServerPreview(file)) return readThere(await send(file), reading);
    if (isWorkbook(file)) return readWorkbookPreview(file, reading.sheet, isContacts, reading.hasHeader);
    const found = await readCsvPreview(file, isContacts, reading);
    // The server reads cards as lines; into a contact list, they are imported with more than that.
    return found && !isContacts && isOfCards(found) ? readThere(await send(file), reading) : found;
  };
  return {
    read,
    share,
    jobId,
    /** The server reads the first lines of the file. */
    isReading,
    /** The sent file is imported from now on. */
    start: () => {
      wasStarted.current = true;
    },
    /** Nothing is imported of a file that was sent from here; one that was sent before stays. */
    leave: () => {
      if (!wasStarted.current && sent.current?.file) dropSent();
    },
  };
}
