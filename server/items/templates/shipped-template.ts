/** A template that the app brings; its content is Markdown. */
export type ShippedTemplate = { id: string; title: string; description: string; content: string };
