import { Kbd } from './ui/kbd.tsx';

/** Keys that no button shows. */
export function KeyLegend({ keys, children }: { keys: string; children: string }) {
  return (
    <span className="flex items-center gap-2.5">
      {[...keys].map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      {children}
    </span>
  );
}
