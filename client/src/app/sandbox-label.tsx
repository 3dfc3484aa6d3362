import type { AuthUserResponse } from '#shared/contracts/auth.ts';

const YOUTUBE = 'Google and YouTube are stand-ins on this machine: nothing reaches the real YouTube.';
const LANGUAGE_MODEL = 'Comments are drafted by a stand-in, not by a language model.';

interface SandboxLabelProps {
  sandbox: AuthUserResponse['sandbox'];
}

/** Says, always in view, that a provider is a stand-in (DESIGN §3). */
export function SandboxLabel({ sandbox }: SandboxLabelProps) {
  if (!sandbox.google && !sandbox.languageModel) return null;
  const meaning = [sandbox.google && YOUTUBE, sandbox.languageModel && LANGUAGE_MODEL]
    .filter(Boolean)
    .join(' ');
  return (
    <p
      title={meaning}
      className="rounded-control border border-dashed border-warning px-1.5 py-0.5 text-center text-xs font-medium text-warning sm:max-lg:-mx-2 sm:max-lg:self-stretch sm:max-lg:rounded-none sm:max-lg:border-x-0 sm:max-lg:px-0"
    >
      Sandbox
      <span className="sr-only"> – {meaning}</span>
    </p>
  );
}
