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
  reply: z
    .object({ id: z.int(), state: z.enum(['new', 'read', 'dismissed']) })
    .optional(),
});

/** An action of the user that can be undone. */
export type Undoable = z.infer<typeof undoableSchema>;

export function actionName({ what, steps, videoTitle, reply }: Undoable): string {
  if (reply) return what;
  return steps.length === 1
    ? `${what} "${videoTitle}"`
    : `${what} ${formatNumber(steps.length)} comments`;
}

const storedSchema = z.array(undoableSchema).readonly();
const ofThisTab = storedJson('undo', storedSchema, 'sessionStorage');
/** A new tab starts with the actions of the tab that was used last. */
const ofLastTab = storedJson('undo-in-new-tab', storedSchema);

/** How many actions a reload keeps. */
const KEPT = 20;

function createUndoHistory() {
  let actions: readonly Undoable[] = ofThisTab.read() ?? ofLastTab.read() ?? [];
  /**
   * For each running post, the actions before it. They cannot be undone, and neither can
   * the post.
   */
  const posts = new Set<readonly Undoable[]>();
  const outOfReach = () => [...posts].flat();

  function set(next: readonly Undoable[]): void {
    actions = next;
    // If the page is reloaded during a post, the actions before it can no longer be
    // undone.
    const stored = actions
      .filter((action) => !outOfReach().includes(action))
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
      set([...actions.filter(({ steps }) => !steps.some(contains)), action]);
    },

    /** Returns the actions that cannot be undone because a post after them is running. */
    outOfReach,

    /**
     * Removes and returns this action, or the last one. Returns null if it cannot be
     * undone now, or could not when the user pressed Undo.
     */
    take(
      wanted: Undoable | undefined,
      wasOutOfReach: readonly Undoable[],
    ): Undoable | null {
      const action = wanted ?? actions.at(-1);
      if (!action || !actions.includes(action)) return null;
      if (wasOutOfReach.includes(action) || outOfReach().includes(action)) return null;
      set(actions.filter((each) => each !== action));
      return action;
    },

    /**
     * Begins a post. From now on, the actions before it cannot be undone. Call the
     * returned function when the post ends: if nothing was sent, they can be undone
     * again.
     */
    beginPost(): (wasSent: boolean) => void {
      const before = [...actions];
      posts.add(before);
      set(actions);
      return (wasSent) => {
        posts.delete(before);
        set(wasSent ? actions.filter((action) => !before.includes(action)) : actions);
      };
    },
  };
}

const histories = new WeakMap<QueryClient, ReturnType<typeof createUndoHistory>>();

/**
 * Returns what can be undone in this tab. All pages share it, and it survives a reload.
 */
export function undoHistoryOf(client: QueryClient) {
  const history = histories.get(client) ?? createUndoHistory();
  histories.set(client, history);
  return history;
}
