/** promptText removes both from everything, so nobody can forge the fence. */
export const fenceMarks = { open: '⟦', close: '⟧' } as const;
