import { type ReactNode, useId } from 'react';

interface VoiceSectionProps {
  title: string;
  help: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function VoiceSection({ title, help, actions, children }: VoiceSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4 border-t border-line pt-6">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="max-w-measure min-w-0 flex-1 basis-80">
          <h3 id={id} className="text-lg font-semibold">
            {title}
          </h3>
          <p className="mt-1 text-sm text-muted">{help}</p>
        </div>
        {actions && <div className="ml-auto flex flex-wrap gap-2 max-sm:ml-0">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
