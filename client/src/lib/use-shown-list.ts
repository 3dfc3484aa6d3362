import { useState } from 'react';

/** The list that the rows belong to: a new filter keeps the rows before until its own come. */
export function useShownList(list: string, isStale: boolean): string {
  const [shown, setShown] = useState(list);
  if (!isStale && shown !== list) setShown(list);
  return isStale ? shown : list;
}
