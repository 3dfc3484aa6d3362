type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that were sent: an absent one must not reach the update, where undefined is not null. */
export function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}
