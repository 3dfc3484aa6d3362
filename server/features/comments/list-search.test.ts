import { beforeEach, describe, expect, it } from 'vitest';
import { reviewApp } from '../../testing/app.ts';
import { makeComment, makeQueueItem, makeVideo } from '../../testing/factories.ts';
import { readIds } from '../../testing/list-pages.ts';

const test = reviewApp({}, 'once, emptied');

describe('the search in comments and queue', () => {
  async function commentOn(
    title: string,
    content: string,
    channelTitle = 'Cloud Kitchen',
  ) {
    const { id: videoId } = await makeVideo(test.db, { title, channelTitle });
    return (await makeComment(test.db, { videoId, content })).id;
  }
  async function queued(...video: Parameters<typeof commentOn>) {
    const commentId = await commentOn(...video);
    return { commentId, id: (await makeQueueItem(test.db, { commentId })).id };
  }
  const found = (q: string, field = 'q') =>
    readIds(test.me, `/api/comments?sort=oldest&${new URLSearchParams({ [field]: q })}`);

  describe('finds words and beginnings of words in the text or the title (rule 10.6)', () => {
    let probes = 0;
    let streams = 0;
    beforeEach(async () => {
      probes = await commentOn('Probes in practice', 'Readiness is what saved me.');
      streams = await commentOn(
        'Node.js streams',
        'Don’t forget back-pressure with C++ and C#.',
      );
    });

    it.each(['PROB', 'readi practice'])('such as “%s”', async (q) => {
      expect(await found(q)).toEqual([probes]);
    });

    it.each(['practice streams', 'robes'])(
      'but not “%s”, of which a part is missing or not at the beginning',
      async (q) => {
        expect(await found(q)).toEqual([]);
      },
    );

    it.each([
      ...[
        'node.js',
        'Node',
        'don’t',
        'back-pre',
        'c++',
        '(streams)',
        '"forget"',
        'streams!',
        'C#!',
      ],
    ])('such as “%s” with its signs', async (q) => {
      expect(await found(q)).toEqual([streams]);
    });
  });

  it('finds parts of texts without spaces, and emoji (rule 10.6)', async () => {
    const id = await commentOn(
      '日本語のプログラミング入門',
      'とても分かりやすい説明でした 💬',
    );
    await commentOn('Other', 'Plain.');
    for (const q of ['プログラミング', '説明', '💬'])
      expect([q, await found(q)]).toEqual([q, [id]]);
  });

  it('finds the wildcards of the database’s query language as plain signs (rule 10.6)', async () => {
    await commentOn('Other', 'Plain.');
    const id = await commentOn('Sale', '100% of it, under_score');
    expect(await found('%')).toEqual([id]);
    expect(await found('_')).toEqual([id]);
  });

  describe('in both lists (rule 10.6)', () => {
    /** Returns the ids of the comments and of the queue items that are found. */
    const foundInBoth = async (q: string) => [
      (await found(q)).toSorted(),
      (await readIds(test.me, `/api/queue?${new URLSearchParams({ q })}`)).toSorted(),
    ];

    it.each([
      'CD',
      'IP',
      'js',
      '4',
      'suspense',
      'CI/CD',
      'tcp/ip',
      'GPT-4',
      'C++',
      'node.js',
    ])('finds “%s” in words that are joined by signs', async (q) => {
      const item = await queued(
        'CI/CD in node.js',
        'TCP/IP, GPT-4 and C++ in <Suspense>.',
      );
      await queued('Plain', 'Plain.');
      expect(await foundInBoth(q)).toEqual([[item.commentId], [item.id]]);
    });

    it.each(['D', 'P/I'])('does not find “%s” in the middle of a word', async (q) => {
      await queued('CI/CD in node.js', 'TCP/IP, GPT-4 and C++ in <Suspense>.');
      expect(await foundInBoth(q)).toEqual([[], []]);
    });

    it.each(['möbel', 'mo\u0308b', '„möbel“', 'möbel.'])(
      'finds a letter written as one character or as two with “%s”',
      async (q) => {
        const oneCharacter = await queued('Möbel', 'Plain.');
        const two = await queued('Plain', 'mo\u0308bel');
        expect(await foundInBoth(q)).toEqual([
          [oneCharacter.commentId, two.commentId],
          [oneCharacter.id, two.id],
        ]);
      },
    );
  });

  it('treats operators of the database’s query language as plain text', async () => {
    await commentOn('One', 'Plain.');
    const signs = [
      "'",
      "'':*",
      '\\',
      'a & | !b',
      '<->',
      '((',
      ':*',
      'x'.repeat(200),
      '💬'.repeat(100),
      "o'neil\\",
    ];
    for (const q of signs)
      expect([q, await found(q), await found(q, 'channel')]).toEqual([q, [], []]);
  });

  it('finds queued comments by their channel too (rule 10.6)', async () => {
    const a = await queued('Probes', 'Nice.', 'Cluster Notes');
    const b = await queued('Notes on probes', 'Nice.');
    await queued('Budgets', 'Nice.');
    expect((await readIds(test.me, '/api/queue?q=notes')).toSorted()).toEqual(
      [a.id, b.id].toSorted(),
    );
  });

  it('finds channels by the words of their names (rule 10.6)', async () => {
    const a = await commentOn('One', 'Plain.', 'Cluster Notes');
    await commentOn('Two', 'Cluster.', 'Cloud Kitchen');
    expect(await found('clus no', 'channel')).toEqual([a]);
  });
});
