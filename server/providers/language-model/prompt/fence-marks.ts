/** Two characters that promptText takes out of everything it lets into a prompt, so nobody can forge the fence. */
export const fenceMarks = { open: '⟦', close: '⟧' } as const;
