ALTER TABLE "comments" ADD COLUMN "restored_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "restored_as_approved" boolean DEFAULT false NOT NULL;