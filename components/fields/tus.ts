/** The response to one request of an upload. */
export type TusResponse = { status: number; body: string; header: (name: string) => string | null };

type TusRequest = {
  headers?: Record<string, string>;
  body?: Blob;
  /** Number of bytes of the body that were sent. */
  onProgress?: (bytes: number) => void;
  signal?: AbortSignal;
};

/** `filename cGljLnBuZw==,field Zl9waWM=`: each value in Base64 of its UTF-8. */
export const tusMetadata = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([key, value]) => {
      const bytes = new TextEncoder().encode(value);
      return `${key} ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
    })
    .join(',');

/**
 * One request of the tus protocol, 1.0 (https://tus.io/protocols/resumable-upload), with XMLHttpRequest because only
 * that reports the upload's progress.
 * @returns null where the server was not reached, or the request was aborted
 */
export function sendTusRequest(
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE',
  address: string,
  { headers = {}, body, onProgress, signal }: TusRequest = {},
): Promise<TusResponse | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const giveUp = () => request.abort();
    const done = (reply: TusResponse | null) => {
      signal?.removeEventListener('abort', giveUp);
      resolve(reply);
    };
    request.open(method, address);
    for (const [name, value] of Object.entries({ 'Tus-Resumable': '1.0.0', ...headers }))
      request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress?.(loaded);
    request.onload = () =>
      done({
        status: request.status,
        body: request.responseText,
        header: (name) => request.getResponseHeader(name),
      });
    request.onerror = () => done(null);
    request.onabort = () => done(null);
    if (signal?.aborted) return done(null);
    signal?.addEventListener('abort', giveUp);
    request.send(body ?? null);
  });
}
