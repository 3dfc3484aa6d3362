import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { formatNumber } from '../lib/formats.ts';
import { storedJson } from '../lib/storage.ts';

const undoableSchema = z.object({
  /** Names the action in the past tense, such as "approved". */
  what: z.string(),
  /** Ids of the steps that the action made on the server, one for each comment. */
  steps: z.array(z.string()),
  /** Title of the first comment's video. */
  videoTitle: z.string(),
  /** The reply that the action decided, and its state before. */
  reply: z.object({ id: z.int(), state: z.enum(['new', 'read', 'dismissed']) }).optional(),
});

/** An action of the user that can be undone. */
export type Undoable = z.infer<typeof undoableSchema>;

export function actionName({ what, steps, videoTitle, reply }: Undoable): string {
  if (reply) return what;
  return steps.length === 1 ? `${what} "${videoTitle}"` : `${what} ${formatNumber(steps.length)} comments`;
}

const storedSchema = z.array(undoableSchema);
const ofThisTab = storedJson('undo', storedSchema, 'sessionStorage');
/** A new tab starts with the actions of the tab that was used last. */
const ofLastTab = storedJson('undo-in-new-tab', storedSchema);

/** How many actions a reload keeps. */
const KEPT = 20;

/** A post cannot be undone, and neither can the actions before it. */
type Post = { readonly isPost: true };

function createUndoHistory() {
  let entries: (Undoable | Post)[] = ofThisTab.read() ?? ofLastTab.read() ?? [];
  const isPost = (entry: Undoable | Post): entry is Post => 'isPost' in entry;
  const isAction = (entry: Undoable | Post): entry is Undoable => !isPost(entry);
  const lastPost = () => entries.findLastIndex(isPost);

  function set(next: (Undoable | Post)[]): void {
    entries = next;
    // If the page is reloaded during a post, the actions before it can no longer be undone.
    const stored = entries
      .slice(lastPost() + 1)
      .filter(isAction)
      .slice(-KEPT);
    ofThisTab.write(stored);
    ofLastTab.write(stored);
  }

  return {
    /** Actions that are under way. Undo waits for them. */
    running: new Set<Promise<unknown>>(),

    /** Adds an action. It replaces earlier ones of which it contains a step. */
    push(action: Undoable): void {
      const contains = (step: string) => action.steps.includes(step);
      set([...entries.filter((entry) => isPost(entry) || !entry.steps.some(contains)), action]);
    },

    /** Returns the actions before a running post, which cannot be undone. */
    outOfReach: (): ReadonlySet<Undoable> =>
      new Set(entries.slice(0, Math.max(0, lastPost())).filter(isAction)),

    /**
     * Removes and returns this action, or the last one. Returns null if it cannot be undone now, or could not
     * when the user pressed Undo.
     */
    take(action: Undoable | undefined, wasOutOfReach: ReadonlySet<Undoable>): Undoable | null {
      const found = action ?? entries.findLast(isAction);
      if (!found || !entries.includes(found)) return null;
      if (wasOutOfReach.has(found) || this.outOfReach().has(found)) return null;
      set(entries.filter((entry) => entry !== found));
      return found;
    },

    /**
     * Begins a post. From now on, the actions before it cannot be undone. Call the returned function when the
     * post ends: if nothing was sent, they can be undone again.
     */
    beginPost(): (wasSent: boolean) => void {
      const post: Post = { isPost: true };
      set([...entries, post]);
      return (wasSent) => {
        const at = entries.indexOf(post);
        if (at >= 0) set(wasSent ? entries.slice(at + 1) : entries.toSpliced(at, 1));
      };
    },
  };
}

const histories = new WeakMap<QueryClient, ReturnType<typeof createUndoHistory>>();

/** Returns what can be undone in this tab. All pages share it, and it survives a reload. */
export function undoHistoryOf(client: QueryClient) {
  const history = histories.get(client) ?? createUndoHistory();
  histories.set(client, history);
  return history;
}
