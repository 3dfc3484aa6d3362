import { MessagesSquare } from 'lucide-react';
import type { ReactNode, Ref } from 'react';

interface FrameProps {
  nav: ReactNode;
  card: ReactNode;
  main?: Ref<HTMLElement>;
  children?: ReactNode;
}

export function Frame({ nav, card, main, children }: FrameProps) {
  return (
    <div className="min-h-dvh sm:grid sm:grid-cols-[3.75rem_minmax(0,1fr)] lg:grid-cols-[14.5rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-60 rounded-control bg-ink px-3 py-2 text-on-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <header className="flex items-center gap-4 border-b border-line bg-raised px-4 py-2 sm:sticky sm:top-0 sm:h-dvh sm:flex-col sm:gap-6 sm:overflow-y-auto sm:border-r sm:border-b-0 sm:px-2 sm:py-4 lg:items-stretch lg:px-3">
        {/* The card's height on a phone, so that nothing moves when the card appears. */}
        <p className="flex items-center gap-2.5 font-semibold max-sm:h-9 lg:px-3">
          <MessagesSquare aria-hidden className="size-5 shrink-0 lg:-ml-0.5" />
          <span className="sm:sr-only lg:not-sr-only">Chime In</span>
        </p>
        {nav}
        {card}
      </header>
      <main
        ref={main}
        id="content"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-page min-w-0 flex-col gap-5 px-4 pt-5 pb-28 outline-none sm:px-8 sm:pt-7"
      >
        {children}
      </main>
    </div>
  );
}
