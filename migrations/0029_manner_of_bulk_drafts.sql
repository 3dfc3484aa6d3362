ALTER TABLE "bulk_drafts" ADD COLUMN "manner" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "bulk_drafts" SET "manner" = jsonb_build_object('voiceProfileId', "voice_profile_id") WHERE "voice_profile_id" IS NOT NULL;
