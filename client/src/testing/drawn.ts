/** Waits until loaded data is rendered, to check what must not appear: lists render in a later task. */
export const drawn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
