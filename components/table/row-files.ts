import type { FileAnswers, SentFile } from '#components/fields/file-answers.ts';
import type { Row } from '#lib/contract/table.ts';
import { failureOf, messageOf } from '#services/http.ts';
import { sendRowFile } from '#services/table.ts';

/** The way of files into a row while it is filled in; those that it has already are known. */
export function createRowFiles(itemId: string, row: Row | null): FileAnswers {
  const known = new Map<string, SentFile>(
    Object.entries(row?.files ?? {}).map(([id, { name, size }]) => [id, { id, name, size }]),
  );
  let underWay = 0;
  let settle: (() => void)[] = [];
  const end = () => {
    underWay -= 1;
    if (underWay > 0) return;
    for (const one of settle) one();
    settle = [];
  };
  return {
    maxBytes: null,
    async send(field, file, { onProgress, onNetwork, signal }) {
      underWay += 1;
      try {
        const sent = await sendRowFile(itemId, field.id, file, { onProgress, signal });
        onNetwork(true);
        known.set(sent.id, sent);
        return { kind: 'sent', file: sent };
      } catch (error) {
        if (signal.aborted) return { kind: 'gone' };
        const failure = failureOf(error);
        const said = failure?.fields?.file?.[0] ?? messageOf(error);
        return { kind: 'refused', code: failure?.code ?? 'offline', message: said };
      } finally {
        end();
      }
    },
    look: async (id) => known.get(id) ?? null,
    settled: () => (underWay === 0 ? Promise.resolve() : new Promise((resolve) => settle.push(resolve))),
  };
}
