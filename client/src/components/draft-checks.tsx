import { Check, TriangleAlert } from 'lucide-react';
import type { DraftCheck } from '#shared/contracts/comment-analysis.ts';

const CHECKS: Record<DraftCheck['name'], string> = {
  length: 'Length',
  links: 'Links',
  profile_text: 'Profile text',
  avoided_words: 'Avoided words',
  repetition: 'Earlier comments',
  empty_praise: 'Substance',
};

function CheckLine({ check }: { check: DraftCheck }) {
  const Icon = check.passed ? Check : TriangleAlert;
  return (
    <li className="flex items-start gap-2">
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${check.passed ? 'text-approved' : 'text-warning'}`}
      />
      <span>
        <span className="sr-only">{check.passed ? 'Passed: ' : 'Not passed: '}</span>
        {CHECKS[check.name]} <span className="text-muted">{check.detail}</span>
      </span>
    </li>
  );
}

export function DraftChecks({ checks }: { checks: readonly DraftCheck[] }) {
  if (checks.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1">
      {checks.map((check) => (
        <CheckLine key={check.name} check={check} />
      ))}
    </ul>
  );
}
