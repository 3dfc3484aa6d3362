type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Drops absent fields: an update must not take undefined for null. */
export function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}
