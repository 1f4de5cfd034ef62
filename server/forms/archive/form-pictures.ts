import { isRecord } from '#lib/text/is-record.ts';
import { derivedId } from '#server/platform/database/derived-id.ts';
import { isId } from '#server/platform/database/id.ts';

/**
 * The pictures of a form in an archive, with their ids here. What names them, as anybody may have written it, gets
 * these ids; names of others stay, and lead nowhere.
 */
export class FormPictures {
  readonly #formId: string;
  readonly #inArchive: ReadonlySet<string>;
  /** Those that the form names, by their ids here. */
  readonly named = new Map<string, string>();
  /** Those that it names, and the archive doesn't have. */
  readonly missing = new Set<string>();

  /** @param inArchive ids of the pictures in the folder of the form */
  constructor(formId: string, inArchive: ReadonlySet<string>) {
    this.#formId = formId;
    this.#inArchive = inArchive;
  }

  #idHere(sourceId: unknown): unknown {
    if (typeof sourceId !== 'string' || !isId(sourceId)) return sourceId;
    if (!this.#inArchive.has(sourceId)) {
      this.missing.add(sourceId);
      return sourceId;
    }
    const id = derivedId('form-picture', this.#formId, sourceId);
    this.named.set(id, sourceId);
    return id;
  }

  /** A layout with its pictures as they are here. */
  inLayout(layout: unknown): unknown {
    if (!isRecord(layout) || !Array.isArray(layout.pages)) return layout;
    const inBlock = (block: unknown): unknown =>
      isRecord(block) && 'picture' in block ? { ...block, picture: this.#idHere(block.picture) } : block;
    const inPage = (page: unknown): unknown =>
      isRecord(page) && Array.isArray(page.blocks) ? { ...page, blocks: page.blocks.map(inBlock) } : page;
    return { ...layout, pages: layout.pages.map(inPage) };
  }

  /** Settings with the pictures of their theme as they are here. */
  inSettings(settings: Record<string, unknown>): Record<string, unknown> {
    const { theme } = settings;
    if (!isRecord(theme)) return settings;
    const pictures = Object.entries(theme).filter(([name]) => name === 'cover' || name === 'logo');
    const here = Object.fromEntries(pictures.map(([name, id]) => [name, this.#idHere(id)]));
    return { ...settings, theme: { ...theme, ...here } };
  }
}
