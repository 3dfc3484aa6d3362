/** Waits until what has come is drawn too: lists draw their data in the task after it. For what must not be shown. */
export const drawn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
