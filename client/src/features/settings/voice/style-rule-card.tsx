import { useState } from 'react';
import {
  type RuleEvidence,
  ruleTextLimit,
  type StyleRule,
  type UpdateRule,
} from '#shared/contracts/style-rules.ts';
import { useDecideStyleRule, useDeleteStyleRule } from '../../../api/style-rules.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Disclosure } from '../../../components/ui/choices.tsx';
import { Textarea } from '../../../components/ui/fields.tsx';
import { useUnsavedText } from '../../../lib/unsaved.ts';

function Evidence({ evidence }: { evidence: readonly RuleEvidence[] }) {
  if (evidence.length === 0) return null;
  const count = evidence.length;
  return (
    <Disclosure className="text-sm" summary={`Based on ${count} of your edits`}>
      <ul className="mt-2 flex flex-col gap-3">
        {evidence.map(({ commentId, before, after }) => (
          <li key={commentId} className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
            <div className="min-w-0">
              <p className="text-muted">Drafted</p>
              <p className="font-voice text-voice-sm break-words whitespace-pre-wrap">{before}</p>
            </div>
            <div className="min-w-0">
              <p className="text-muted">Approved</p>
              <p className="font-voice text-voice-sm break-words whitespace-pre-wrap">{after}</p>
            </div>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

export function StyleRuleCard({ rule }: { rule: StyleRule }) {
  const { id, text, status, evidence } = rule;
  const deciding = useDecideStyleRule();
  const deletion = useDeleteStyleRule();
  const [reworded, setReworded] = useUnsavedText(`rule-wording.${id}`);
  const [isRewording, setIsRewording] = useState(reworded !== '');
  const isPending = deciding.isPending || deletion.isPending;

  const stopRewording = () => {
    setReworded('');
    setIsRewording(false);
  };
  const decide = (change: UpdateRule) =>
    deciding.mutate(
      { id, ...change },
      { onSuccess: stopRewording, onError: (error) => toastFailure('Failed to change the rule', error) },
    );
  const reword = () => {
    setReworded(text);
    setIsRewording(true);
  };

  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 last:border-0">
      {isRewording ? (
        <Textarea
          aria-label="The rule in your words"
          rows={2}
          maxLength={ruleTextLimit}
          className="max-w-measure"
          value={reworded}
          onChange={(event) => setReworded(event.target.value)}
        />
      ) : (
        <p className="max-w-measure">{text}</p>
      )}
      <Evidence evidence={evidence} />
      <div className="flex flex-wrap gap-2">
        {isRewording ? (
          <>
            <Button
              variant="primary"
              disabled={isPending || reworded.trim() === ''}
              onClick={() => decide({ text: reworded, status: 'accepted' })}
            >
              {status === 'accepted' ? 'Save Wording' : 'Accept as Reworded'}
            </Button>
            <Button onClick={stopRewording}>Cancel</Button>
          </>
        ) : (
          <>
            {status !== 'accepted' && (
              <Button disabled={isPending} onClick={() => decide({ status: 'accepted' })}>
                Accept
              </Button>
            )}
            <Button disabled={isPending} onClick={reword}>
              Reword
            </Button>
            {status !== 'rejected' && (
              <Button disabled={isPending} onClick={() => decide({ status: 'rejected' })}>
                {status === 'accepted' ? 'Drop' : 'Reject'}
              </Button>
            )}
            {status === 'rejected' && (
              <Button
                variant="danger"
                disabled={isPending}
                onClick={() =>
                  deletion.mutate(id, {
                    onError: (error) => toastFailure('Failed to delete the rule', error),
                  })
                }
              >
                Delete
              </Button>
            )}
          </>
        )}
      </div>
    </li>
  );
}
