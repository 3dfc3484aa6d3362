import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

const mostNamed = 3;

export function inputSentence(error: z.ZodError, value: unknown): string {
  if (value === undefined) return 'This request needs a JSON body.';
  const sentences = flatten(error.issues).slice(0, mostNamed).map(sentence);
  return [...new Set(sentences)].join(' ');
}

function flatten(issues: readonly Issue[]): Issue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
    const closest = [...issue.errors].sort((a, b) => a.length - b.length)[0] ?? [];
    return flatten(closest).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
  });
}

function sentence(issue: Issue): string {
  const field = issue.path.length > 0 ? `The field “${issue.path.join('.')}”` : 'The request';
  const fault = faultOf(issue);
  if (/^\p{Lu}/u.test(fault)) return `${fault.replace(/\.$/, '')}.`;
  return `${field} ${fault}.`;
}

function faultOf(issue: Issue): string {
  const { message } = issue;
  switch (issue.code) {
    case 'invalid_type': {
      const received = /received (\w+)/.exec(message)?.[1];
      if (received === undefined) return message;
      return received === 'undefined' ? 'is missing' : `must be ${aOr(issue.expected)}, not ${aOr(received)}`;
    }
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `has fields that are not known here: ${issue.keys.join(', ')}`;
    case 'too_small':
      return /^Too small/.test(message)
        ? `must be at least ${issue.minimum}${unitOf(issue.origin)}`
        : message;
    case 'too_big':
      return /^Too big/.test(message) ? `must be at most ${issue.maximum}${unitOf(issue.origin)}` : message;
    default:
      return /^Invalid/.test(message) ? 'is not valid' : message;
  }
}

const article = (noun: string) => (/^[aeio]/.test(noun) ? 'an' : 'a');
const aOr = (type: string) => (['null', 'NaN'].includes(type) ? type : `${article(type)} ${type}`);
const unitOf = (origin: string) =>
  origin === 'string' ? ' characters long' : origin === 'array' ? ' entries long' : '';
