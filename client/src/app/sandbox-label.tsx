import { useQuery } from '@tanstack/react-query';
import { authUserQuery } from '../api/auth.ts';
import { classNames } from '../lib/browser.ts';

const YOUTUBE = 'Google and YouTube are stand-ins on this machine: nothing reaches the real YouTube.';
const LANGUAGE_MODEL = 'Comments are drafted by a stand-in, not by a language model.';

export function SandboxLabel({ className }: { className?: string }) {
  const sandbox = useQuery(authUserQuery).data?.sandbox;
  if (!sandbox?.google && !sandbox?.languageModel) return null;
  const meaning = [sandbox.google && YOUTUBE, sandbox.languageModel && LANGUAGE_MODEL]
    .filter(Boolean)
    .join(' ');
  return (
    <p
      title={meaning}
      className={classNames(
        'shrink-0 whitespace-nowrap rounded-control border border-dashed border-pending px-1.5 text-xs font-medium leading-4.5 text-pending',
        className,
      )}
    >
      Sandbox
      <span className="sr-only"> – {meaning}</span>
    </p>
  );
}
