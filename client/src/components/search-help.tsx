import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { authUserQuery } from '../api/auth.ts';
import { EmptyState } from './page.tsx';
import { Button } from './ui/button.tsx';

interface SandboxTopicsProps {
  /** The search without results; empty before any search. */
  q: string;
  onSearch: (q: string) => void;
}

const looksLikeLink = /https?:|youtu\.?be/i;

const introduction = (q: string): string => {
  if (q === '') return 'This is the sandbox, which has its own videos on these topics:';
  if (looksLikeLink.test(q))
    return 'This link leads to the real YouTube. The sandbox has only its own videos: try one of its topics, or connect YouTube as the README describes.';
  return 'The sandbox has only its own videos. They are on these topics:';
};

/** Offers searches that find videos of the sandbox. Renders nothing outside of it. */
export function SandboxTopics({ q, onSearch }: SandboxTopicsProps) {
  const topics = useQuery(authUserQuery).data?.sandbox.topics ?? [];
  if (topics.length === 0) return null;
  return (
    <section aria-label="Topics of the sandbox" className="mt-3">
      <p>{introduction(q)}</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {topics.map((topic) => (
          <li key={topic}>
            <Button onClick={() => onSearch(topic)}>{topic}</Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Offers topics before any search. After a search without results, says so and offers
 * topics.
 */
export const SearchHelp = (props: SandboxTopicsProps) =>
  props.q === '' ? (
    <SandboxTopics {...props} />
  ) : (
    <EmptyState icon={SearchX} title="No Videos Found">
      Try adjusting your search query or filters
      <SandboxTopics {...props} />
    </EmptyState>
  );
