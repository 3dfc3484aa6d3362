ALTER TABLE "database_stamp" RENAME TO "database_origin";--> statement-breakpoint
ALTER TABLE "voice_rules" RENAME TO "style_rules";--> statement-breakpoint
ALTER TABLE "post_attempts" RENAME COLUMN "look_at" TO "next_check_at";--> statement-breakpoint
ALTER TABLE "post_attempts" RENAME COLUMN "looks" TO "check_count";--> statement-breakpoint
ALTER TABLE "queue_items" RENAME COLUMN "held_reason" TO "blocked_reason";--> statement-breakpoint
ALTER TABLE "style_rules" DROP CONSTRAINT "voice_rules_profile_id_voice_profiles_id_fk";
--> statement-breakpoint
DROP INDEX "voice_rules_profile_id";--> statement-breakpoint
ALTER TABLE "style_rules" ADD CONSTRAINT "style_rules_profile_id_voice_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."voice_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "style_rules_profile_id" ON "style_rules" USING btree ("profile_id");--> statement-breakpoint
ALTER TABLE "videos" DROP COLUMN "match_score";