import { type ReactNode, useState } from 'react';

const FEW = 3;

interface FewOfProps<Item> {
  items: readonly Item[];
  isCited: (item: Item) => boolean;
  children: (item: Item) => ReactNode;
}

/** The first few and those that the draft rests on, until all are asked for. */
export function FewOf<Item>({ items, isCited, children }: FewOfProps<Item>) {
  const [all, setAll] = useState(false);
  const shown = items.filter((item, at) => all || at < FEW || isCited(item));
  return (
    <>
      <ul className="flex flex-col gap-1.5">{shown.map(children)}</ul>
      {(all || shown.length < items.length) && (
        <MoreButton onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${items.length}`}
        </MoreButton>
      )}
    </>
  );
}

export function MoreButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="h-(--control) rounded-control text-sm font-medium text-accent hover:underline"
    >
      {children}
    </button>
  );
}
