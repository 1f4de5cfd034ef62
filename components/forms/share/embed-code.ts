const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** A line of script that embeds the form in its place, and adapts the height. */
export const embedScript = (publicUrl: string, slug: string): string =>
  `<script async src="${escaped(publicUrl)}/embed.js" data-form="${escaped(slug)}"></script>`;

/** A plain frame of a fixed height, for pages that allow no scripts of others. */
export const embedFrame = (publicUrl: string, slug: string, title: string): string =>
  `<iframe src="${escaped(publicUrl)}/f/${escaped(slug)}?embed=1" title="${escaped(title)}" style="width:100%;height:800px;border:0"></iframe>`;
