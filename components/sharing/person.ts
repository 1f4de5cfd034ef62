/** A member of the hub, as a cell of people names them. */
export type Person = { id: string; name: string; mail: string };
