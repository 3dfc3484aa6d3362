import { describe, expect, it } from 'vitest';
import { points } from '../../../testing/drafting-app.ts';
import { differs, distinct } from './alternatives.rules.ts';

const title = 'Kubernetes readiness probes explained';
const draft =
  'Readiness probes that call the database take every pod down at once. Did you ever separate startup from liveness?';

describe('two drafts for one video', () => {
  it.each(points)('differ in opening and point: %s', (other) => {
    expect(differs(draft, other, title)).toBe(true);
    expect(differs(other, draft, title)).toBe(true);
  });

  it.each([
    ['that are the same', draft],
    [
      'that begin alike',
      'Readiness probes that call nothing tell nothing; a queue depth says more about load.',
    ],
    [
      'that make the same point in another order',
      'Did you separate startup from liveness? Every pod goes down at once when probes call the database.',
    ],
    ['that differ in marks and case alone', draft.toUpperCase().replaceAll('.', '!')],
    ['of which one says nothing', 'So it is.'],
  ])('do not differ %s', (_, other) => {
    expect(differs(draft, other, title)).toBe(false);
  });

  it('may share what the video is about', () => {
    const one =
      'Startup thresholds hide slow migrations until Kubernetes readiness probes are explained to finance.';
    const other =
      'Queue depth, not latency: that is what Kubernetes readiness probes, once explained, should watch.';
    expect(differs(one, other, title)).toBe(true);
  });

  it('in Japanese are compared too', () => {
    const one = '監視は大事です。私たちは起動時間を三分に設定しました。';
    const other = 'データベースに触れる確認は危険ですね。どうやって分けましたか。';
    expect(differs(one, one, '監視入門')).toBe(false);
    expect(differs(one, other, '監視入門')).toBe(true);
  });
});

it('keeps the candidates that differ from the draft and from each other, in order', () => {
  const [first = '', second = ''] = points;
  const candidates = [draft, first, `${first} Indeed.`, second].map((comment) => ({ comment }));
  expect(distinct(draft, candidates, title)).toEqual([{ comment: first }, { comment: second }]);
});
