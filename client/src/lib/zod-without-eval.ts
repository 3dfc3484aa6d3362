import { z } from 'zod';

// Zod would otherwise compile functions from text, which the CSP forbids. Schemas read this as they are made.
z.config({ jitless: true });
