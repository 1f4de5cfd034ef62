import { type ReactNode, useEffect, useRef, useState } from 'react';
import { failureText } from '#components/ui/failure-text.tsx';
import type { PeoplePreview } from '#lib/contract/table-import.ts';
import { previewPeople } from '#services/contacts.ts';
import { cancelJob } from '#services/jobs.ts';
import { sendImportFile } from '#services/table.ts';

/** Nothing is imported of a file that was not started: where cancelling fails, the server removes the paused import after some days. */
const cancelUnstarted = (id: string) => void cancelJob(id).catch(() => undefined);

/** A file of vCards that is sent as soon as it is chosen, and what an import would make of it. */
export function useCardsFile(itemId: string, matchOn: readonly string[]) {
  const [jobId, setJobId] = useState<string | null>(null);
  const [preview, setPreview] = useState<PeoplePreview | null>(null);
  /** How much of the file is sent, from 0 to 1; null while none is. */
  const [share, setShare] = useState<number | null>(null);
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<ReactNode>(null);
  const work = useRef<AbortController | null>(null);
  const waiting = useRef<string | null>(null);

  const drop = () => {
    work.current?.abort();
    work.current = null;
    if (waiting.current !== null) cancelUnstarted(waiting.current);
    waiting.current = null;
  };
  useEffect(() => () => work.current?.abort(), []);

  const choose = async (file: File | undefined) => {
    drop();
    setJobId(null);
    setPreview(null);
    setProblem(null);
    setShare(file ? 0 : null);
    setReading(false);
    if (!file) return;
    const abort = new AbortController();
    work.current = abort;
    const isCurrent = () => work.current === abort;
    try {
      const { id } = await sendImportFile(itemId, file, { signal: abort.signal, onProgress: setShare });
      if (!isCurrent()) return cancelUnstarted(id);
      waiting.current = id;
      setShare(null);
      setReading(true);
      const read = await previewPeople(id, matchOn, abort.signal);
      if (!isCurrent()) return;
      setPreview(read);
      setJobId(id);
    } catch (failure) {
      if (isCurrent()) setProblem(failureText(failure));
    }
    if (!isCurrent()) return;
    setShare(null);
    setReading(false);
  };

  return {
    ...{ jobId, preview, share, isReading, problem, choose, drop },
    /** The file is imported from now on, whatever becomes of the dialog. */
    start: () => {
      waiting.current = null;
    },
  };
}
