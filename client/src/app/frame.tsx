import type { ReactNode, Ref } from 'react';
import { FindOrDoButton } from './find-or-do-button.tsx';
import { Sign } from './sign.tsx';

interface FrameProps {
  nav: ReactNode;
  label?: ReactNode;
  foot?: ReactNode;
  main?: Ref<HTMLElement>;
  children?: ReactNode;
}

export function Frame({ nav, label, foot, main, children }: FrameProps) {
  return (
    <div className="min-h-dvh sm:grid sm:grid-cols-[3.5rem_minmax(0,1fr)] lg:grid-cols-[14rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-60 rounded-control bg-ink px-3 py-2 text-on-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <header className="sm:sticky sm:top-0 sm:flex sm:h-dvh sm:flex-col sm:overflow-y-auto sm:px-2 sm:pb-3 lg:px-3">
        <div className="flex h-12 shrink-0 items-center gap-2 max-sm:sr-only sm:max-lg:justify-center lg:px-2">
          <Sign className="size-5.5 shrink-0" />
          <p className="font-semibold sm:max-lg:sr-only">Chime In</p>
          <div className="ml-auto max-lg:hidden">{label}</div>
        </div>
        <FindOrDoButton className="my-2 shrink-0 max-sm:hidden sm:max-lg:mx-auto" />
        {nav}
        {foot && <div className="mt-auto max-sm:hidden">{foot}</div>}
      </header>
      <main
        ref={main}
        id="content"
        tabIndex={-1}
        className="flex min-w-0 flex-col bg-surface outline-none max-sm:min-h-dvh sm:border-l"
      >
        {children}
      </main>
    </div>
  );
}
