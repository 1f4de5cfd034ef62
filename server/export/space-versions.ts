import { VERSIONS_PATH } from '#server/platform/archives/version-lines.ts';
import type { ZipEntry } from '#server/platform/archives/zip.ts';
import type { Services } from '#server/platform/services.ts';
import { entryOfLines, lineOf, linksOf } from './archive-lines.ts';
import { withRelativeLinks } from './documents/exported-document.ts';
import type { Exporter } from './export.repo.ts';
import { versionsBelow } from './space-versions.repo.ts';

type VersionsToArchive = {
  /** The documents in the archive. */
  documents: Iterable<string>;
  paths: ReadonlyMap<string, string>;
  /** The reader with their current rights. @throws once they may not read any more. */
  reader: () => Promise<Exporter>;
  at: Date;
};

const ABOVE_ALL = 2 ** 31 - 1;

/** The earlier versions of documents as a file of an archive; none where the reader may change none of them. */
export function versionEntries(
  { config, database }: Pick<Services, 'config' | 'database'>,
  { documents, paths, reader, at }: VersionsToArchive,
): AsyncGenerator<ZipEntry> {
  async function* lines(): AsyncGenerator<string> {
    for (const item of documents) {
      for (let below = ABOVE_ALL; ; ) {
        const versions = await versionsBelow(database, await reader(), { itemId: item, below });
        for (const version of versions) {
          const markdown = withRelativeLinks(version.markdown, VERSIONS_PATH, linksOf(paths, config));
          yield lineOf({ item, ...version, markdown });
        }
        const last = versions.at(-1);
        if (!last) break;
        below = last.number;
      }
    }
  }
  return entryOfLines(VERSIONS_PATH, at, lines());
}
