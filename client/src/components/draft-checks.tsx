import { Check, TriangleAlert } from 'lucide-react';
import type { DraftCheck } from '#shared/contracts/comment-analysis.ts';

const CHECKS: Record<DraftCheck['name'], string> = {
  length: 'Length',
  links: 'Links',
  profile_text: 'Profile text',
  avoided_words: 'Avoided words',
  repetition: 'Earlier comments',
  quotation: 'Quotations',
  about_video: 'About this video',
  already_said: 'Top comments',
  empty_praise: 'Substance',
};

function CheckLine({ check }: { check: DraftCheck }) {
  const Icon = check.passed ? Check : TriangleAlert;
  return (
    <li className="flex items-start gap-2">
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${check.passed ? 'text-approved' : 'text-pending'}`}
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

/** The checks that say most about a draft, as facts. */
const PASSED: Partial<Record<DraftCheck['name'], string>> = {
  links: 'No links',
  avoided_words: 'No avoided words',
  repetition: 'Unlike your earlier comments',
};

/** One line: what did not pass, or the most telling of what did. */
export function DraftChecksLine({ checks }: { checks: readonly DraftCheck[] }) {
  const missed = checks.filter(({ passed }) => !passed);
  const shown = missed.length > 0 ? missed : checks.filter(({ name }) => PASSED[name]);
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Checks" className="flex min-w-0 flex-wrap gap-x-4 overflow-hidden">
      {shown.map(({ name, passed, detail }) => {
        const Icon = passed ? Check : TriangleAlert;
        return (
          <li key={name} title={detail} className="flex items-center gap-1 whitespace-nowrap">
            <Icon aria-hidden className={`size-3.5 shrink-0 ${passed ? 'text-approved' : 'text-pending'}`} />
            {!passed && <span className="sr-only">Not passed: </span>}
            {passed ? PASSED[name] : CHECKS[name]}
          </li>
        );
      })}
    </ul>
  );
}
