import { z } from 'zod';

// Zod would otherwise compile functions from strings, which the Content-Security-Policy
// forbids. Schemas read this setting when they are created.
z.config({ jitless: true });
