ALTER TABLE "search_cache" ADD COLUMN "assessed_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "search_cache" DROP COLUMN "enhanced";