import type { Reply } from '#shared/contracts/replies.ts';

/** Whether its answer is drafted, approved, failed or posted; a rejected one makes room for another. */
export const liveAnswer = ({ answer }: Reply): Reply['answer'] =>
  answer?.status === 'rejected' ? null : answer;

export const canBeAnswered = (reply: Reply): boolean =>
  reply.text !== null && reply.state !== 'answered' && liveAnswer(reply) === null;

/** What R does; null where a live answer decides instead. */
export function otherState(reply: Reply): 'read' | 'dismissed' | null {
  if (reply.state === 'dismissed') return 'read';
  return reply.state === 'answered' || liveAnswer(reply) !== null ? null : 'dismissed';
}
