import { useEffect, useRef, useState } from 'react';
import { displayBytes } from '#lib/fields/display-value.ts';
import { fileProblem } from '#lib/fields/file-check.ts';
import { refusalMessage } from '#lib/forms/refusal-message.ts';
import type { EditorProps } from './editor-props.ts';
import { useIntl } from './field-messages.ts';
import type { FileUploader, UploadedFile } from './file-uploader.ts';

/** A file whose upload is in progress or was refused. */
export type PendingFile = {
  key: number;
  file: File;
  share: number;
  isOffline: boolean;
  /** Why it was refused; null while it is uploading. */
  problem: string | null;
  stop: () => void;
};

/** Details of an uploaded file: null while they are loaded, `gone` where it no longer exists. */
export type KnownFile = UploadedFile | 'gone' | null;

let lastKey = 0;

const idsOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
};

function mostOf({ field }: Pick<EditorProps, 'field'>): number {
  if (!field.multiple) return 1;
  const most = (field.rules ?? []).flatMap((rule) =>
    rule.rule === 'max_count' || rule.rule === 'count' ? [rule.value] : [],
  );
  return Math.min(100, ...most);
}

type Props = Pick<EditorProps, 'field' | 'value' | 'onChange'> & { uploader: FileUploader };

/** The files of one field: the uploaded ones, and those in progress. */
export function useUploadedFiles({ field, value, onChange, uploader }: Props) {
  const intl = useIntl();
  const [pendingFiles, setPendingFiles] = useState<readonly PendingFile[]>([]);
  const [looked, setLooked] = useState<ReadonlyMap<string, KnownFile>>(new Map());
  const [announced, setAnnounced] = useState('');
  const ids = idsOf(value);
  // The component may have unmounted (another page of the form) when an upload completes.
  const latest = useRef({ ids, onChange });
  useEffect(() => {
    latest.current = { ids: idsOf(value), onChange };
  }, [value, onChange]);

  const unknown = ids.filter((id) => !looked.has(id)).join(' ');
  useEffect(() => {
    for (const id of unknown.split(' ').filter(Boolean))
      void uploader
        .look(id)
        .catch(() => null)
        .then((file) => setLooked((before) => new Map(before).set(id, file ?? 'gone')));
  }, [uploader, unknown]);

  const put = (next: readonly string[]) => {
    latest.current = { ...latest.current, ids: next };
    const [only] = next;
    latest.current.onChange(field.multiple ? (next.length > 0 ? next : undefined) : only);
  };
  const change = (key: number, part: Partial<PendingFile>) =>
    setPendingFiles((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const removeUpload = (key: number) => setPendingFiles((before) => before.filter((one) => one.key !== key));

  const begin = async (file: File, key: number, signal: AbortSignal) => {
    const notSent = intl.formatMessage({ id: 'fields.file_not_sent' });
    const outcome = await uploader.send(field, file, {
      signal,
      onProgress: (share) => change(key, { share }),
      onNetwork: (isThere) => change(key, { isOffline: !isThere }),
    });
    if (outcome.kind === 'refused') {
      const message = outcome.problem
        ? uploader.describe(outcome.problem, intl)
        : refusalMessage(outcome, intl);
      const problem = message || notSent;
      change(key, { problem });
      setAnnounced(`${file.name}: ${problem}`);
    } else if (outcome.kind === 'gone') removeUpload(key);
    else {
      setLooked((before) => new Map(before).set(outcome.file.id, outcome.file));
      removeUpload(key);
      put(field.multiple ? [...latest.current.ids, outcome.file.id] : [outcome.file.id]);
      setAnnounced(intl.formatMessage({ id: 'fields.file_sent' }, { name: file.name }));
    }
  };
  const start = (file: File) => {
    const key = ++lastKey;
    const { maxBytes } = uploader;
    const control = new AbortController();
    const tooLarge =
      maxBytes !== null && file.size > maxBytes
        ? intl.formatMessage({ id: 'fields.file_too_large' }, { size: displayBytes(maxBytes, intl.language) })
        : null;
    const refused = fileProblem(field, { name: file.name, size: file.size });
    const problem = refused === null ? tooLarge : uploader.describe(refused, intl);
    const entry = { key, file, share: 0, isOffline: false, problem, stop: () => control.abort() };
    setPendingFiles((before) => [...before, entry]);
    if (problem) setAnnounced(`${file.name}: ${problem}`);
    else void begin(file, key, control.signal);
  };

  const most = mostOf({ field });
  const running = pendingFiles.filter(({ problem }) => problem === null).length;
  return {
    ids,
    pendingFiles,
    announced,
    most,
    isFull: field.multiple === true && ids.length + running >= most,
    known: (id: string): KnownFile => looked.get(id) ?? null,
    add(files: readonly File[]) {
      if (!field.multiple) {
        // The new file replaces the previous one.
        for (const one of pendingFiles) one.stop();
        setPendingFiles([]);
        const [first] = files;
        if (first) start(first);
        return;
      }
      for (const file of files.slice(0, Math.max(0, most - ids.length - running))) start(file);
    },
    again(one: PendingFile) {
      removeUpload(one.key);
      start(one.file);
    },
    remove(id: string) {
      put(ids.filter((other) => other !== id));
    },
    drop(one: PendingFile) {
      one.stop();
      removeUpload(one.key);
    },
  };
}
